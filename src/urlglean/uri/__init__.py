"""RFC 3986, 3987 and 1808, and the URL standard: references taken apart, resolved, normalized; nothing is fetched.

Dialects
--------

The standards disagree on what some references mean. So there are five dialects: ``rfc1808``, ``draft-05``
(draft-fielding-url-syntax-05), ``rfc2396``, ``rfc3986`` and ``whatwg`` (the URL standard of browsers). The default is
``whatwg`` for the attributes of HTML, because that is what a browser fetches, and ``rfc3986`` for the rest. With
``--loose`` (``strict=False``), ``http:g`` is read as ``g`` (RFC 3986 section 5.2.2). The whole table of the
differences, and the rules behind it, are in ``corpora/README.md``.

>>> import urlglean
>>> for reference in ("../g", "?y", "http:g"):
...     print(urlglean.resolve(reference, "http://a/b/c/d"))
http://a/b/g
http://a/b/c/d?y
http:g
>>> urlglean.resolve("?y", "http://a/b/c/d", dialect="rfc2396")
'http://a/b/c/?y'
>>> urlglean.resolve("http:g", "http://a/b/c/d", strict=False)
'http://a/b/c/g'

Normalization
-------------

URLs are compared on one of four rungs, those of the ladder in RFC 3986 section 6.2. ``string`` compares them as they
are. ``syntax``, ``scheme`` (the default) and ``protocol`` each add to the rung below; ``protocol`` follows the
redirects that you hand in (``--redirect``, ``redirects=``). No step of a rung can merge two URLs that differ in
meaning. ``urlglean normalize --explain`` prints each step that changed something, with its source.

>>> from urlglean.uri.normalize import explain
>>> for change in explain("HTTP://example.com:80/a/../%7euser"):
...     print(f"{change.step:18} {change.section}  {change.after}")
scheme-case        RFC 3986 6.2.2.1  http://example.com:80/a/../%7euser
percent-case       RFC 3986 6.2.2.1  http://example.com:80/a/../%7Euser
percent-unreserved RFC 3986 6.2.2.2  http://example.com:80/a/../~user
dot-segments       RFC 3986 6.2.2.3  http://example.com:80/~user
default-port       RFC 3986 6.2.3  http://example.com/~user

Further steps are on no rung, because they can merge URLs that differ in meaning. Add them by name, with ``--step`` or
``steps=``.

>>> urlglean.normalize("http://a/?b=2&utm_source=mail&a=1", steps=["drop-tracking", "sort-query"])
'http://a/?a=1&b=2'
>>> urlglean.normalize("http://shop.example.net/item.jsp;jsessionid=A1B2C3?id=7", steps=["drop-session-ids"])
'http://shop.example.net/item.jsp?id=7'

Redirectors
-----------

Mail gateways, search engines and social networks put URLs of their own before the ones that people wrote. Many carry
the target within. ``--unwrap-redirectors`` (``unwrap_redirectors=True``) gives what they lead to, however many stand
in one another (up to five), and fetches nothing. Filters and keys then go by the target, so that ``unique`` counts it
once. In ``jsonl``, ``csv``, ``parquet`` and stores, ``url`` stays what was written, and ``redirect_chain`` holds it
and all that is inside it.

>>> wrapped = (
...     "https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fexample.org%2Fa&data=05&reserved=0",
...     "https://urldefense.proofpoint.com/v2/url?u=http-3A__example.org_a&d=DwMF&c=x&r=y&m=z&s=t&e=",
...     "https://urldefense.com/v3/__https://www.google.com/url?q=http*3A*2F*2Fexample.org*2Fa__;JSUlJQ!!x$",
...     "http://example.org/a",
... )
>>> for found in urlglean.unique(urlglean.extract_text(" ".join(wrapped), unwrap_redirectors=True)):
...     print(found.count, found.url)
4 http://example.org/a

About a hundred are known: gateways of mail, webmail, counters of clicks that say where they lead, search engines,
social networks, caches of AMP pages; `urlglean.uri.redirectors.REDIRECTORS` is the table. What carries no target but a
token (Mimecast, ``t.co``, ``bit.ly``) stays as it is, and so do copies of pages (``web.archive.org``). In the library,
``urlglean.uri.redirectors.unwrap(url, generic=True)`` takes any parameter such as ``url=`` or ``target=`` that holds a
whole ``http`` or ``https`` URL.

Doors
-----

`reference` takes a URI reference apart, `resolve` and `whatwg` resolve it, `normalize` gives what it is compared by,
`redirectors` what it leads to. `schemes`, `hosts` and `suffixes` know the names in it, `characters` what it may be
written with.

Behind them, `steps` are those of normalization, and `query_encoding` is what a document's encoding does to a query.
"""
