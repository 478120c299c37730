"""DuckDB and its manners: how it is opened and made, how many rows get into it at once, what it says when it fails.

Doors: `files` (a database file: made, opened, refused; and what DuckDB says when it fails) and `rows` (many rows on
their way into one at once, and how SQL writes names and strings).
"""
