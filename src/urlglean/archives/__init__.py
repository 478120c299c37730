"""Web archives and what is in them: WARC, WACZ and ARC, and the HTTP messages there.

Web archives
------------

WARC, WACZ and ARC files are read with ``pip install 'urlglean[warc]'``: by ``extract`` and ``unique`` like everything
else, and by ``frontier``, which tells what a crawl should fetch next (``urlglean help crawl``).

The target URI of a record is the URL that its page was retrieved by. The header fields ``Location``, ``Link`` and
``Refresh`` hold links, too. Each row names its record: ``offset`` is where it begins, ``date`` when the page was
retrieved. A record that is cut off or broken is named, and the rest is read.

    $ urlglean frontier corpora/warc/damaged.warc.gz
    urlglean: corpora/warc/damaged.warc.gz@292: record <urn:uuid:c4ac9a3d-b733-58b2-b351-f44542d65217>: broken (Gzip decompression error: data error): skipped; the next one begins at 584
    urlglean: corpora/warc/damaged.warc.gz@875: record <urn:uuid:8226e90a-7a34-5caf-be40-caf6fcc2be15>: cut off after 17 of 113 bytes: skipped
    ...

How an archive is read
----------------------

`warc_file` gives the bytes of an archive, unpacked member by member, so that a damaged one costs itself alone and
each record knows its byte offset. `records` takes them apart into records, those of ARC, too, and `http` the response
in a record. `fastwarc` parses what is in order.

Doors
-----

`warc` reads WARC and ARC, `wacz` the archives in a WACZ; `records` tells where records begin.
"""  # noqa: E501  (what is printed stands there as it is)
