"""What a user asked of a frontier."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.cli.request import Request
from urlglean.document import ReadOptions
from urlglean.links.scope import Scope

if TYPE_CHECKING:
    from urlglean.frontier.frontier import Policy

__all__ = ["FrontierRequest"]


@dataclass(frozen=True, slots=True)
class FrontierRequest:
    """What a user asked of a frontier."""

    paths: tuple[str, ...]
    kind: str | None
    encoding: str | None
    base: str | None
    base_from: tuple[str, ...]
    with_text: bool
    include: tuple[str, ...]
    follow: tuple[str, ...]
    respect: tuple[Any, ...]
    error_pages: bool
    keep_traps: bool
    skip_fetched: bool
    schemes: tuple[str, ...]
    hosts: tuple[str, ...]
    same: Any
    prefixes: tuple[str, ...]
    matches: tuple[re.Pattern[str], ...]
    excludes: tuple[re.Pattern[str], ...]
    extensions: tuple[str, ...]
    not_extensions: tuple[str, ...]
    seeds: tuple[str, ...]
    known: Path | None
    sort: Any
    form: str
    into: Path | None
    only_files: tuple[re.Pattern[str], ...]
    skip_files: tuple[re.Pattern[str], ...]
    quiet: bool

    @property
    def inputs(self) -> Request:
        """What is to be read."""
        return Request(
            paths=self.paths,
            kind=self.kind,
            encoding=self.encoding,
            base=self.base,
            include=self.include,
            form=self.form,
            only_files=self.only_files,
            skip_files=self.skip_files,
            quiet=self.quiet,
        )

    @property
    def reading(self) -> ReadOptions:
        """What readers are asked for: inert parts, too, so that they can be counted."""
        asked = self.inputs.reading
        if _INERT_PARTS.isdisjoint(self.include):
            asked = replace(asked, noscript=True, templates=True)
        return replace(asked, text=self.with_text, robots=True)

    def policy(self, rung: str, steps: tuple[str, ...], redirects: tuple[tuple[str, str], ...]) -> Policy:
        """Give what belongs to the frontier."""
        from urlglean.frontier.frontier import Policy

        return Policy(
            schemes=frozenset(self.schemes),
            follow=frozenset(self.follow),
            respect=frozenset(self.respect),
            inert=not _INERT_PARTS.isdisjoint(self.include),
            error_pages=self.error_pages,
            traps=self.keep_traps,
            scope=Scope(
                same=self.same,
                hosts=self.hosts,
                prefixes=self.prefixes,
                matches=self.matches,
                excludes=self.excludes,
                extensions=frozenset(self.extensions),
                not_extensions=frozenset(self.not_extensions),
            ),
            rung=rung,
            steps=steps,
            redirects=redirects,
            skip_fetched=self.skip_fetched,
        )


_INERT_PARTS = frozenset({"noscript", "templates", "comments", "scripts"})
