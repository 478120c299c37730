"""What a fragment can lead to in a page."""

from __future__ import annotations

import pytest

from urlglean.html.fragments import fragments_of_page


@pytest.mark.parametrize(
    ("page", "fragments"),
    [
        ("", ()),
        ("<p id=a><P ID='B'><a name=c><a id=d name=e>", ("a", "B", "c", "d", "e")),
        ("<p id><p id=''><a name=''>", ()),
        ("<p id='two words'><p id='caf&eacute;'><p id=' x '>", ("two words", "café", " x ")),
        ("<img name=i><form name=f><meta name=m content=x>", ()),
        ("<template><p id=in></template><p id=out>", ("out",)),
        ("<!-- <p id=comment> --><script>'<p id=script>'</script><noscript><p id=noscript></noscript>", ()),
        ("<svg><g id=g /><a name=none></svg><math><mi id=m>", ("g", "m")),
    ],
)
def test_ids_and_names_of_anchors(page: str, fragments: tuple[str, ...]) -> None:
    assert fragments_of_page(page) == frozenset(fragments)
