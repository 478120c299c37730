r"""What links can be printed as: a module for each format.

Formats
-------

Editors jump to the places that ``text`` tells (Vim: ``:set efm=%f:%l:%c\ \ %m``). In a place such as
``archive.mbox@2721#1:3:37``, 2721 is the byte offset of the message, 1 its part, 3 the line and 37 the column. ``url``
prints one URL per line, for other programs to read, such as ``xargs -d '\n' curl -sI``. ``jsonl`` prints one JSON
object per line; of ``unique`` it has ``url``, ``key``, ``count`` and ``places``, a list of all of them. ``csv`` has a
header line, and no cell of it is taken for a formula by a spreadsheet. ``parquet`` goes into a file: ``-o
links.parquet``. ``seeds`` is of ``frontier`` alone. The columns are in ``urlglean help columns`` and ``urlglean help
crawl``.

    $ urlglean unique -q --format csv --host www.gnupg.org corpora/mail/archive.mbox
    count,url,key,source,part,line,column,text,message_id,date
    1,http://www.gnupg.org/,http://www.gnupg.org/,corpora/mail/archive.mbox,,12,23,http://www.gnupg.org/,19990822031055.A1234@crypt.example.org,1999-08-22T03:10:55Z

``show --format html`` is a page for a browser: nothing in it runs or is fetched.
"""

from __future__ import annotations

__all__ = ["FORMATS", "ROWS", "ROWS_TOLD"]

ROWS = ("jsonl", "csv", "parquet")
"""The formats that give each result as a row, with all that is known of it."""
ROWS_TOLD = f"--format {', '.join(ROWS[:-1])} or {ROWS[-1]}"
FORMATS = ("text", "url", *ROWS)
"""What links can be printed as."""
