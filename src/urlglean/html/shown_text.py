"""The text that a page's tree shows, put together as far as there are URLs in it.

A tree gives all its text at once, so what looks like a URL in it is found first. Then the blocks around these places
are looked up in the source, or the whole page is tokenized where that takes less.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from urlglean.candidate import Candidate
from urlglean.delimiting.triggers import trigger_places
from urlglean.document import ReadOptions
from urlglean.html.blocks import Shown, StartTags, run_around
from urlglean.html.layout import Run
from urlglean.html.places import NO_TAG
from urlglean.html.text import text_run
from urlglean.html.tokenizable import tokenizable
from urlglean.text import Text

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


def rendered_text(
    source: Text,
    tree: Node,
    options: ReadOptions,
    references: Sequence[Candidate] = (),
    *,
    has_shadows: bool,
) -> Run | None:
    """Put the text of a tree together; None where there is surely no URL in it.

    Args:
        source: What the tree was parsed from.
        tree: The tree, without what its templates held.
        options: What the user asked for.
        references: The references of its markup in order; without them the page can't be tokenized from within.
        has_shadows: Whether it may have shadow trees: their text is none of the tree's own.

    """
    # Other options than the usual ones find other URLs than those that begin at a trigger.
    shown = None
    if not (options.templates or has_shadows or any(options.delimit.values())):
        shown = _shown(tree)
    if shown is not None:
        if not shown.triggers:
            return None
        if len(source.text) >= _OF_ONE_BLOCK * len(shown.triggers):
            run = run_around(source, shown, _start_tags(references))
            if run is not None:
                return run
    return text_run(tokenizable(source, tree, has_shadows=has_shadows), templates=options.templates)


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
            if element.namespace is not turbohtml.Namespace.HTML and element.select("*"):
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
