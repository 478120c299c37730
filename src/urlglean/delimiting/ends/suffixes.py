"""The suffixes of files at the end of a URL: whole, or parted by a line break (``.ht`` and ``ml``)."""

from __future__ import annotations

from functools import lru_cache

from urlglean.patterns import lazy_re

_SUFFIX = lazy_re(
    r"(?i)\.(?:html?|xhtml|shtml|phtml|php[0-9]?|aspx?|jsp|cgi|pl|pdf|ps|txt|xml|json|gz|tgz|zip|bz2|xz|7z|tar|rpm|deb"
    r"|dsc|docx?|xlsx?|pptx?|odt|ods|rtf|tex|jpe?g|png|gif|svg|mp3|mp4|avi|mov|ogg|exe|msi|dmg|iso|jar|apk|py|js|css|rss|md|rst|git|csv|bib|diff|patch|asc|sig"
    r"|cpp|hpp|java|cfm|dll|jspx?|shtm|mht|mspx|chm|ics|vcf|mpe?g|wmv|flv|wav|bmp|tiff?|eps|dvi|djvu|epub|rar|dtd|xsd|xslt?|rdf|ashx|asmx"
    r"|ya?ml|toml|ini|cfg|conf|log|ipynb|web[mp]|mkv|wav|flac|m4[av]|woff2?|ttf|whl|tsx?|jsx|vue|rb|sql|sh"
    r"|tbz2?|txz|zst|lzh|hqx|sit|uue|sgml|texi|swf|ico|eml|mbox"
    r"|pgp|gpg|bin|obj|ksh)"  # what Mailman calls attachments in its archives
)
_WHOLE_SUFFIX = lazy_re(_SUFFIX.pattern + r"/?\Z")
LONGEST_BARE_SUFFIX = 8
"""None of them is longer, with its full stop and the slash behind it, in code points."""
_ONE_LETTER_SUFFIX = lazy_re(r"\.[chZ]\Z")
_TOKEN_SUFFIX = lazy_re(_SUFFIX.pattern.replace("(?:", "(?:[chz]|", 1) + r"(?:[?#]\S*)?[)\]>.,;:!]*\Z")
_MORE_OF_SUFFIX = lazy_re(
    r"(?i)\.(?:(?:s?htm\nl|(?:asp|xls|doc|ppt)\nx|php\n[3-5]|js\n(?:px?|on))|mpe\ng)(?:[?#]\S*|[.,;:)]*)\Z"
)
_HEAD = lazy_re(r"[A-Za-z0-9]{1,5}(?![A-Za-z0-9])")


def ends_in_suffix(url: str) -> bool:
    """Tell whether a URL ends in the suffix of a file, be there a slash behind it (``/a.html``, ``/a.cgi/``)."""
    return _WHOLE_SUFFIX.search(url, max(0, len(url) - LONGEST_BARE_SUFFIX)) is not None


def names_file(url: str) -> bool:
    """Tell the same; ``.c``, ``.h`` and ``.Z`` are suffixes, too, with nothing behind them."""
    return ends_in_suffix(url) or _ONE_LETTER_SUFFIX.search(url) is not None


def reads_as_file(token: str) -> bool:
    """Tell whether a token ends in the suffix of a file, but for a query, a fragment and punctuation.

    >>> reads_as_file("b.tar.gz),"), reads_as_file("b.php?x=1"), reads_as_file("b.com")
    (True, True, False)
    """
    return _TOKEN_SUFFIX.search(token) is not None


@lru_cache(maxsize=16)  # several traces of one line break ask it
def splits_suffix(before: str, token: str) -> bool:
    """Tell whether only together the two make a file's suffix: ``.ht`` and ``ml``, ``.htm`` and ``l#top``."""
    if before.find(".", -6) < 0:
        return False
    if (len(token) < 4 or token[1] in "?#" or token[2] in "?#") and _MORE_OF_SUFFIX.search(
        f"{before[-6:]}\n{token}"
    ):
        return True
    tail = before[-6:].rpartition("/")[2]
    if ends_in_suffix(tail):
        return False
    head = _HEAD.match(token)
    if head is None or not (before[-1].isalnum() or is_suffix_behind_dot(before, token)):
        return False
    return ends_in_suffix(tail + head[0])


@lru_cache(maxsize=1024)  # many URLs end alike, and few words are short
def may_split_suffix(tail: str, word: str) -> bool:
    """Tell the same of what a URL ends in, from its last full stop on, and all of a word, whatever that is."""
    tail = tail.rpartition("/")[2]
    return ends_in_suffix(tail + word) and not ends_in_suffix(tail)


def is_suffix_behind_dot(before: str, token: str) -> bool:
    """Tell ``page.`` and ``html``; two letters may be a word, and a capital begins a sentence."""
    return before[-1] == "." and before[-2:-1].isalnum() and token[:3].islower()
