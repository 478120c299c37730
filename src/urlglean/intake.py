"""How inputs are read, and which Links are kept: told to commands, jobs of several processes and stores alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from urlglean.document import Document, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Attachment, Observer, Problem, Progress

__all__ = ["IntakeOptions"]


@dataclass(frozen=True, slots=True)
class IntakeOptions:
    """How a user wants inputs read. A document that was read in another way is read anew."""

    inputs: InputOptions = field(default_factory=InputOptions)
    options: ReadOptions = field(default_factory=ReadOptions)
    dialect: str | None = None
    wants: Callable[[Link], bool] | None = None
    """Which Links are kept; None for all."""
    relative: bool = True
    """Whether references are kept that come to no URL for want of a base; no store does without them."""
    wanted: str = ""
    """What ``wants`` asks for, in words: by them a reading with other wants is known."""

    def links(
        self,
        document: Document,
        *,
        on_problem: Callable[[Problem], object],
        on_attachment: Callable[[Attachment], object] | None = None,
        on_relative: Callable[[Link], object] | None = None,
        progress: Progress | None = None,
        observer: Observer | None = None,
    ) -> Iterator[Link]:
        """Yield the Links of a document that are kept; the arguments are those of `read_document`.

        ``on_relative`` is called with each that is wanted, and left out for want of a base.
        """
        wants, keeps_all = self.wants, self.relative
        for link in read_document(
            document,
            options=self.options,
            dialect=self.dialect,
            on_problem=on_problem,
            on_attachment=on_attachment,
            progress=progress,
            observer=observer,
        ):
            if wants is not None and not wants(link):
                continue
            if keeps_all or not link.lacks_base:
                yield link
            elif on_relative is not None:
                on_relative(link)

    @property
    def description(self) -> str:
        """All of it as JSON, which is what two readings are compared by."""
        import json  # which a line of text needs for nothing

        options = {name: getattr(self.options, name) for name in self.options.__slots__}
        options["delimit"] = dict(self.options.delimit)
        every = {"dialect": self.dialect, "wanted": self.wanted, **self.inputs.reading, **options}
        return json.dumps(every, sort_keys=True, default=repr)
