"""What has no scheme and is taken for a URL on request, and URLs that are not written as such.

`bare` finds names of hosts, `addresses` those of mail; `lookalikes` tells by its labels what only looks like a name,
`surroundings` by what stands around it or around four numbers. `roff` reads the words of manual pages that they stand
in, `refang` what was made harmless on purpose. `typed` takes the delimiters off one URL as a person typed it.
"""
