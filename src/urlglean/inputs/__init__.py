"""Files, folders and standard input to Documents: found, unpacked, told apart; archives of mail into messages.

Inputs
------

A ``PATH`` is a file, a folder, or ``-`` for standard input, which is also read where nothing is named and something is
piped in. Of a folder everything is read but folders that begin with a dot; ``--files '*.md'`` and ``--skip-files
node_modules`` choose. Content and suffix tell what a file is: a text, a page, a message (``eml``), an archive of many
(``mbox``), a web archive (``warc``, ``wacz``; they need ``pip install 'urlglean[warc]'``). What is packed with gzip,
bzip2, xz or Zstandard is unpacked.

What is damaged or can't be read is named on standard error; the images, programs and other files of a folder that
nobody makes text of are counted there, as is all that is left out on purpose, unless you say ``-q``. ``--encoding``
holds for inputs that do not say what they are encoded in themselves; in mail and web archives, for the parts that name
no encoding.

Pipes
-----

``tail -f access.log | urlglean extract --kind text -`` prints what it finds while the log grows. What is found does not
depend on when it came, so a URL waits where what follows may change it: at the end of a line (it may go on in the next
one), behind a ``<`` or in a row of a table that is still open; what stands behind it waits with it. Some forty lines
more (4,352 characters at least), or the end, settle it. With ``--schemeless``, ``--emails``, ``--network-path`` and
``--refang`` everything waits for more. Without ``--kind``, the first 4,096 bytes decide what the input is, and nothing
comes before them. ``resolve -`` and ``normalize -`` answer each line when it comes.

Output goes where you send it, or with ``-o FILE`` into a file that is there when all of it is. A pipe that its reader
closes is no error.

Doors
-----

`files` opens what is named, or says why it cannot be; `folders` yields the files of folders; `kinds` tells what one
is by its content and suffix; `compression` unpacks it; `mirrors` knows what it was retrieved by. `mbox` takes an
archive of messages apart, in each dialect; `settings` finds those of a project; `file_bytes` reads a file that
another program may cut short in the meantime.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"InputOptions": "files"}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
