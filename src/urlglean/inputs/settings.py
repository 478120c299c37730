"""Settings that stand in a project: ``urlglean.toml``, or ``[tool.urlglean]`` of ``pyproject.toml``.

Settings
--------

Options of ``check`` and ``extract`` that you would type each time can be kept in ``urlglean.toml``, or below
``[tool.urlglean]`` in ``pyproject.toml``, in the folder that you are in or the nearest one above: in a table for each
command, without their leading hyphens. What is typed wins. Names of files are relative to the settings' own folder.

    [tool.urlglean.check]
    slugs = "mkdocs"
    exclude = ["^https://staging"]
    accept = ["403"]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from urlglean.errors import InputError
from urlglean.patterns import lazy_re

__all__ = ["Settings"]

_NAMES = ("urlglean.toml", "pyproject.toml")
_HEADING = lazy_re(r"\s*\[\s*(?P<name>[^\[\]]+?)\s*\]\s*(?:#.*)?")
_KEY = lazy_re(r"""\s*(?P<quote>["']?)(?P<name>[\w-]+)(?P=quote)\s*=""")


class Settings(NamedTuple):
    """The settings of one command, and where they stand."""

    file: Path
    table: str
    """The name of their table in the file."""
    values: dict[str, Any]

    def place(self, key: str) -> str:
        """Give the file and line of a setting."""
        is_inside = False
        for number, line in enumerate(self.file.read_text(encoding="utf-8").splitlines(), start=1):
            if heading := _HEADING.fullmatch(line):
                is_inside = heading["name"].replace(" ", "").replace('"', "") == self.table
            elif is_inside and (found := _KEY.match(line)) and found["name"] == key:
                return f"{self.file}:{number}"
        return str(self.file)

    @classmethod
    def find(cls, command: str, start: Path) -> Settings | None:
        """Give the settings of a command for a folder: those of the nearest file that has any, upwards; else None.

        Raises `InputError` where the file cannot be read, or is no TOML, or its settings are no table.
        """
        for folder in (start, *start.parents):
            for name in _NAMES:
                file = folder / name
                if file.is_file() and (found := _read(file)) is not None:
                    return _of_command(file, *found, command)
        return None


def _read(file: Path) -> tuple[str, dict[str, Any]] | None:
    """Give all settings of a file, and what their tables are called up to them; None where it has none."""
    import tomllib

    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from None
    if file.name != "pyproject.toml":
        return "", content
    own = content.get("tool", {}).get("urlglean")
    if own is not None and not isinstance(own, dict):
        raise InputError(f"{file}: tool.urlglean is to be a table, as in [tool.urlglean.check]")
    return None if own is None else ("tool.urlglean.", own)


def _of_command(file: Path, prefix: str, tables: dict[str, Any], command: str) -> Settings:
    for name, table in tables.items():
        if name not in _COMMANDS:
            where = Settings(file, prefix.rstrip("."), {}).place(name)
            there_are = " and ".join(f"[{prefix}{one}]" for one in _COMMANDS)
            raise InputError(f"{where}: there is no table {prefix}{name}; there are {there_are}")
        if not isinstance(table, dict):
            raise InputError(f"{file}: {prefix}{name} is to be a table, as in [{prefix}{name}]")
    return Settings(file, f"{prefix}{command}", tables.get(command, {}))


_COMMANDS = ("check", "extract")
"""The commands that have settings."""
