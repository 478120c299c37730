"""Documentation as it is written: Markdown.

Markdown
--------

Markdown (``.md``, ``.markdown``, ``.mdx``) is read with ``pip install 'urlglean[docs]'``, as CommonMark and GitHub have
it: links, references by a label and their definitions, used or not, images, autolinks and bare URLs, footnotes, tables,
the HTML in it, and the URLs of YAML and TOML before the text. The place of a Link is that of its destination, to the
column; of a reference by a label it is the label, and the destination's own place is that of its definition.

>>> import urlglean
>>> text = '''See [the *guide*](guide.md#start "Start"), ![a map](<my map.png>) and [RFC 3986][uri].
...
... [uri]: https://www.rfc-editor.org/rfc/rfc3986
... '''
>>> for link in urlglean.extract_markdown(text, base="https://docs.example/"):
...     print(link.place, link.text, link.element, link.attribute, link.anchor)
-:1:19 guide.md#start a href the guide
-:1:54 my map.png img src a map
-:1:82 https://www.rfc-editor.org/rfc/rfc3986 a href RFC 3986
-:3:8 https://www.rfc-editor.org/rfc/rfc3986 #definition href None

What is found has the element and attribute that it has on the rendered page. URLs in the text that GitHub makes no
links of (``ssh://...``) are ``#text``, as in pages. Definitions that nothing uses are ``inert``. Code and comments are
left out; ``--include code`` and ``--include comments`` read them, too, and mark their Links as ``inert``. Some programs
know links such as ``[[Page|text]]``: ``--include wiki-links``. ``--kind text`` reads Markdown as plain text, and so it
is read in mail and web archives.

Doors
-----

`markdown` reads Markdown.
"""
