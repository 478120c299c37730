"""The room `inputs`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"InputOptions": "files", "documents": "files"}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
