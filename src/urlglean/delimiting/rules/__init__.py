"""The rules of the scanner: a module for each notation, whose function is a row of the scanner's table.

`enclosed` reads what stands between delimiters, `strings` what string literals are put together of, `cells` the tables
drawn in text, `tex` and `markdown` these two, `escaped` what belongs to a text with escapes, `mangled` what mail
programs leave behind, `split_schemes` schemes that a line break cuts, `wide_marks` titles with the punctuation of East
Asia.

`wrapped` follows a bare URL over line breaks, as far as `delimiting.joining` says, or into the brackets of a DOI.
"""
