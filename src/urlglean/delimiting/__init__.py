r"""Text to Candidates: where each URL of a text begins and ends, and why (RFC 3986 Appendix C, RFC 2396 Appendix E).

It knows text alone: no markup, no mail, no base. `stream` cuts a text or a stream into windows. In each, `scanner`
finds the places that announce a URL; `shortcut` reads the commonest in one match (`plain`); for all others `scanner`
looks back for the start (`openings`) and asks the rules of its table `RULES`, which stand in `rules`, one after the
other. How far a URL reaches is told by `authority` and `ends`, whether it goes on in the next line by `joining`.
`names` finds what has no scheme.

What a rule is asked and what it answers is in `readings`. `alphabet` has the characters that end any URL, `schemes`
what a reader of prose believes of a scheme, `reasons` a name and a sentence for each reason why a URL ends.

A new notation is a file in `rules` and a row of the table. A rule of joining lines stands in `joining.weights` (what
is weighed), `joining.breaks` and `joining.above` (what is seen), `joining.line_ends` (what needs no weighing), `lines`
and `words`; what ends a URL, as a bracket does, in `ends.marks`; what is taken off its end, as a footnote mark is, in
`ends.trailing`.

Its doors are `stream` (`delimit`, `delimit_in_batches`, and their options), `scanner` (`trigger_places`) and
`names.typed` (`strip_delimiters`).

What ends a URL
---------------

The rules are those of RFC 3986 Appendix C and of a careful reader. What fills a pair of quotes or an element is the
URL, whatever else would end it. Elsewhere brackets inside it belong to it while they are balanced, and a closing one
where nothing was opened before the URL. Punctuation that ends a sentence is left to the sentence, as are footnote marks
(raised numbers, too) and labels in brackets behind a path.

>>> from urlglean import extract_text
>>> def find(text, **options):
...     for link in extract_text(text, **options):
...         print(link.place, link.url)
>>> find(r'''The page (see http://www.example.org/wiki/URI_(disambiguation)), and its
... sequel, http://www.example.org/a,b;c=d. Also "http://www.example.org/?q='x'"!
... Ask at www.example.org: it's free. No URLs: e.g., 12:30, C:\x, http://.''')
-:1:15 http://www.example.org/wiki/URI_(disambiguation)
-:2:9 http://www.example.org/a,b;c=d
-:2:47 http://www.example.org/?q='x'
-:3:8 http://www.example.org

The punctuation of East Asia ends a URL in prose. It belongs to a title that quotes enclose, and to a query that goes
on behind it; behind a path in such letters, all of it is an alternative. Letters of scripts without blanks are a path's
own, but for words of the prose glued to its end (``http://a.example/bを参照``); the longer reading is an alternative.
What Turkish adds to a name behind an apostrophe, or Hungarian to a host behind a hyphen, is left to the prose, too.

What printers struck over, as manuals are in bold or underlined (``h\bht\bt``, ``_\bh_\bt``), is read as it shows.

A joiner between letters that join (Persian, the scripts of India, emoji) is part of a URL, a bidi control never is.
Where a part of the host or the port is still to be filled in (``http://{host}:8080/``, ``http://localhost:port/``,
``http://192.168.1.x/``, ``http://www.*name*.example/``), there is no URL; in a path such a part belongs to it. A line
glued to a URL (``______``), the soft breaks of quoted-printable, the asterisks of Gmail and the next command of a shell
are left out.

``urlglean explain`` gives the reasons, and names the rule: a row of the table, or what has none.

>>> from urlglean.writers.explanation import explanation
>>> def explain(text):
...     for link in extract_text(text):
...         print(*explanation(link, text), sep="\n")
>>> explain("see (http://a.org/x_(y)), or www.b.org!")
1:6  http://a.org/x_(y)
    see (http://a.org/x_(y)), or www.b.org!
         ^^^^^^^^^^^^^^^^^^
    rule          a bare URL
    opened by     a scheme and ://
    ended by      ')' that nothing in the URL opened
    in            ()
    or            http://a.org/x_(y))
1:30  http://www.b.org
    see (http://a.org/x_(y)), or www.b.org!
                                 ^^^^^^^^^
    rule          a bare URL
    opened by     www.
    ended by      '!' after the host
    stripped      '!'

On request it finds more: names without a scheme (``--schemeless``), mail addresses (``--emails``), references that
begin with ``//`` (``--network-path``), and what was defanged (``--refang``; with ``--emails`` an address that is
spelled out, ``joe (at) example (dot) com``, too).

>>> find('''Write to me@example.com, or see example.com/faq and 192.0.2.1:8080.
... Do not open hxxps://evil[.]example[.]net/x, and read readme.md first.''', schemeless=True, emails=True, refang=True)
-:1:10 mailto:me@example.com
-:1:33 http://example.com/faq
-:1:53 http://192.0.2.1:8080
-:2:13 https://evil.example.net/x

Where a URL has escapes in it, in JSON and strings of programs, properties, Markdown, TeX or manual pages, it is what
they stand for. A regular expression is no URL.

>>> find(r'''{"next": "https:\/\/www.example.org\/list?page=2\u0026size=50", "only": "^https:\\/\\/"}
... distributionUrl=https\://services.example.org/distributions/tool-8.5.zip
... .UR https://\:www.example.org/\:util\-linux''')
-:1:11 https://www.example.org/list?page=2&size=50
-:2:17 https://services.example.org/distributions/tool-8.5.zip
-:3:5 https://www.example.org/util-linux

URLs broken over lines
----------------------

Inside ``<...>``, ``[...]`` and quotes, a URL goes on after a line break. A bare URL is joined where the evidence says
that wrapping broke it: the line is full, it breaks where programs break lines, the next line reads like a URL
(``urlglean help joining`` has the whole table of evidence). Indentation and the quote marks of mail are left out.

>>> find('''<http://catalogue.example.net/servlet/Search?author=fielding&title=
... uniform+resource+identifiers&year=1998&format=long>
...
... > http://catalogue.example.net/servlet/Search?author=fielding&title=uniform
... > +resource+identifiers&year=1998&format=long''')
-:1:2 http://catalogue.example.net/servlet/Search?author=fielding&title=uniform+resource+identifiers&year=1998&format=long
-:4:3 http://catalogue.example.net/servlet/Search?author=fielding&title=uniform+resource+identifiers&year=1998&format=long

In programs and PO files, a URL goes on in the next of the strings that make one text, and below a backslash that ends
its line.

>>> find('''raise Error("See https://docs.example.org/en/latest/"
...             "errors.html#timeout for more.")''')
-:1:18 https://docs.example.org/en/latest/errors.html#timeout

In the text of PDFs no column tells where lines end. A host, a DOI or the entry of a register that is not whole shows
that a URL goes on; numbers of notes, pages and lines do not belong to it.

>>> find('''A. Hobolth. A chain of letters. The Printer, 24(4), 1981. URL https://doi.org/10.
... 1145/358598.358630. The types are those of http://www.
... example.org.''')
-:1:63 https://doi.org/10.1145/358598.358630
-:2:44 http://www.example.org

Every Link keeps its pieces (``spans``) and the characters as they stand (``raw``). A wrong join is worse than a missed
one: where the evidence is weak, the URL ends with its line, and the joined one is an *alternative*.

Alternatives and notes
----------------------

Where a careful reader could end a URL elsewhere, the other readings are in ``alternatives``, best first. Whatever is
odd about a URL is in ``notes``.

>>> explain('''It is at http://www.example.org/reports/annual-
... figures, I think, or at http://0x7f.1/''')
1:10  http://www.example.org/reports/annual-
    It is at http://www.example.org/reports/annual-
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    rule          a bare URL
    opened by     a scheme and ://
    ended by      the end of the line
    or            http://www.example.org/reports/annual-figures
    or            http://www.example.org/reports/annual
2:25  http://0x7f.1/
    figures, I think, or at http://0x7f.1/
                            ^^^^^^^^^^^^^^
    rule          a bare URL
    opened by     a scheme and ://
    ended by      the end of the text
    note          odd IPv4 form (RFC 3986 7.4)
"""
