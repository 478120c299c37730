"""Fuzzes the readers: ``python tests/fuzz/run.py --minutes N [--target T]``; it needs the extra ``fuzz``.

Each target of `targets` has its share of the minutes, in a process of its own, in which `atheris` follows what of the
product each input reaches. It begins with what the corpora hold, and puts in what means something to the delimiter;
with ``--corpus FOLDER`` it goes on from what an earlier run found worth keeping. An input that breaks a law is kept as
a file, named, and ends its target's share: it becomes a case of `test_targets`. At the end it prints how many inputs
each target was given. Exit code 1: something was found.

The laws of the tests are tried on more examples, others each time, by ``pytest --hypothesis-profile search PATH...``.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [
        str(Path(__file__).resolve().parents[1]),
        str(Path(__file__).resolve().parents[2] / "src"),
    ]

_DONE = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_SECONDS_AT_MOST = 20
"""What one input may take: it is longer for nothing but a hang, or work that grows faster than the input."""
_LONGEST = 16_384
_LONGEST_WORD = 64
"""libFuzzer takes no longer word in a dictionary, in bytes."""


def _targets() -> tuple[str, ...]:
    from fuzz.targets import TARGETS

    return tuple(TARGETS)


def _dictionary() -> str:
    """Give what texts are put together from that are hard to delimit, as libFuzzer takes it."""
    from support.delimit_strategies import PIECES

    words = dict.fromkeys(piece.encode("utf-8", "surrogatepass") for piece in PIECES)
    entries = ("".join(map("\\x{:02x}".format, word)) for word in words if len(word) <= _LONGEST_WORD)
    return "".join(f'"{entry}"\n' for entry in entries)


def _fuzz(name: str, folder: Path, seconds: int) -> None:
    """Fuzz one target in this process; it does not come back."""
    import atheris

    with atheris.instrument_imports(include=["urlglean"]):
        from fuzz.targets import TARGETS

        target = TARGETS[name]
        for seed in target.seeds():
            target.law(seed[:_LONGEST])  # loads what is loaded when it is needed, most readers among it
            (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed[:_LONGEST])
    dictionary = folder.parent / f"{name}.dict"
    dictionary.write_text(_dictionary(), "ascii")
    words = [
        sys.argv[0],
        str(folder),
        f"-dict={dictionary}",
        f"-max_total_time={seconds}",
        f"-max_len={_LONGEST}",
        f"-timeout={_SECONDS_AT_MOST}",
        f"-artifact_prefix={folder.parent}/{name}-",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup(words, target.law)
    atheris.Fuzz()


def _share(name: str, corpus: Path, seconds: int) -> tuple[int, bool]:
    """Fuzz one target in a process of its own; give how many inputs it had, and whether all laws held."""
    folder = corpus / name
    folder.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, __file__, "--one", name, "--corpus", str(folder), "--minutes", str(seconds / 60)]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    counted = _DONE.search(done.stderr)
    if done.returncode:
        print(done.stdout[-4000:], done.stderr[-4000:], sep="\n", file=sys.stderr, flush=True)
    return int(counted[1]) if counted else 0, done.returncode == 0


def main() -> int:
    """Fuzz what the command line asks for."""
    parser = argparse.ArgumentParser(description="Fuzz the readers.")
    parser.add_argument("--minutes", type=float, required=True, help="for all targets together")
    parser.add_argument("--target", action="append", help="only this one; may be repeated")
    parser.add_argument("--corpus", type=Path, help="where inputs are kept (by default in a new folder)")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        # Before anything of the product is loaded: `atheris` follows what it sees loading.
        _fuzz(asked.one, asked.corpus, max(1, round(asked.minutes * 60)))
    known = _targets()
    if unknown := set(asked.target or ()) - set(known):
        parser.error(f"there is no target {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    corpus = (asked.corpus or Path(tempfile.mkdtemp(prefix="urlglean-fuzz-"))).resolve()
    names = asked.target or known
    held = True
    for name in names:
        began = time.monotonic()
        count, is_well = _share(name, corpus, max(1, round(asked.minutes * 60 / len(names))))
        held = held and is_well
        told = "" if is_well else f"  a law does not hold: see {corpus / name}-*"
        print(f"{name:12} {count:>10,} inputs {time.monotonic() - began:6.0f} s{told}", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
