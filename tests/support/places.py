"""Where things of the repository stand."""

from pathlib import Path

__all__ = ["CORPORA", "NOTEBOOKS", "README", "ROOT", "SHOWN", "TESTS"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
CORPORA = ROOT / "corpora"
NOTEBOOKS = ROOT / "notebooks"
README = ROOT / "README.md"
SHOWN = (README, CORPORA / "README.md", TESTS / "benchmarks" / "README.md")
"""What is read by those who do not read the code; each command and program in them is run."""
