"""References to Links: the base they are resolved against, the URL they come to, which of them are wanted or the same.

Doors: `base` (the base URI of a document, RFC 3986 section 5.1), `resolution` (the references of one document to
Links), `link` (a Link, and the columns of its row), `distinct` (Links grouped by what they are compared by) and `scope`
(which Links, and which URLs of a crawl, are wanted).

Base URI
--------

A relative reference needs a base. RFC 3986 section 5.1 has four rules for it: a base *embedded* in the document (or in
the header of its MIME part), the base of the *encapsulating* document, the URL used for *retrieval*, a *default*. The
first that applies wins, and each Link keeps which one it was.

>>> import urlglean
>>> page = '<p><a href="a.html">A</a> <base href="/moved/"> <img src="b.png" srcset="c.png 2x">'
>>> for link in urlglean.extract_html(page, base="http://example.org/dir/"):
...     print(link.url, link.element, link.attribute, link.base.rule, link.base.source)
http://example.org/moved/a.html a href embedded base@href
http://example.org/moved/ base href retrieval base=
http://example.org/moved/b.png img src embedded base@href
http://example.org/moved/c.png img srcset embedded base@href

``--base`` and ``base=`` give the URL that the document was retrieved by; a ``base`` element in the page still wins.
For a folder, or several files, it is the URL of the folder that all are in: each file has it with its own path below.
In mail, the header fields ``Content-Base``, ``Content-Location`` and ``Base`` set the base of a part; in a web archive
a page was retrieved by its record's target URI; ``--base-from`` knows the layouts of programs that mirror sites
(``urlglean help crawl``). Where a layout says no scheme, http is taken, and that is told; ``--base-from wget:https``
takes https.

What references mean once there is a base, the standards disagree on: ``urlglean help dialects``.

Rows
----

A row of ``extract --format jsonl``, ``csv`` or ``parquet``, of a store and of ``Link.row()`` always has all of these
columns, in this order. Where a source has nothing to say, the value is null.

>>> link = next(urlglean.extract_text("See (www.example.org/pub)."))
>>> for column, value in link.row().items():
...     if value is not None:
...         print(f"{column:13} {value}")
url           http://www.example.org/pub
key           http://www.example.org/pub
text          www.example.org/pub
raw           www.example.org/pub
source        -
line          1
column        6
spans         [[5, 24, 1, 6]]
delimiter     ()
alternatives  ['www.example.org/pub)']
notes         []
"""
