"""Threads that extract at the same time find what one finds alone, from the first pattern that is compiled."""

import subprocess
import sys

from support.places import CORPORA

_PROGRAM = """
import random, sys, threading, warnings
from pathlib import Path

warnings.simplefilter("ignore")
sys.setswitchinterval(1e-6)
import urlglean

files = [str(p) for room in ("prose", "mail", "html") for p in sorted((Path(sys.argv[1]) / room).rglob("*.*"))]
files = [name for name in files if name.endswith((".txt", ".eml", ".html"))]

def found(names):
    return {
        name: [(repr(link), link.key() if link.url else None) for link in urlglean.extract_path(name)]
        for name in names
    }

def read(number):
    names = random.Random(number).sample(files, len(files))
    together.wait()
    results[number] = found(names)

together, results = threading.Barrier(4), {}
threads = [threading.Thread(target=read, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
alone = found(files)
assert len(files) > 50 and sum(map(len, alone.values())) > 500, (len(files), sum(map(len, alone.values())))
for number in range(4):
    for name in files:
        assert results[number][name] == alone[name], (number, name)
"""


def test_threads_find_what_one_finds_alone() -> None:
    """In a process of its own, so that all of them come upon what is made when it is first needed."""
    subprocess.run([sys.executable, "-c", _PROGRAM, str(CORPORA)], check=True)
