"""Whether a line break has cut a bare URL: the evidence around it, and what that comes to.

`breaks` sees what stands around a break, `next_lines` reads its lines, `refusals` tells what can never go on there,
`above` how whole line and URL are above it, and `below` what stands on the next line; `records` knows the lines of
lists; `weights` is the table of what all that says, and adds it up. Most breaks need none of that: `line_ends`.
"""
