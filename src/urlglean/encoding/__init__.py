"""Bytes to text: what a document's bytes are written in, by its labels, its marks and the bytes themselves.

A label is believed as far as the bytes bear it out, for many are wrong; a page alone is read as a browser reads it,
label and all. Nothing here raises an exception: what cannot be decoded is told of, and the rest is read.

Doors
-----

`texts` decodes documents in pieces, `labels` the parts of mail under their charset labels, `pages` what HTML and XHTML
are read in; `detection` tells UTF-16 and UTF-32 by where the zero bytes stand.
"""
