"""How the package under test was built: as it stands, or compiled."""

from __future__ import annotations

import pytest

from urlglean.delimiting import words

__all__ = ["IS_COMPILED", "interpreted"]

IS_COMPILED = not words.__file__.endswith(".py")

interpreted = pytest.mark.skipif(IS_COMPILED, reason="it counts or replaces what only the interpreter calls")
"""What a compiled module calls of its own, nobody sees from outside."""
