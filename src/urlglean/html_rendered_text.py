"""The text that a page's tree shows, put together as far as there are URLs in it.

A tree gives all its text at once, so what looks like a URL in it is found first. Then the blocks around these places
are looked up in the source, or the whole page is tokenized where that takes less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from urlglean.candidate import Candidate
from urlglean.decoded_text import Text
from urlglean.delimit import delimit
from urlglean.document import ReadOptions
from urlglean.html_blocks import Shown, StartTags, run_around
from urlglean.html_layout import NESTED, Run
from urlglean.html_places import NO_TAG
from urlglean.html_text import text_run
from urlglean.triggers import trigger_places

if TYPE_CHECKING:
    from turbohtml import Node

__all__ = ["rendered_text"]

_UNSHOWN = ("iframe", "noembed", "noframes", "noscript", "script", "style")
"""Elements whose text is not shown; a template's is no longer in the tree."""
_OF_ONE_BLOCK = 2500
"""How many code points of a page are read in about the time that it takes to look up one block of text."""
_ENOUGH = 48
"""How much of a script is looked for in a page's text: more of it takes longer to prepare than to find."""
_RARE = 12
"""A script of so many code points surely stands nowhere else in a page's text."""
_FEW = 64
"""For how many shorter ones it is worth looking whether they do."""
_BEGINNING = 4
"""How much of a URL surely stands in one piece of text."""


def rendered_text(
    source: Text,
    tree: Node,
    options: ReadOptions,
    references: Sequence[Candidate] = (),
    *,
    has_templates: bool,
    has_shadows: bool,
) -> Run | None:
    """Put the text of a tree together; None where there is no URL in it. The tree may be changed.

    Args:
        source: What the tree was parsed from.
        tree: The tree, without what its templates held.
        options: What the user asked for.
        references: The references of its markup in order; without them the page can't be tokenized from within.
        has_templates: Whether it had templates.
        has_shadows: Whether it may have shadow trees: their text is none of the tree's own.

    """
    # Other options than the usual ones find other URLs than those that begin at a trigger.
    if options.templates or has_shadows or any(options.delimit.values()):
        return _from_all_tokens(source, tree, options, has_templates=has_templates)
    shown = _shown(tree)
    if shown is not None:
        if not shown.triggers:
            return None
        if len(source.text) < _OF_ONE_BLOCK * len(shown.triggers):
            return text_run(source.text)
        run = run_around(source, shown, _start_tags(references))
        if run is not None:
            return run
    return _from_all_tokens(source, tree, options, has_templates=has_templates)


def _shown(tree: Node) -> Shown | None:
    """Give the text of the tree, as if nothing stood between its pieces; None where some of it can't be told."""
    import turbohtml

    text = tree.text
    hidden = [element for name in _UNSHOWN for element in tree.select(name)]
    hidden.sort(key=lambda element: element.position or NO_TAG)
    parts: list[str] = []
    done = short = 0
    for element in hidden:
        content = element.text
        if ":" in content or "." in content:
            if element.namespace is not turbohtml.Namespace.HTML:
                return None  # there may be another of them in it
            start = text.find(content[:_ENOUGH], done)
            while start >= 0 and not text.startswith(content, start):
                start = text.find(content[:_ENOUGH], start + 1)
            if start < 0:
                return None
            if len(content) < _RARE:
                short += 1
                if short > _FEW or text.find(content, start + 1) >= 0:
                    return None  # the one found may be shown
            parts.append(text[done:start])
            done = start + len(content)
    text = "".join((*parts, text[done:])) if parts else text
    return Shown(text, trigger_places(text))


def _start_tags(references: Sequence[Candidate]) -> StartTags:
    """Give the tags of the references as those from which the page can be tokenized."""
    tags: Sequence[Any] = references
    return StartTags(list(map(itemgetter(2), tags)), lambda number: tags[number].tag_element)


def _from_all_tokens(source: Text, tree: Node, options: ReadOptions, *, has_templates: bool) -> Run | None:
    """Put the text together from all tokens of the page."""
    beginnings = None if options.templates else _beginnings(tree, options.delimit)
    if not options.templates and not beginnings:
        return None
    nested = has_templates or any(tree.select(name) for name in NESTED)
    return text_run(source.text, beginnings, templates=options.templates, nested=nested)


def _beginnings(tree: Node, options: Mapping[str, Any]) -> set[str]:
    """Look for URLs in all the text at once, as if nothing stood between its pieces; give how they begin.

    The tree is done with: what is not shown is taken out of it.
    """
    for name in _UNSHOWN:
        tree.remove(name)
    text = tree.text
    beginnings = {found.raw[:_BEGINNING] for found in delimit(text, **options)}
    # And where one piece of text is glued to the next, what is found may have another URL in it.
    beginnings.update(text[max(0, place - 1) : place + 1] for place in trigger_places(text))
    return beginnings
