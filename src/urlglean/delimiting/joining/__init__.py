"""Whether a line break has cut a bare URL: the evidence around it, and what that comes to.

`breaks` sees what stands around a break, `next_lines` reads what stands below it, `weights` is the table of what that
says, `weighing` adds it up.
"""
