"""Hypothesis strategies for strings that are, or could be taken for, URI references."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = (
    *("http", "https", "HTTP", "ftp", "file", "ws", "x", "mailto", "urn", "tel", "sip", "1x"),
    *(
        ":",
        "//",
        "/",
        "/",
        "/",
        ".",
        "..",
        "/./",
        "/../",
        "?",
        "#",
        "@",
        "[",
        "]",
        "&",
        "=",
        ";",
        ",",
        "'",
        "-",
        "--",
    ),
    *("%", "%4", "%41", "%2e", "%2F", "%7e", "%c3%a9", "%25", "%ff"),
    *(
        "a",
        "b",
        "A",
        "Z9",
        "1",
        "0x7f",
        "127.1",
        "256",
        ":80",
        ":443",
        ":0",
        ":008",
        ":",
        "www.",
        "localhost",
    ),
    *(
        "xn--",
        "xn--bcher-kva",
        "b\u00fccher",
        "\u00e9",
        "\u00df",
        "\u3002",
        "\U0001f600",
        "\u00ad",
        "\ud800",
        "\udc80",
    ),
    *("\n", "\t", " ", "\x00", "\x7f", "|", "C|", "C:", "\\", "<", '"', "`", "{", "^"),
    *("example.com", "EXAMPLE.org", "[::1]", "[2001:DB8::%25x]", "::", "[v1.a]"),
    *("utm_source=a", "sid=", "0123456789abcdef", ";jsessionid=1", "amp;", "(S(aaaaaaaaaaaaaaaaaaaaaaaa))"),
)
_BEGINNINGS = (
    *(
        "http://",
        "https://a.example/",
        "HTTP://A.example:80",
        "http://www.",
        "ftp://",
        "file:",
        "file://",
        "x:",
        "x://",
    ),
    *("ws://a/", "http://u:p@h/", "mailto:a@", "urn:", "tel:", "sip:", "//", "/", "?", "#", ""),
)

pieces = st.lists(st.sampled_from(_PIECES), max_size=10).map("".join)
"""Parts of URLs in any order."""

urls = st.one_of(st.builds("{}{}".format, st.sampled_from(_BEGINNINGS), pieces), pieces)
"""Strings that look like URLs, whole or broken."""

strings = st.one_of(urls, st.text(st.characters(exclude_categories=())))
"""Any string at all, lone surrogates too."""

_SEGMENT = st.text("abcXYZ019-._~!$&'()*+,;=@%:[]|^", max_size=6)
tame_references = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(
        ("", "/", "../", "./", "../../", "http://h", "https://h.example/", "http://h:8080/", "//h/")
    ),
    st.lists(_SEGMENT, max_size=4).map("/".join),
    st.one_of(st.just(""), _SEGMENT.map("?{}".format)),
    st.one_of(st.just(""), _SEGMENT.map("#{}".format)),
)
"""References of the shapes that pages are full of."""

bases = st.one_of(
    st.sampled_from(
        (
            *(
                "http://a/b/c/d;p?q",
                "https://h.example",
                "HTTP://H.example:80/a/../b/./c#f",
                "http://a//b//c?x/y",
            ),
            *(
                "file:///a/b",
                "ws://x/y/z?q/r",
                "ftp://u:p@h:99/a/",
                "mailto:x",
                "data:,x",
                "x:/a/b",
                "x://h",
                "",
            ),
        )
    ),
    urls,
)
