"""What is told of a URL: whether it leads anywhere, why not and what to do about it, and where it has moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Self


class Outcome(Enum):
    """What comes of checking a URL."""

    GOOD = "good"
    BROKEN = "broken"
    UNCHECKED = "unchecked"


_GOOD, _BROKEN, _UNCHECKED = Outcome


class Cause(Enum):
    """Why a URL is good, broken or unchecked; its value is the name for machines."""

    outcome: Outcome
    told: str
    """What is wrong, for users: part of a sentence."""
    advice: str
    """What to do about it, for users; empty where there is nothing to do."""

    def __new__(cls, code: str, outcome: Outcome, told: str, advice: str = "") -> Self:
        """Make a member of the name for machines, the outcome, and the two halves of the sentence for users."""
        member = object.__new__(cls)
        member._value_ = code
        member.outcome, member.told, member.advice = outcome, told, advice
        return member

    __hash__ = object.__hash__

    @property
    def is_deliberate(self) -> bool:
        """Whether a link was left out on purpose, or nothing here can know: that is no failure to check it."""
        return self in {
            Cause.OFFLINE,
            Cause.OTHER_SCHEME,
            Cause.TEMPLATE,
            Cause.FOREIGN_LABEL,
            Cause.MADE_FILE,
            Cause.MADE_FRAGMENT,
        }

    FOUND = "found", _GOOD, "leads somewhere"
    MOVED = "moved", _GOOD, "has moved for good", "write the URL that it leads to"

    # What stands in the tree.

    MISSING_FILE = "missing-file", _BROKEN, "there is no such file", "correct the path, or add the file"
    MISSING_INDEX = "missing-index", _BROKEN, "the folder has no index page", "add one, or name a page in it"
    MISSING_FRAGMENT = (
        "missing-fragment",
        _BROKEN,
        "the page has no such fragment",
        "write an id or a heading that it has",
    )
    MISSING_TEXT = "missing-text", _BROKEN, "the page does not show this text", "quote it as the page has it"
    MISSING_LINE = "missing-line", _BROKEN, "the file has no such line", "name a line that it has"
    MISSING_ATTACHMENT = (
        "missing-attachment",
        _BROKEN,
        "the cell has no such attachment",
        "correct its name, or attach it again",
    )
    WRONG_CASE = (
        "wrong-case",
        _BROKEN,
        "the file has a name in other letter case",
        "write the name as the file has it",
    )
    OUTSIDE_TREE = (
        "outside-tree",
        _BROKEN,
        "leads out of the tree",
        "move the file into the tree, or name its root with --root-dir",
    )
    UNDEFINED_LABEL = (
        "undefined-label",
        _BROKEN,
        "nothing defines this label",
        "define it, or correct its name",
    )
    AMBIGUOUS_LABEL = (
        "ambiguous-label",
        _BROKEN,
        "the label is defined more than once, so that no definition counts",
        "leave one of them",
    )
    REDEFINED_LABEL = (
        "redefined-label",
        _GOOD,
        "the label is defined more than once, and this definition counts for nothing",
        "take one of the two out",
    )
    FOREIGN_LABEL = (
        "foreign-label",
        _UNCHECKED,
        "nothing in the tree defines this label, and another project or program may",
    )
    NO_ROOT = (
        "no-root",
        _UNCHECKED,
        "begins with a slash, and the root of the site is not known",
        "name it with --root-dir",
    )
    UNREADABLE_FILE = "unreadable-file", _UNCHECKED, "the file cannot be read", "see to its permissions"
    MALFORMED = "malformed", _BROKEN, "is no valid URL", "correct it"
    EMPTY = "empty", _BROKEN, "is empty", "say where it leads, or take it out"

    # What a server says.

    NOT_FOUND = "not-found", _BROKEN, "the server has no such page", "correct the URL, or take it out"
    GONE = "gone", _BROKEN, "the page was taken away for good", "take the link out"
    UNAUTHORIZED = (
        "unauthorized",
        _BROKEN,
        "the server asks who you are",
        "give credentials with --header or --netrc, or --accept the status",
    )
    FORBIDDEN = (
        "forbidden",
        _BROKEN,
        "the server refuses it",
        "try it in a browser; if it works there, --accept the status",
    )
    CLIENT_ERROR = "client-error", _BROKEN, "the server refuses the request", "try it in a browser"
    SERVER_ERROR = "server-error", _BROKEN, "the server failed", "try again later"
    TOO_MANY_REQUESTS = (
        "too-many-requests",
        _UNCHECKED,
        "the server wants fewer requests",
        "try again later, or raise --pace",
    )
    NO_PROGRAMS = "no-programs", _UNCHECKED, "the server answers people alone", "try it in a browser"
    ODD_STATUS = "odd-status", _BROKEN, "the server answers with a status that says nothing of a page"
    REDIRECT_LOOP = "redirect-loop", _BROKEN, "redirects lead in a circle", "write where it should lead"
    TOO_MANY_REDIRECTS = (
        "too-many-redirects",
        _BROKEN,
        "there are too many redirects",
        "write where they lead",
    )
    BAD_REDIRECT = (
        "bad-redirect",
        _BROKEN,
        "a redirect leads to nothing that can be asked",
        "write where it should lead",
    )

    # What is in the way of a server's answer.

    UNKNOWN_HOST = "unknown-host", _BROKEN, "there is no such host", "correct the name of the host"
    NO_NAME_SERVER = (
        "no-name-server",
        _UNCHECKED,
        "the name of the host cannot be looked up now",
        "see to the network, and try again",
    )
    UNREACHABLE = (
        "unreachable",
        _UNCHECKED,
        "this machine has no way to the host",
        "see to the network, and try again",
    )
    REFUSED = "refused", _BROKEN, "the host takes no connection", "correct the host or its port"
    CONNECT_TIMEOUT = (
        "connect-timeout",
        _BROKEN,
        "the host takes no connection in time",
        "try again later, or raise --connect-timeout",
    )
    TIMEOUT = "timeout", _BROKEN, "no answer comes in time", "try again later, or raise --timeout"
    CUT_OFF = "cut-off", _BROKEN, "the connection breaks off before the answer ends", "try again later"
    NOT_HTTP = "not-http", _BROKEN, "the answer is no HTTP", "correct the scheme or the port"
    ODD_HTTP = (
        "odd-http",
        _UNCHECKED,
        "the server answers, but breaks the rules of HTTP",
        "try it in a browser",
    )
    BROKEN_BODY = "broken-body", _BROKEN, "the page cannot be unpacked", "tell who runs the server"
    CERTIFICATE_EXPIRED = (
        "certificate-expired",
        _BROKEN,
        "the server's certificate has expired",
        "tell who runs the server",
    )
    CERTIFICATE_NOT_YET_VALID = (
        "certificate-not-yet-valid",
        _BROKEN,
        "the server's certificate is not valid yet",
        "see whether the clock of this machine is right",
    )
    CERTIFICATE_WRONG_NAME = (
        "certificate-wrong-name",
        _BROKEN,
        "the server's certificate is for another host",
        "write a host that it names",
    )
    CERTIFICATE_SELF_SIGNED = (
        "certificate-self-signed",
        _BROKEN,
        "the server's certificate is signed by itself",
        "if you trust it, name it with SSL_CERT_FILE",
    )
    CERTIFICATE_UNKNOWN_ISSUER = (
        "certificate-unknown-issuer",
        _BROKEN,
        "nobody that this machine trusts has signed the server's certificate",
        "if you trust its issuer, name it with SSL_CERT_FILE",
    )
    TLS_FAILED = "tls-failed", _BROKEN, "no secure connection comes about", "try it in a browser"
    PROXY_FAILED = (
        "proxy-failed",
        _UNCHECKED,
        "the proxy does not pass it on",
        "see to the proxy that the environment names",
    )

    # What was not asked.

    PRIVATE_ADDRESS = (
        "private-address",
        _UNCHECKED,
        "leads to a private address, which is not asked",
        "give --allow-private to ask it",
    )
    OTHER_SCHEME = "other-scheme", _UNCHECKED, "URLs of this scheme are not checked"
    TEMPLATE = "template", _UNCHECKED, "holds an expression, which a program fills in"
    OFFLINE = "offline", _UNCHECKED, "is not checked offline"
    NO_CLIENT = (
        "no-client",
        _UNCHECKED,
        "is not checked, for no server can be asked without the package aiohttp",
        "pip install 'urlglean[check]', or give --offline",
    )
    PAGE_TOO_LONG = (
        "page-too-long",
        _UNCHECKED,
        "the page is too long to look for the fragment",
        "raise --max-body",
    )
    MADE_FILE = (
        "made-file",
        _UNCHECKED,
        "there is no such file, and a program that makes some in this folder may make it",
    )
    MADE_FRAGMENT = (
        "made-fragment",
        _UNCHECKED,
        "the file has no such fragment, and what a program puts into its page may",
    )
    NO_FRAGMENTS = "no-fragments", _UNCHECKED, "what it leads to is no page whose fragments are known"
    INTERRUPTED = "interrupted", _UNCHECKED, "was not reached before the check was interrupted"


@dataclass(frozen=True, slots=True)
class Hop:
    """A redirect: the status that it came with, and the URL that it leads to."""

    status: int
    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about a URL. No field holds credentials."""

    url: str
    """The URL that was asked, without its fragment."""
    cause: Cause
    status: int | None = None
    """The last status that a server gave; None where none did."""
    hops: tuple[Hop, ...] = ()
    """The redirects on the way, in order."""
    moved_to: str | None = None
    """The URL to write instead: where the permanent redirects at the start of the way lead; None without one."""
    detail: str | None = None
    """What belongs to this URL alone, such as the reason that a server gave."""
    fragments: frozenset[str] | None = None
    """The ids and names on the page; None where nobody looked for them, or it is no page that has any."""
    texts: Mapping[str, bool] | None = None
    """Whether the page shows the texts that fragments ask for, by what `urlglean.check.texts.parted` gives of these;
    None where nobody looked for any."""
    asked: datetime | None = None
    """When the server was asked, in UTC; None where it was not."""
