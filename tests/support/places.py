"""Where things of the repository stand."""

from pathlib import Path

__all__ = ["CORPORA", "NOTEBOOKS", "README", "ROOT", "TESTS"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
CORPORA = ROOT / "corpora"
NOTEBOOKS = ROOT / "notebooks"
README = ROOT / "README.md"
