"""Inputs read in several processes; what comes of it is that of one.

Doors: `reading` (inputs to what is written of their Links, or is made of them elsewhere), `shares` (cuts the inputs
into parts) and `workers` (has tasks done by processes, its results in the order of the tasks).

Several processes
-----------------

``extract`` and ``unique`` read in several processes where that is faster. They begin with one; if the rest would take
it some seconds at its pace so far, one more on each other processor helps. With ``--jobs N``, N others read, and if one
of them dies only what it was reading is lost; with ``--jobs 1``, there are no others.

Small files are handed out many at once. An mbox of 8 MB or more is cut into slices that begin and end with a message;
any other file, and what is packed, is read by one process. The result is the same, byte for byte and in the same
order. A store is, too: only one process writes to it. A thread whose messages stand in two slices is known to both.

On a terminal a bar shows messages, megabytes per second and the time left, unless output is written there meanwhile.
Ctrl-C ends all processes. Where one of them dies, because memory runs out, say, a message names the file and the bytes
of it that were lost, and the rest goes on; with a store, the next run reads what is missing.
"""
