"""Where a URL ends: the end of its run of URL characters, or something before that.

`extent` says how far a URL reaches, by what kind of URL it is. `marks` finds what ends it inside its run, `pairs` the
closer of a pair that it fills, `trailing` what is taken off its end, `unspaced` words that are glued to it in scripts
without blanks; `suffixes` knows those of files.
"""
