"""What the settings of a stranger's site may cost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.trees import plant
from urlglean.check import sites
from urlglean.check.sites import Routes, site_of
from urlglean.check.tree import FilesBelow, text_of


@pytest.mark.parametrize("number", [1, 40, 1000])
def test_files_behind_each_document_are_read_once_and_no_more_than_anybody_names(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "".join(f"  - a{one}.md\n" for one in range(number))
    folders = "".join(f"  - b{one}\n" for one in range(number))
    (tmp_path / "mkdocs.yml").write_text(f"auto_append:\n{names * 3}base_path:\n{folders * 3}")
    (tmp_path / "b0").mkdir()
    (tmp_path / "b0" / "a0.md").write_text("[Some Label]: http://a.example/\n")
    asked: list[str] = []

    def counted(path: str) -> str:
        asked.append(path)
        return text_of(path)

    monkeypatch.setattr(sites, "text_of", counted)
    site = site_of(str(tmp_path))
    assert site is not None
    assert site.labels == {"some label"}
    assert len(asked) == len(set(asked)) <= 1 + 100 * 100


def test_documents_are_looked_for_in_the_tree_alone(tmp_path: Path) -> None:
    plant(tmp_path, dict.fromkeys(("outside/a.md", "tree/in/b.md", "tree/site/c.md"), "x"))
    (tmp_path / "tree" / ".git").mkdir()
    named = "".join(f"{{path: '{one}'}}" for one in ("../in", "../../outside", "../../..", "../\0"))
    (tmp_path / "tree" / "site" / "docusaurus.config.js").write_text(named)
    site = site_of(str(tmp_path / "tree" / "site"))
    assert site is not None
    walked: list[str] = []

    class Noting(FilesBelow):
        def __call__(self, root: str, without: re.Pattern[str]) -> Iterator[str]:
            walked.append(root)
            return super().__call__(root, without)

    routes = Routes(site, Noting())
    assert [routes.file(one) for one in ("in/b", "c", "outside/a")] == [
        *(str(tmp_path / "tree" / one) for one in ("in/b.md", "site/c.md")),
        None,
    ]
    assert walked == [str(tmp_path / "tree" / one) for one in ("site", "docs", "in")]
