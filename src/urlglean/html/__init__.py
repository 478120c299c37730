"""Pages, style sheets and what they ask of robots, to Candidates; where a page is shown is handed in.

HTML
----

Pages are parsed as browsers parse them. Every attribute that holds a reference is read, ``srcset``, ``style``,
``srcdoc`` and ``meta refresh`` among them, and so are the bare URLs in the text. ``extract_html`` takes a BeautifulSoup
tree, too. Files with the suffix ``.xhtml``, ``.xht`` or ``.svg``, and what a WARC has as ``application/xhtml+xml`` or
``image/svg+xml``, are read as XHTML: there ``<script src="x.js"/>`` is empty, ``<![CDATA[...]]>`` is text, and the
encoding is UTF-8 unless the XML declaration has another. Other XML, a feed or a sitemap, say, is read as text in which
``&amp;`` is ``&``; ``--kind text`` leaves it as it is written. A ``.css`` file is a style sheet: what it refers to,
relative references too, and the bare URLs of its comments.

>>> import urlglean
>>> page = '''<base href="/moved/"><a href="a.html" style="background: url(b.png)">www.example.org</a>'''
>>> for link in urlglean.extract_html(page, base="http://pages.example/dir/"):
...     print(link.place, link.url, link.element, link.attribute, link.kind)
-:1:13 http://pages.example/moved/ base href metadata
-:1:31 http://pages.example/moved/a.html a href navigation
-:1:62 http://pages.example/moved/b.png a style resource
-:1:70 http://www.example.org a #text text

``kind`` says what a reference is for: ``navigation``, ``resource``, ``form`` or ``metadata`` (``text`` for a URL in a
page's text). Comments, templates and other parts that a browser does not act on are left out. ``--include`` reads them
too: ``lazy`` (``data-src`` and the like, from which scripts load images), ``json-ld`` (in Python ``lazy=True`` and so
on, ``json_ld=True``), and, with their Links marked as ``inert``, ``noscript``, ``templates``, ``comments`` and
``scripts``. In mail, ``noscript`` is always read, as no mail program runs scripts; and in XHTML, where it is an
element like others. ``--no-text`` (``text=False``) leaves out the bare URLs in the text.

A page is read as the tree that a browser makes of it. That takes several times the memory of the page; for small tags
and URLs, fifty times and more. So a page of more than 10 MB (``--max-page``, in Python ``max_page=`` in code points),
or of as many tags, attributes and URLs as take the memory of one (a tag or an attribute counts for 16 code points, a
URL for 48), or of so little else that its tree takes 20 times its length and 40 MB (a tag takes 150 bytes, a reference
600), or 190 MB with all that is made of it, is read token by token, in pieces: with the same references, and the URLs
in its text. Only what the tree alone knows is missing: a browser drops links that stand where none may (in a
``frameset``, say), and in mail the quotations, signatures and footers of the page are not told apart. A note says so.

A link that shows one host and leads to another has a note.

>>> for link in urlglean.extract_html('<a href="http://203.0.113.9/login">www.firstbank.example</a>', text=False):
...     print(*link.notes)
the text shows www.firstbank.example, the reference leads to 203.0.113.9

Doors
-----

`reader` reads pages, in the setting of `references` (a browser, or what shows mail), and tells what a fragment can lead
to in them; `css` reads style sheets, `robots` has what pages ask of robots. `source` tells XHTML, and what stands for
characters in XML. `places` tells which references are empty, `values` the references in header fields.

An attribute that holds a URL is a row of the table in `attributes`; a new form of value is a function in `values`, too.

Behind them, `order` puts in order what was found in a page. `shown_text` finds the bare URLs in its text, as `layout`
puts that together. `tokenized` reads pages that are too long for a tree, `soup` the trees of BeautifulSoup.
"""
