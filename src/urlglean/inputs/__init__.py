"""Files, folders and standard input to Documents: found, unpacked, told apart; archives of mail into messages.

Inputs
------

A ``PATH`` is a file, a folder, or ``-`` for standard input, which is also read where no path is given and something is
piped in. In a folder everything is read except folders whose names begin with a dot; ``--files '*.md'`` and
``--skip-files node_modules`` narrow that down. Content and suffix tell what a file is: a text, a page, a message
(``eml``), an archive of messages (``mbox``), a calendar or address cards (their lines are unfolded), a web archive
(``warc``, ``wacz``; they need ``pip install 'urlglean[warc]'``). Files packed with gzip, bzip2, xz or Zstandard are
unpacked, up to four times over.

What is damaged or cannot be read is named on standard error. Images, programs and other files in a folder that hold no
text are only counted there, and so is all that is left out on purpose; ``-q`` leaves these counts out. ``--encoding``
is for inputs that do not state their own encoding; in mail and web archives, for the parts that do not.

Pipes
-----

``tail -f access.log | urlglean extract --kind text -`` prints what it finds while the log grows. The result does not
depend on how the input arrives, so a URL is held back while what follows may still change it: at the end of a line (it
may go on in the next one), behind a ``<``, or in a row of a table that is still open. Some forty lines more (4,352
characters at least), or the end of the input, settle it; what stands behind it waits until then. With
``--schemeless``, ``--emails``, ``--network-path`` and ``--refang`` every URL waits so. Without ``--kind``, nothing is
printed before the first 4,096 bytes have shown what the input is. ``resolve -`` and ``normalize -`` answer each line
as it comes.

With ``-o FILE`` the output goes into a file that appears when it is complete. A pipe that its reader closes is no
error.

Doors
-----

`files` opens what is named, or says why it cannot be; `folders` yields the files of folders; `kinds` tells what one
is by its content and suffix; `compression` unpacks it; `mirrors` knows what it was retrieved by. `mbox` takes an
archive of messages apart, in each dialect; `file_bytes` reads a file that another program may cut short in the
meantime.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"InputOptions": "files"}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
