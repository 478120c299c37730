"""What each help text ends with: examples, and what the exit codes mean."""

from __future__ import annotations

__all__ = ["EXIT_CODES", "epilog"]

EXIT_CODES = {
    0: "found",
    1: "nothing found",
    2: "wrong use",
    3: "some input was damaged or could not be read",
    130: "interrupted (Ctrl-C)",
    143: "told to end (SIGTERM)",
}
"""What the exit code of every command says; a closed pipe is no error."""


def epilog(*examples: str) -> str:
    """Give the end of a help text; a backspace keeps click from filling the paragraph after it."""
    codes = ", ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES.items())
    lines = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExamples:\n{lines}\n\nOptions with a * may be given more than once. Exit codes: {codes}."
