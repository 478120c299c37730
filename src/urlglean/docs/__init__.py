"""Documentation as it is written: Markdown, reStructuredText, notebooks.

Markdown
--------

Markdown (``.md``, ``.markdown``, ``.mdx``) is read with ``pip install 'urlglean[docs]'``, as CommonMark and GitHub have
it: links, references by a label and their definitions, used or not, images, autolinks and bare URLs, footnotes, tables,
the HTML in it, and the URLs of YAML and TOML before the text. The place of a Link is that of its destination, to the
column. For a reference by a label it is that of the label; its destination is a Link of its own, where it is defined.

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
links of (``ssh://...``) are ``#text``, as in pages. Definitions that nothing uses are ``inert``. What MkDocs and MyST
read as text, and CommonMark as code, is text: admonitions (``!!! note``), collapsible blocks (``???``), tabs (``===``),
definitions, elements with ``markdown``, directives such as ``{note}`` in fences. Code and comments are left out;
``--include code`` and ``--include comments`` read them, too, but for comments of MDX (``{/* */}``), and mark their
Links as ``inert``. Some programs know links such as ``[[Page|text]]``: ``--include wiki-links``. ``--kind text`` reads
Markdown as plain text, and so it is read in mail and web archives. A long text is read in pieces, from block to block,
with the same Links; a single paragraph, list or quotation of more than 512 KB is cut within, and a note says so.

reStructuredText
----------------

reStructuredText (``.rst``, ``.rest``) is read with ``pip install 'urlglean[docs]'``, as docutils has it: URIs in
references, references by a name and their definitions, anonymous ones, URLs and addresses in the text, images and
figures and what they lead to. What Sphinx adds is read without it: ``:doc:``, ``:download:``, ``:ref:``, ``:numref:``,
``toctree``, ``literalinclude``; ``include`` and the files of ``csv-table`` and ``raw`` are named and not read. Nothing
in a text makes this read a file or run anything.

>>> text = '''See `the guide <guide.html>`_, RFC_ and :doc:`The list <../list>`.
...
... .. _RFC: https://www.rfc-editor.org/rfc/
...    rfc3986
... .. image:: map.png
...    :alt: a map
... '''
>>> for link in urlglean.extract_rst(text):
...     print(link.place, link.text, link.element, link.attribute, link.anchor)
-:1:17 guide.html a href the guide
-:1:32 https://www.rfc-editor.org/rfc/rfc3986 a href RFC
-:1:57 ../list doc href The list
-:3:10 https://www.rfc-editor.org/rfc/rfc3986 #definition href None
-:5:12 map.png img src a map

The place of a Link is that of the destination as it is written; for a reference by a name it is that of the name. What
Sphinx adds is given as it is written, and its element is the role or directive: a ``doc`` or ``toctree`` lacks its
suffix, a ``glob`` in place of a ``href`` is a pattern, a ``ref`` to a label of another document has no URL, and its
notes say so. URLs that docutils makes no links of are ``#text``. Unknown roles and directives are passed over, and
their content is read. Code and comments are left out; ``--include code`` and ``--include comments`` read them, too, and
mark their Links as ``inert``. A text of more than 4 MB, or of more lines and marks than docutils is given, is read as
plain text, and a problem says so.

Notebooks
---------

Notebooks (``.ipynb``) are read with ``pip install 'urlglean[docs]'``: cells of Markdown, and raw ones in the format
that they name. The part of a Link is its cell, counted from 1, and its line and column are those within the cell:
``tour.ipynb#cell 3:1:12``. ``--include code`` reads the text of code cells too, ``--include outputs`` what outputs
show: HTML, Markdown, text. An ``attachment:`` is a file within the cell. Of a notebook that is damaged the cells are
read as far as they go, and the rest as text.

How Markdown is read
--------------------

`constructs` follows the parser, `pyromark`, and finds where each construct stands, in bytes, and `destinations` where
in it the destination; `markdown` makes Candidates of that, and a Document of each piece of HTML. `pieces` cuts a long
text between blocks, `extensions` says blocks of MkDocs and MyST as CommonMark has them, `marks` tells what may hold a
URL at all.

Doors
-----

`markdown` reads Markdown, `rst` reStructuredText, `notebook` notebooks. Behind `rst`, `rst_inline` and
`rst_directives` are what docutils reads within lines, with the ids of what is described, and of directives;
`rst_places` is how much it is given, and where all that stands.
"""
