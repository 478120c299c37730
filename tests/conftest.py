"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# An example that is slow because the machine is loaded is no failure; work is counted where it matters.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")
