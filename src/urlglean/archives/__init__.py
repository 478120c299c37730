"""The room `archives`.

Web archives
------------

WARC, WACZ and ARC files are read with ``pip install 'urlglean[warc]'``: by ``extract`` and ``unique`` like everything
else, and by ``frontier``, which makes of a crawl what is to be fetched next (``urlglean help crawl``).

A record's target URI is what its page was retrieved by. ``Location``, ``Link`` and ``Refresh`` are links as well. Each
row knows its record: ``offset`` is where it begins, ``date`` when the page was retrieved. A record that is cut off or
broken is named, and the rest is read.
"""
