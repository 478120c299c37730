"""The URLs in texts of mail."""

import itertools

from urlglean.mail.text import candidates_in_batches


def found_in(text, **options):
    return list(itertools.chain.from_iterable(candidates_in_batches(text, **options)))


def urls(text, unbroken=None, **options):
    return [
        (candidate.text, [text[span.start : span.end] for span in candidate.spans])
        for candidate in found_in(text, unbroken=unbroken, options=options)
    ]
