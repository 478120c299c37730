"""Whether links lead anywhere: the only room with a network.

Doors
-----

`answers` is what is told of a URL: whether it leads anywhere, why not, and where it has moved.
"""
