"""What the evidence of a line break comes to, and what of that needs no look at the lines around."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given

from support import gold
from support.builds import interpreted
from support.delimit_strategies import wrapped_texts
from support.laws import examples
from urlglean.delimiting.alphabet import grammar
from urlglean.delimiting.joining.breaks import Break, Seen, glance, look_around
from urlglean.delimiting.joining.records import may_be_said_of
from urlglean.delimiting.joining.weights import WEIGHTS, foregone, signs_of_pieces, weigh
from urlglean.delimiting.lines import Paragraph
from urlglean.delimiting.words import Token

OWED = (0.0, -0.3, -2.3, -5.0)


def test_each_sign_is_a_bit_of_its_own() -> None:
    bits = [
        bit
        for signs in (Token, Seen)
        for name, bit in vars(signs).items()
        if name.isupper() and isinstance(bit, int) and bit and name != "ALWAYS"
    ]
    assert all(bit.bit_count() == 1 for bit in bits)
    assert len(bits) == len(set(bits)) > 30


def looks(text: str) -> Iterator[tuple[Break, Break]]:
    """Yield each break as it is seen at a glance, and with the lines around; no glued one, whose lines decide more."""
    for url in re.finditer(r"http://[^\s<>\"]*(?=[ ]?[\r\n])", text):
        start, run = url.span()
        if run - start < 9:
            continue
        paragraph, pieces = Paragraph(text, start), [(start, run)]
        while (seen := glance(text, start, pieces, grammar(iri=True).run, paragraph)) is not None:
            if not seen.found.glued:
                yield seen.found, look_around(text, seen, paragraph)
            pieces = [*pieces, (seen.found.start, seen.found.end)]


def agree(one: Break, whole: Break) -> None:
    """See that what was told at a glance holds, whatever the lines around say."""
    weight, signs = weigh(whole), signs_of_pieces(one)
    for owed in OWED:
        answer, told, is_sure = foregone(one, signs, owed)
        assert weigh(whole, signs, told) == weight, one
        if answer is not None:
            assert answer == (round(owed + weight, 6) > 0), one
            repeated = weigh(whole._replace(repeated=may_be_said_of(one.before, one.token)), signs, told)
            assert not is_sure or answer == (round(owed + repeated, 6) > 0), one
    for words, _, holds, needs in WEIGHTS:
        asks_lines = needs & Seen.LINES or (needs & Seen.LINES_OF_PAGE and "." in one.token)
        assert asks_lines or holds(one) == holds(whole), words


@examples(600)
@given(wrapped_texts())
def test_what_is_foregone_is_what_the_weights_say(text: str) -> None:
    for one, whole in looks(text):
        agree(one, whole)


@interpreted
def test_in_real_mail_most_breaks_are_foregone() -> None:
    answers = []
    for text in gold.wrapped("tune"):
        for one, whole in looks(text.text):
            agree(one, whole)
            answers.append(foregone(one, signs_of_pieces(one), 0.0)[0])
    assert answers.count(None) < 0.4 * len(answers)
    assert {True, False} <= set(answers)
