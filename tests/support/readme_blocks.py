"""The blocks of code in README.md and its like: what a reader is told to type, and what is said to come of it.

``python tests/support readme_blocks install|test`` prints one of the two commands of its first section.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from support.places import README, ROOT, SHOWN

__all__ = ["ELISION", "README", "ROOT", "Block", "Step", "blocks", "matches", "setup_commands", "steps"]

ELISION = "..."
"""A line of its own in an output, for as many lines of any kind as there are."""

_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code: its language, its content, the line that the content starts on, and of which text."""

    language: str
    content: str
    line: int
    text: str = "README.md"

    @property
    def name(self) -> str:
        """Where it is."""
        return f"{self.text}:{self.line}"


@dataclass(frozen=True, slots=True)
class Step:
    """A command of a console block and the lines it prints, on standard output and standard error."""

    command: str
    output: tuple[str, ...]


def blocks(*languages: str, files: Iterable[Path] = SHOWN) -> list[Block]:
    """Give the blocks of these languages, or all, in order."""
    found = (
        Block(
            match["language"],
            match["content"],
            text.count("\n", 0, match.start("content")) + 1,
            file.relative_to(ROOT).as_posix(),
        )
        for file in files
        for text in [file.read_text(encoding="utf-8")]
        for match in _FENCE.finditer(text)
    )
    return [block for block in found if not languages or block.language in languages]


def steps(block: Block) -> list[Step]:
    """Take a console block apart: ``$ `` begins a command, ``> `` right after it goes on with it.

    A command goes on only where it has a here-document or ends with a backslash; elsewhere ``> `` is output.
    """
    found: list[tuple[list[str], list[str]]] = []
    for number, line in enumerate(block.content.splitlines(), block.line):
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif not found:
            raise ValueError(f"{block.text}:{number}: a console block begins with '$ '")
        elif line.startswith("> ") and not found[-1][1] and _goes_on(found[-1][0]):
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [Step("\n".join(command), tuple(output)) for command, output in found]


def _goes_on(command: list[str]) -> bool:
    here = re.search(r"<<'(\w+)'", command[0])
    return command[-1] != here[1] if here else command[-1].endswith("\\")


def matches(expected: tuple[str, ...], printed: list[str]) -> bool:
    """Tell whether lines are as expected, where a line of `ELISION` stands for one or more of any kind."""
    pattern = "".join(r"(?:[^\n]*\n)+?" if line == ELISION else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def setup_commands() -> tuple[str, str]:
    """Give the two commands for a fresh machine: the one that installs and runs, and the one that tests."""
    found = [block.content.strip() for block in blocks("sh", files=[README])]
    if len(found) != 2:
        raise ValueError(f"README.md has {len(found)} sh blocks; the two setup commands are what sh is for")
    return found[0], found[1]


def main() -> None:
    """Print the command that argv names."""
    names = ("install", "test")
    if len(sys.argv) != 2 or sys.argv[1] not in names:
        sys.exit(f"usage: python tests/support readme_blocks {'|'.join(names)}")
    print(setup_commands()[names.index(sys.argv[1])])


if __name__ == "__main__":
    main()
