"""The steps of normalization and the rungs they make: each a function from a Reference to a Reference.

RFC 3986 section 6.2 calls it the ladder of comparison. A *rung* is a tuple of steps, each rung the one below and more.
No step of a rung merges two URLs that differ in meaning; the ones that can are steps to be added by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from urlglean.patterns import lazy_re
from urlglean.uri.characters import decode_unreserved, encode_illegal, uppercase_triplets
from urlglean.uri.hosts import canonical_host, ends_in_number, is_domain
from urlglean.uri.reference import (
    Authority,
    Reference,
    compose_authority,
    parse_authority,
    remove_dot_segments,
)
from urlglean.uri.resolve import rooted_apart
from urlglean.uri.schemes import DEFAULT_PORTS, DOMAIN_HOST, NO_HOST, SPECIAL, is_scheme


@dataclass(frozen=True, slots=True)
class Step:
    """One rule: what it is called, where it is from, and what it does to a reference."""

    name: str
    section: str
    """The document and section it is from."""
    summary: str
    """What it does, in one line."""
    apply: Callable[[Reference], Reference]
    merges: bool = False
    """True where it can make one of two URLs that differ in meaning. No rung has such a step."""


def _step(
    name: str, section: str, summary: str, *, merges: bool = False
) -> Callable[[Callable[[Reference], Reference]], Step]:
    """Make a step of the function below, which is no more to be called by itself."""
    return lambda apply: Step(name, section, summary, apply, merges)


# -- 6.2.2 syntax-based normalization -----------------------------------------------------------------------


@_step("scheme-case", "RFC 3986 6.2.2.1", "the scheme in lower case")
def _lowercase_scheme(ref: Reference) -> Reference:
    scheme = ref.scheme
    if scheme is None or scheme.islower() or not is_scheme(scheme):
        return ref
    return ref._replace(scheme=scheme.lower())


def _each(ref: Reference, change: Callable[[str], str]) -> Reference:
    """Apply a change of characters to every component but the scheme."""
    scheme, authority, path, query, fragment = ref
    return Reference(
        scheme,
        change(authority) if authority else authority,
        change(path) if path else path,
        change(query) if query else query,
        change(fragment) if fragment else fragment,
    )


@_step("iri-to-uri", "RFC 3987 3.1", "what is not ASCII, or not allowed, percent-encoded as UTF-8")
def _encode_iri(ref: Reference) -> Reference:
    authority = ref.authority
    if authority and not authority.isascii() and _has_domain(ref):
        parts = parse_authority(authority)
        ref = _with_host(ref, parts, None if parts.host.isascii() else canonical_host(parts.host))
    return _each(ref, encode_illegal)


def _has_domain(ref: Reference) -> bool:
    scheme = ref.scheme
    return scheme is not None and scheme.lower() in NAMES_HOST


NAMES_HOST = SPECIAL | DOMAIN_HOST


@_step("percent-case", "RFC 3986 6.2.2.1", "percent-encoded octets in upper case")
def _uppercase_triplets(ref: Reference) -> Reference:
    return _each(ref, uppercase_triplets)


def _with_host(ref: Reference, parts: Authority, host: str | None) -> Reference:
    """Give a reference another host for that among the ``parts`` of its authority; itself where there is no other."""
    if host is None or host == parts.host:
        return ref
    return ref._replace(authority=compose_authority(parts._replace(host=host)))


@_step("percent-unreserved", "RFC 3986 6.2.2.2", "percent-encoded letters, digits and -._~ decoded")
def _decode_unreserved(ref: Reference) -> Reference:
    return _each(ref, decode_unreserved)


_TRIPLET_OR_UPPERCASE = lazy_re("(%[0-9A-Fa-f]{2})|[A-Z]+")


@_step("host-case", "RFC 3986 6.2.2.1", "the host in lower case")
def _lowercase_host(ref: Reference) -> Reference:
    authority = ref.authority
    if not authority or authority.islower() or ref.scheme in NO_HOST or _is_drive(ref):
        return ref
    parts = parse_authority(authority)
    # The zone of an IPv6 address names an interface, by the letter (RFC 6874 section 2).
    host, mark, zone = parts.host.partition("%25") if parts.host.startswith("[") else (parts.host, "", "")
    lower = _TRIPLET_OR_UPPERCASE.sub(lambda found: found[1] or found[0].lower(), host)
    return _with_host(ref, parts, lower + mark + zone)


def _is_drive(ref: Reference) -> bool:
    """Tell whether a Windows drive letter stands where the host of a ``file:`` belongs (RFC 8089 E.2)."""
    return ref.scheme == "file" and _DRIVE_AS_HOST.fullmatch(ref.authority or "") is not None


@_step("dot-segments", "RFC 3986 6.2.2.3", "no . and .. segments in the path")
def _remove_dots(ref: Reference) -> Reference:
    if "/." not in ref.path or not ref.path.startswith("/"):
        return ref
    return rooted_apart(ref._replace(path=remove_dot_segments(ref.path)))


# -- 6.2.3 scheme-based normalization -----------------------------------------------------------------------


@_step("host-ascii", "RFC 3986 6.2.3, UTS 46", "a domain or address as the URL standard writes it")
def _canonical_host(ref: Reference) -> Reference:
    authority = ref.authority
    if not authority or ref.scheme is None or _is_drive(ref):
        return ref
    parts = parse_authority(authority)
    if ref.scheme not in NAMES_HOST and not parts.host.startswith("["):
        return ref
    return _with_host(ref, parts, canonical_host(parts.host))


PORTS = {scheme: str(port) for scheme, port in DEFAULT_PORTS.items()}


@_step("default-port", "RFC 3986 6.2.3", "no empty port, no default port, no zeros before one")
def _remove_default_port(ref: Reference) -> Reference:
    authority = ref.authority
    if not authority:
        return ref
    parts = parse_authority(authority)
    # Nothing but the port's colon can be meant by a colon after such a host.
    is_clear = parts.host.endswith("]") if parts.host.startswith("[") else ":" not in parts.host
    if parts.port is None or not parts.host or ref.scheme == "file" or not is_clear:
        return ref
    port = parts.port.lstrip("0") or parts.port[-1:]
    default = PORTS.get(ref.scheme or "")
    return ref._replace(
        authority=compose_authority(parts._replace(port=None if port in ("", default) else port))
    )


@_step("empty-path", "RFC 3986 6.2.3", "the empty path after an authority as /")
def _root_path(ref: Reference) -> Reference:
    if ref.path or not ref.scheme or not (ref.authority or (ref.authority == "" and ref.scheme == "file")):
        return ref
    return ref._replace(path="/")


_DRIVE = lazy_re(r"\A/([A-Za-z])(?:\||%7C)(?=/|\Z)")
_DRIVE_AS_HOST = lazy_re(r"([A-Za-z])(?::|\||%7C)")


@_step("local-file", "RFC 8089 2, E.2.2", "file:/x and file://localhost/x as file:///x, a drive C| as C:")
def _local_file(ref: Reference) -> Reference:
    scheme, authority, path, query, fragment = ref
    if scheme != "file":
        return ref
    drive = _DRIVE_AS_HOST.fullmatch(authority or "")
    if drive:
        path = f"/{drive[1]}:{path}"
    elif authority not in _THIS_HOST or not (path.startswith("/") if path else authority is not None):
        return ref
    return Reference(scheme, "", _DRIVE.sub(r"/\1:", remove_dot_segments(path)), query, fragment)


_THIS_HOST = frozenset({None, "", "localhost"})

# Where the host stands in schemes without an authority: after the "@", or, in sip: without one, at the start.
_HOST = r"(?:\[[0-9A-Fa-f:.]++\]|[^@,;:/?\[]++)"
_ADDRESS_HOST = lazy_re(rf"(?<=@){_HOST}(?=[,;:/?]|\Z)")
_SIP_HOST = lazy_re(rf"\A{_HOST}(?=[^@]*\Z)")
_ADDRESS_SCHEMES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        **dict.fromkeys(("acct", "im", "mailto", "pres", "xmpp"), _ADDRESS_HOST),
        **dict.fromkeys(("sip", "sips"), lazy_re(f"{_ADDRESS_HOST.pattern}|{_SIP_HOST.pattern}")),
    }
)


@_step("address-host", "RFC 3986 6.2.3, RFC 6068", "the domain of a mailto: or sip: address in lower case")
def _address_host(ref: Reference) -> Reference:
    pattern = _ADDRESS_SCHEMES.get(ref.scheme or "")
    if pattern is None or ref.authority is not None:
        return ref
    path = pattern.sub(lambda found: _canonical_domain(found[0]), ref.path)
    return ref if path == ref.path else ref._replace(path=path)


def _canonical_domain(name: str) -> str:
    """Write a domain name by UTS 46, an IP literal by RFC 5952; what else ends in a number is none of them.

    What would part it in two stays encoded.
    """
    written = None if ends_in_number(name) else canonical_host(name)
    return name if written is None or not {",", ";"}.isdisjoint(written) else written


_NAMESPACE = lazy_re(r"\A[A-Za-z0-9-]++(?=:)")


@_step("urn-namespace", "RFC 8141 3.1", "the namespace of a urn: in lower case")
def _urn_namespace(ref: Reference) -> Reference:
    if ref.scheme != "urn" or ref.authority is not None:
        return ref
    return ref._replace(path=_NAMESPACE.sub(lambda found: found[0].lower(), ref.path))


_NUMBER = lazy_re(r"(?=[A-Fa-f+*().-]*+[0-9])[0-9A-Fa-f+*().-]++(?=;|\Z)")
_SEPARATORS = lazy_re(r"[().-]+")


@_step("tel-separators", "RFC 3966 4", "no visual separators in a tel: number")
def _tel_separators(ref: Reference) -> Reference:
    number = _NUMBER.match(ref.path) if ref.scheme == "tel" and ref.authority is None else None
    if number is None:
        return ref
    return ref._replace(path=_SEPARATORS.sub("", number[0]) + ref.path[number.end() :])


# -- steps that can merge, to be added by name --------------------------------------------------------------

# Parameters that say how a reader came, not what is asked for; a trailing "*" stands for any rest.
_TRACKING_NAMES = """
    utm_* mtm_* matomo_* pk_* piwik_* hsa_* _hs* __hs* oly_* vero_* dmi_* gclid gclsrc dclid gbraid wbraid
    gad_source gad_campaignid srsltid _ga _gl fbclid fb_action_ids fb_action_types fb_ref fb_source igsh
    igshid msclkid yclid ysclid _openstat twclid ttclid li_fat_id sccid rdt_cid epik mc_cid mc_eid mkt_tok _ke
    _branch_match_id _branch_referrer s_cid s_kwcid ef_id wickedid irclickid irgwc zanpid rb_clickid
    trkcampaign elqtrackid elqtrack elqaid elqat elqcampaignid dm_i bbeml cmpid xtor wt_mc
"""
_SESSION_NAMES = (
    "phpsessid jsessionid aspsessionid* cfid cftoken cfsessionid sessionid session_id session-id oscsid zenid"
)
# A name too short to tell, unless its value looks drawn by lot.
_DRAWN_SESSION = r"(?:sid|s|sess|sessid)=(?:[0-9a-f]{16,}|[0-9a-z]{24,})"


def _names_pattern(names: str, *others: str) -> re.Pattern[str]:
    """Match a parameter (``name=value`` or ``name``) by its name, behind a broken ``&amp;`` too."""
    alternatives = [re.escape(name).replace(r"\*", "[^=]*") + "(?:=.*)?" for name in names.split()]
    return lazy_re(rf"(?:amp;)*(?:{'|'.join([*alternatives, *others])})", re.IGNORECASE | re.DOTALL)


_TRACKING = _names_pattern(_TRACKING_NAMES)
_SESSION = _names_pattern(_SESSION_NAMES, _DRAWN_SESSION)
_SESSION_IN_PATH = lazy_re(
    r";(?:jsessionid|phpsessid|sid)=[^/;]*|/\((?:[a-z]\([0-9a-z]{20,}\))+\)(?=/)", re.IGNORECASE
)


def _without_parameters(query: str | None, unwanted: re.Pattern[str]) -> str | None:
    """Leave out parameters; where none stays, the query is gone with its ``?``."""
    if not query:
        return query
    kept = [piece for piece in query.split("&") if not unwanted.fullmatch(piece)]
    return "&".join(kept) if kept else None


@_step("drop-tracking", "beyond RFC 3986 6.2", "no parameters of advertising and campaigns", merges=True)
def _drop_tracking(ref: Reference) -> Reference:
    return ref._replace(query=_without_parameters(ref.query, _TRACKING))


@_step("drop-session-ids", "beyond RFC 3986 6.2", "no session identifiers in query or path", merges=True)
def _drop_session_ids(ref: Reference) -> Reference:
    path = _SESSION_IN_PATH.sub("", ref.path)
    return rooted_apart(ref._replace(path=path, query=_without_parameters(ref.query, _SESSION)))


@_step("sort-query", "beyond RFC 3986 6.2", "the parameters sorted by name", merges=True)
def _sort_query(ref: Reference) -> Reference:
    if not ref.query or "&" not in ref.query:
        return ref
    return ref._replace(
        query="&".join(sorted(ref.query.split("&"), key=lambda piece: piece.partition("=")[0]))
    )


@_step("strip-www", "beyond RFC 3986 6.2", "no www. before a domain", merges=True)
def _strip_www(ref: Reference) -> Reference:
    if not ref.authority or not _has_domain(ref):
        return ref
    parts = parse_authority(ref.authority)
    rest = parts.host
    while (
        rest[:4].lower() == "www."
        and is_domain(rest[4:])
        and "." in rest[4:-1]
        and not ends_in_number(rest[4:])
    ):
        rest = rest[4:]
    return _with_host(ref, parts, rest)


@_step("drop-fragment", "RFC 3986 6.1", "no fragment", merges=True)
def _drop_fragment(ref: Reference) -> Reference:
    return ref._replace(fragment=None)


@_step(
    "encode-apostrophe",
    "URL standard 1.3",
    "an apostrophe in a query as %27, as browsers send it",
    merges=True,
)
def _encode_apostrophe(ref: Reference) -> Reference:
    if not ref.query or ref.scheme is None or ref.scheme.lower() not in SPECIAL:
        return ref
    return ref._replace(query=ref.query.replace("'", "%27"))


# -- the ladder ---------------------------------------------------------------------------------------------

_SYNTAX = (
    _lowercase_scheme,
    _encode_iri,
    _uppercase_triplets,
    _decode_unreserved,
    _lowercase_host,
    _remove_dots,
)
_SCHEME = (
    *_SYNTAX,
    _canonical_host,
    _remove_default_port,
    _local_file,
    _root_path,
    _address_host,
    _urn_namespace,
    _tel_separators,
)
RUNGS: Mapping[str, tuple[Step, ...]] = MappingProxyType(
    {"string": (), "syntax": _SYNTAX, "scheme": _SCHEME, "protocol": _SCHEME}
)
"""The rungs of RFC 3986 section 6.2 and their steps, lowest first; on ``protocol`` redirects come last."""

_OPTIONAL = (_drop_tracking, _drop_session_ids, _sort_query, _strip_www, _drop_fragment, _encode_apostrophe)
STEPS: Mapping[str, Step] = MappingProxyType({step.name: step for step in (*_SCHEME, *_OPTIONAL)})
"""Every step by name. The ones with ``merges`` belong to no rung: they are added by name."""
