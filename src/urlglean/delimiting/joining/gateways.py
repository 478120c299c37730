"""The gateways of mail, which put their own URL around each that somebody wrote: where such a URL has its end."""

from __future__ import annotations

from urlglean.delimiting.alphabet import PUNCTUATION
from urlglean.patterns import lazy_re

_GATEWAY = lazy_re(
    r"(?i)https?://(?:(urldefense(?:\.proofpoint)?\.(?:com|us)/v3/__)|(urldefense\.proofpoint\.com/v2/url\?)"
    r"|([\w\-]+\.safelinks\.protection\.(?:outlook\.com|office365\.us|partner\.outlook\.cn)/)"
    r"|(teams\.microsoft\.com/l/meetup-join/))"
)
"""What gateways of mail put before a URL that somebody wrote: it is long, and broken more often than others."""
_END_OF_GATEWAY = (("$",), ("e=",), ("reserved=0",), ("%7d", "}"))
"""What each of them ends in, whatever the target: Proofpoint's two forms, Safe Links, invitations to Teams."""


def waits_for_end(before: str, token: str) -> bool | None:
    """Tell whether a URL that may go on with ``token`` is a gateway's without its end; None where it is another's.

    >>> waits_for_end("https://urldefense.com/v3/__http://a.b/c__;!!", "d!e$"), waits_for_end("http://a.b/", "c")
    (True, None)
    """
    found = _GATEWAY.match(before + token)
    if found is None:
        return None
    ends = _END_OF_GATEWAY[(found.lastindex or 1) - 1]
    return found.end() > len(before) or not before.rstrip(f"{PUNCTUATION})]").lower().endswith(ends)
