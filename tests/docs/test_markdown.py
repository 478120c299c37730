"""Markdown to Links: each destination where it stands, and none that the rendered page has not."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from urlglean import InputError, extract_markdown
from urlglean.docs import markdown
from urlglean.document import Document, ReadOptions


def test_without_pyromark_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refusing(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "pyromark":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(InputError, match=r"pip install 'urlglean\[docs\]'; --kind text reads it"):
        list(markdown.read(Document("[a](b)", "text/markdown"), ReadOptions()))
    problems: list[object] = []
    assert not list(extract_markdown("http://a.org/", on_problem=problems.append))
    assert "urlglean[docs]" in str(problems[0])
