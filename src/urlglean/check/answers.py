"""What is told of a URL: whether it leads anywhere, why not and what to do about it, and where it has moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class Outcome(Enum):
    """What comes of checking a URL."""

    GOOD = "good"
    BROKEN = "broken"
    UNCHECKED = "unchecked"


_GOOD, _BROKEN, _UNCHECKED = Outcome


class Cause(Enum):
    """Why a URL is good, broken or unchecked; its value, the name for machines, is its own with hyphens."""

    outcome: Outcome
    told: str
    """What is wrong, for users: part of a sentence."""
    advice: str
    """What to do about it, for users; empty where there is nothing to do."""

    def __init__(self, outcome: Outcome, said: str) -> None:
        """Take apart what is said to users: what is wrong; what to do."""
        self._value_ = self._name_.lower().replace("_", "-")
        self.outcome = outcome
        self.told, _, self.advice = said.partition("; ")

    @classmethod
    def _missing_(cls, value: object) -> Cause | None:
        return next((one for one in cls if one.value == value), None)

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

    FOUND = _GOOD, "leads somewhere"
    MOVED = _GOOD, "has moved for good; write the URL that it leads to"

    # What stands in the tree.

    MISSING_FILE = _BROKEN, "there is no such file; correct the path, or add the file"
    MISSING_INDEX = _BROKEN, "the folder has no index page; add one, or name a page in it"
    MISSING_FRAGMENT = _BROKEN, "the page has no such fragment; write an id or a heading that it has"
    MISSING_TEXT = _BROKEN, "the page does not show this text; quote it as the page has it"
    MISSING_LINE = _BROKEN, "the file has no such line; name a line that it has"
    MISSING_ATTACHMENT = _BROKEN, "the cell has no such attachment; correct its name, or attach it again"
    WRONG_CASE = _BROKEN, "the file has a name in other letter case; write the name as the file has it"
    OUTSIDE_TREE = (
        _BROKEN,
        "leads out of the tree; move the file into the tree, or name its root with --root-dir",
    )
    UNDEFINED_LABEL = _BROKEN, "nothing defines this label; define it, or correct its name"
    AMBIGUOUS_LABEL = (
        _BROKEN,
        "the label is defined more than once, so that no definition counts; leave one of them",
    )
    REDEFINED_LABEL = (
        _GOOD,
        "the label is defined more than once, and this definition counts for nothing; take one of the two out",
    )
    FOREIGN_LABEL = _UNCHECKED, "nothing in the tree defines this label, and another project or program may"
    NO_ROOT = (
        _UNCHECKED,
        "begins with a slash, and the root of the site is not known; name it with --root-dir",
    )
    UNREADABLE_FILE = _UNCHECKED, "the file cannot be read; see to its permissions"
    MALFORMED = _BROKEN, "is no valid URL; correct it"
    EMPTY = _BROKEN, "is empty; say where it leads, or take it out"

    # What a server says.

    NOT_FOUND = _BROKEN, "the server has no such page; correct the URL, or take it out"
    GONE = _BROKEN, "the page was taken away for good; take the link out"
    UNAUTHORIZED = (
        _BROKEN,
        "the server asks who you are; give credentials with --header or --netrc, or --accept the status",
    )
    FORBIDDEN = _BROKEN, "the server refuses it; try it in a browser; if it works there, --accept the status"
    CLIENT_ERROR = _BROKEN, "the server refuses the request; try it in a browser"
    SERVER_ERROR = _BROKEN, "the server failed; try again later"
    TOO_MANY_REQUESTS = _UNCHECKED, "the server wants fewer requests; try again later, or raise --pace"
    NO_PROGRAMS = _UNCHECKED, "the server answers people alone; try it in a browser"
    ODD_STATUS = _BROKEN, "the server answers with a status that says nothing of a page"
    REDIRECT_LOOP = _BROKEN, "redirects lead in a circle; write where it should lead"
    TOO_MANY_REDIRECTS = _BROKEN, "there are too many redirects; write where they lead"
    BAD_REDIRECT = _BROKEN, "a redirect leads to nothing that can be asked; write where it should lead"

    # What is in the way of a server's answer.

    UNKNOWN_HOST = _BROKEN, "there is no such host; correct the name of the host"
    NO_NAME_SERVER = (
        _UNCHECKED,
        "the name of the host cannot be looked up now; see to the network, and try again",
    )
    UNREACHABLE = _UNCHECKED, "this machine has no way to the host; see to the network, and try again"
    REFUSED = _BROKEN, "the host takes no connection; correct the host or its port"
    CONNECT_TIMEOUT = (
        _BROKEN,
        "the host takes no connection in time; try again later, or raise --connect-timeout",
    )
    TIMEOUT = _BROKEN, "no answer comes in time; try again later, or raise --timeout"
    CUT_OFF = _BROKEN, "the connection breaks off before the answer ends; try again later"
    NOT_HTTP = _BROKEN, "the answer is no HTTP; correct the scheme or the port"
    ODD_HTTP = _UNCHECKED, "the server answers, but breaks the rules of HTTP; try it in a browser"
    BROKEN_BODY = _BROKEN, "the page cannot be unpacked; tell who runs the server"
    CERTIFICATE_EXPIRED = _BROKEN, "the server's certificate has expired; tell who runs the server"
    CERTIFICATE_NOT_YET_VALID = (
        _BROKEN,
        "the server's certificate is not valid yet; see whether the clock of this machine is right",
    )
    CERTIFICATE_WRONG_NAME = (
        _BROKEN,
        "the server's certificate is for another host; write a host that it names",
    )
    CERTIFICATE_SELF_SIGNED = (
        _BROKEN,
        "the server's certificate is signed by itself; if you trust it, name it with SSL_CERT_FILE",
    )
    CERTIFICATE_UNKNOWN_ISSUER = (
        _BROKEN,
        "nobody that this machine trusts has signed the server's certificate;"
        " if you trust its issuer, name it with SSL_CERT_FILE",
    )
    TLS_FAILED = _BROKEN, "no secure connection comes about; try it in a browser"
    PROXY_FAILED = _UNCHECKED, "the proxy does not pass it on; see to the proxy that the environment names"

    # What was not asked.

    PRIVATE_ADDRESS = (
        _UNCHECKED,
        "leads to a private address, which is not asked; give --allow-private to ask it",
    )
    OTHER_SCHEME = _UNCHECKED, "URLs of this scheme are not checked"
    TEMPLATE = _UNCHECKED, "holds an expression, which a program fills in"
    OFFLINE = _UNCHECKED, "is not checked offline"
    NO_CLIENT = (
        _UNCHECKED,
        "is not checked, for no server can be asked without the package aiohttp;"
        " pip install 'urlglean[check]', or give --offline",
    )
    PAGE_TOO_LONG = _UNCHECKED, "the page is too long to look for the fragment; raise --max-body"
    MADE_FILE = _UNCHECKED, "there is no such file, and a program that makes some in this folder may make it"
    MADE_FRAGMENT = _UNCHECKED, "the file has no such fragment, and what a program puts into its page may"
    NO_FRAGMENTS = _UNCHECKED, "what it leads to is no page whose fragments are known"
    NOT_COMPARED = (
        _UNCHECKED,
        "too much was compared before for this to be looked for, too; check fewer files at once",
    )
    INTERRUPTED = _UNCHECKED, "was not reached before the check was interrupted"


TOOK_ALL_TIME = frozenset({Cause.CONNECT_TIMEOUT, Cause.TIMEOUT})
"""What was waited for as long as is allowed: at another time, or with more of it, it may be otherwise."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A redirect: the status that it came with, and the URL that it leads to."""

    status: int
    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about a URL. No field but ``url`` holds credentials."""

    url: str
    """The URL as it was written; in a cache of answers, without its fragment."""
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
