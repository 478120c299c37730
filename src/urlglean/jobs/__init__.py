"""Inputs read in several processes; what comes of it is that of one.

Doors: `reading` (inputs to what is written of their Links, or is made of them elsewhere), `shares` (cuts the inputs
into parts) and `workers` (has tasks done by processes, its results in the order of the tasks).

Several processes
-----------------

``extract`` and ``unique`` read in several processes where that gains: they begin in one, and where what is left would
take it seconds at the pace so far, one on each other processor helps it. ``--jobs N`` has N others read, ``--jobs 1``
none: what one of those dies of costs itself alone.
Small files are handed out many at once, an mbox of 8 MB and more in slices that begin and end where a message does;
what is packed, and any other file, is read by one process. What comes of it is the same, byte for byte and in the same
order, a store too: only one process writes to it. A thread whose messages stand in two slices is still known to both.

On a terminal a bar shows messages, megabytes per second and the time left, where no output is written across it. Ctrl-C
ends all processes. Where one of them dies, because memory runs out, say, that is said with the file and the bytes of it
that were lost, and the rest goes on; into a store, the next run reads what is missing.
"""
