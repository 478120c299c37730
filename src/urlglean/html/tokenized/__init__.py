"""Pages that are too long for a tree: cut into pieces, which are tokenized one after the other.

`windows` cuts a page, and puts together the text that it shows; `tokens` tells which pages are too long, and reads the
references of these.
"""
