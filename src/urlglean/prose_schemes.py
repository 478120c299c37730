"""Which schemes a reader of prose believes, and what has to follow them.

With ``//`` any scheme with a plausible authority counts. Without it a colon means too many things (``note:this``,
``12:30``), so only the schemes of this table do, each with the shape its own specification gives the rest.
"""

from __future__ import annotations

from functools import cache

import regex

__all__ = [
    "COMPOUND_PREFIXES",
    "EMPTY_AUTHORITY",
    "GLUED_SCHEMES",
    "KNOWN_SCHEMES",
    "OPAQUE_SCHEMES",
    "opaque_rest",
]

_ADDRESS = r"[A-Za-z0-9._%+\-/=!#$&'*?^{|}~\u0080-\U0010FFFF]+@[\w.\-\[\]:%\u0080-\U0010FFFF]*\w\]?"

OPAQUE_SCHEMES: dict[str, str] = {
    "about": r"(?:blank|srcdoc|config|home|about|mozilla|newtab|plugins|memory|preferences|addons|support|version)\b",  # RFC 6694
    "acct": _ADDRESS,  # RFC 7565
    "bitcoin": r"(?:[13][1-9A-HJ-NP-Za-km-z]{24,34}|bc1[0-9a-z]{8,87}|BC1[0-9A-Z]{8,87})",  # BIP 21
    "callto": r"[\w+.\-]+",
    "cid": r"[\w.$!#%&'*+/=?^{|}~\-]+@[\w.\-]+",  # RFC 2392
    "data": r"(?:[\w.+\-]+/[\w.+\-]+)?(?:;[\w.+\-]+(?:=[^;,\s]*)?)*,",  # RFC 2397
    "dns": r"(?://[\w.:\-]+/)?[\w\-]+(?:\.[\w\-]+)+",  # RFC 4501
    "doi": r"10\.\d{4,9}(?:\.\d+)*/\S",
    "ethereum": r"(?:pay-)?0x[0-9A-Fa-f]{40}",  # EIP 681
    "facetime": r"[\w.+\-]+(?:@[\w.\-]+)?",
    "file": r"/(?!/)[\w.~%\-]",  # RFC 8089
    "geo": r"-?\d+(?:\.\d+)?,-?\d+",  # RFC 5870
    "hdl": r"\d[\w.]*/\S",
    "im": _ADDRESS,  # RFC 3860
    "info": r"(?:[a-z][\w.\-]*)/\w",  # RFC 4452
    "irc": r"(?://)?[\w\-]+(?:\.[\w\-]+)+",
    "jabber": _ADDRESS,
    "magnet": r"\?\w[\w.]*=",
    "mailto": rf"(?:{_ADDRESS}|\?(?:to|cc|bcc|subject|body)=|%22)",  # RFC 6068
    "matrix": r"(?:u|r|roomid|user|room|event)/\w",  # Matrix, section on URIs
    "mid": r"[\w.$!#%&'*+/=?^{|}~\-]+@[\w.\-]+",  # RFC 2392
    "news": r"(?:[\w+.$!#%&'*\-/=]+@[\w.\-\[\]]+|[a-z0-9][\w+\-]*(?:\.[\w+\-]+)+|\*(?![\w*]))",  # RFC 5538
    "pres": _ADDRESS,  # RFC 3859
    "sip": r"(?:[\w.!~*'()&=+$,;?/%\-]+(?::[^\s@]*)?@)?(?:[\w\-]+(?:\.[\w\-]+)+|\[[0-9a-fA-F:.]+\]|(?<=@)[\w\-]+)",  # RFC 3261
    "sips": r"(?:[\w.!~*'()&=+$,;?/%\-]+(?::[^\s@]*)?@)?(?:[\w\-]+(?:\.[\w\-]+)+|\[[0-9a-fA-F:.]+\]|(?<=@)[\w\-]+)",
    "skype": r"[\w.,\-]+(?:\?\w+|(?=$|[\s>\"]))",
    "sms": r"\+?[\d\-.()]{3,}",  # RFC 5724
    "spotify": r"(?:track|album|artist|playlist|user|episode|show|search):\w",
    "tag": r"[\w.@\-]+,\d{4}(?:-\d\d){0,2}:",  # RFC 4151
    "tel": r"(?:\+?[\d(][\d\-.()]{2,}|\d{3,}|\*[\d*#]+)",  # RFC 3966
    "urn": r"[A-Za-z0-9][A-Za-z0-9\-]{1,31}:[\w%@(+.$]",  # RFC 8141
    "xmpp": r"(?://[^\s/]+/)?[\w.%+\-]+@[\w.\-]+",  # RFC 5122
}
"""Scheme to the pattern that its rest must begin with to be believed without ``//``."""

EMPTY_AUTHORITY = frozenset(
    {"file", "sqlite", "unix", "hdfs", "dbfs", "ldap", "ldapi", "ldaps", "chrome", "resource", "res", "ipp", "ni", "tel"}
    | {"app", "jar", "nfs", "zip", "phar", "vscode", "x-apple.systempreferences", "fb", "twitter", "maps", "comgooglemaps"}
    | {"content", "things", "shortcuts", "s3a", "s3", "gs", "viewfs", "webhdfs", "git", "duckdb", "postgresql", "postgres"}
)
"""Schemes of which ``scheme:///path`` makes sense (an empty authority, RFC 3986 3.2.2)."""

GLUED_SCHEMES = ("https", "http", "ftps", "sftp", "ftp")
"""Where letters are glued before one of these (``viewhttp://``), the URL starts here. Longest first."""

COMPOUND_PREFIXES = frozenset(
    {"view-source", "jdbc", "feed", "blob", "filesystem", "jar", "scm:git", "scm:svn", "scm:hg", "wyciwyg", "live"}
    | {"itms-services", "podcast", "pcast", "web", "bzr", "gitfs", "dav", "s3n", "jdbc:log4jdbc", "r2dbc", "cdp"}
) - {"web", "live", "dav"}
"""What may stand before a whole URL, with a colon, and belong to it (``view-source:http://``, ``jdbc:mysql://``)."""

KNOWN_SCHEMES = frozenset(
    {"http", "https", "ftp", "ftps", "sftp", "ws", "wss", "file", "gopher", "ldap", "ldaps", "nntp", "telnet", "wais", "irc"}
    | {"ircs", "irc6", "git", "svn", "ssh", "rsync", "smb", "nfs", "afp", "rtsp", "rtmp", "rtmps", "mms", "imap", "imaps"}
    | {"pop", "pops", "smtp", "smtps", "tcp", "udp", "tls", "unix", "redis", "rediss", "mongodb", "postgres", "postgresql"}
    | {"mysql", "mariadb", "sqlite", "amqp", "amqps", "mqtt", "mqtts", "kafka", "nats", "s3", "gs", "hdfs", "dav", "davs"}
    | {"webdav", "webdavs", "webcal", "webcals", "feed", "chrome", "chrome-extension", "moz-extension", "edge", "opera"}
    | {"steam", "spotify", "slack", "zoommtg", "msteams", "tg", "whatsapp", "vscode", "itms", "itms-apps", "market", "intent"}
    | {"android-app", "ios-app", "coap", "coaps", "stun", "turn", "ipfs", "ipns", "dat", "hyper", "gemini", "onion", "finger"}
    | {"teamspeak", "mumble", "xmpp", "sip", "sips", "jdbc", "jnlp", "rmi", "iiop", "corbaloc", "dict", "prospero", "z39.50r"}
    | {"z39.50s", "vnc", "rdp", "spice", "ed2k", "svn+ssh", "git+ssh", "git+https", "git+http", "hxxp", "hxxps", "shttp"}
    | {"facetime", "soap.beep", "soap.beeps", "iris.beep", "xmlrpc.beep", "vsls", "res", "resource", "view-source", "nfs4"}
    | {"acap", "snews", "msrp", "msrps", "ipp", "ipps", "payto", "cvs", "bzr", "hg", "fish", "dns", "about", "urn"}
)
"""Schemes that a reader knows when letters or digits stand right before them or their shape is unusual."""


@cache
def opaque_rest(scheme: str) -> regex.Pattern[str]:
    """Compile the pattern of what follows ``scheme:`` for a scheme of `OPAQUE_SCHEMES` (lower case)."""
    return regex.compile(OPAQUE_SCHEMES[scheme], regex.V1 if scheme != "mailto" else regex.V0)
