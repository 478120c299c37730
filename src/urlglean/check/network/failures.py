"""What went wrong where no answer came: the exceptions of connections, as causes that users read of."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp

from urlglean.check.answers import Cause
from urlglean.check.network.connections import PrivateAddressError
from urlglean.check.network.target import without_credentials

_LONGEST_DETAIL = 200


@dataclass(frozen=True, slots=True)
class Failure:
    """A request without an answer."""

    cause: Cause
    detail: str | None = None


MAY_PASS = frozenset({Cause.NO_NAME_SERVER, Cause.CONNECT_TIMEOUT, Cause.TIMEOUT, Cause.CUT_OFF})
"""What may go well at another time."""
OF_METHOD = frozenset({Cause.TIMEOUT, Cause.CUT_OFF, Cause.NOT_HTTP, Cause.ODD_HTTP, Cause.BROKEN_BODY})
"""What a server may do at a request for the header, and answer one for the page."""
_CERTIFICATES: Mapping[int, Cause] = {  # the codes of OpenSSL's verification: x509_vfy.h
    9: Cause.CERTIFICATE_NOT_YET_VALID,
    10: Cause.CERTIFICATE_EXPIRED,
    18: Cause.CERTIFICATE_SELF_SIGNED,
    19: Cause.CERTIFICATE_UNKNOWN_ISSUER,
    20: Cause.CERTIFICATE_UNKNOWN_ISSUER,
    21: Cause.CERTIFICATE_UNKNOWN_ISSUER,
    62: Cause.CERTIFICATE_WRONG_NAME,
    64: Cause.CERTIFICATE_WRONG_NAME,
}
OF_HOST = frozenset(
    {
        *(Cause.UNKNOWN_HOST, Cause.NO_NAME_SERVER, Cause.UNREACHABLE, Cause.REFUSED, Cause.CONNECT_TIMEOUT),
        *(Cause.PRIVATE_ADDRESS, Cause.TLS_FAILED, *_CERTIFICATES.values()),
    }
)
"""What would be the same for any other URL of the origin."""
_NO_SUCH_NAME = frozenset(
    getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA", "EAI_ADDRFAMILY") if hasattr(socket, name)
)


def failure_of(error: BaseException) -> Failure:
    """Give the failure that an exception of aiohttp, or of a time limit, stands for."""
    match error:
        case aiohttp.ClientProxyConnectionError():
            return Failure(Cause.PROXY_FAILED, _reason(error.os_error))
        case aiohttp.ClientHttpProxyError():
            return Failure(Cause.PROXY_FAILED, f"{error.status} {error.message}".strip()[:_LONGEST_DETAIL])
        case aiohttp.ClientConnectorCertificateError():
            return _of_certificate(error.certificate_error)
        case aiohttp.ClientConnectorError():
            return _of_connection(error.os_error)
        case aiohttp.ConnectionTimeoutError():
            return Failure(Cause.CONNECT_TIMEOUT)
        case TimeoutError():
            return Failure(Cause.TIMEOUT)
        case aiohttp.ClientResponseError():
            return Failure(_of_message(error), _first_line(error.message))
        case aiohttp.ClientPayloadError(__cause__=aiohttp.http_exceptions.ContentEncodingError() as inner):
            return Failure(Cause.BROKEN_BODY, _first_line(inner.message))
        case aiohttp.ClientPayloadError() | aiohttp.ServerDisconnectedError():
            return Failure(Cause.CUT_OFF)
        case aiohttp.InvalidURL() | aiohttp.NonHttpUrlClientError():
            return Failure(Cause.MALFORMED)
        case OSError():
            return _of_connection(error)
        case _:
            return Failure(Cause.NOT_HTTP, _first_line(str(error)))


def _of_message(error: aiohttp.ClientResponseError) -> Cause:
    """Tell an answer that is no HTTP from one that is, as browsers take it, with faults in what follows its status."""
    inner: BaseException | None = error
    while inner is not None and not isinstance(inner, aiohttp.http_exceptions.BadStatusLine):
        inner = inner.__cause__ or inner.__context__
    return Cause.ODD_HTTP if inner is None else Cause.NOT_HTTP


def _of_certificate(error: Exception) -> Failure:
    if not isinstance(error, ssl.SSLCertVerificationError):
        return Failure(Cause.TLS_FAILED, _first_line(str(error)))
    return Failure(_CERTIFICATES.get(error.verify_code, Cause.TLS_FAILED), error.verify_message or None)


def _of_connection(error: OSError) -> Failure:
    match error:
        case aiohttp.ClientOSError(__cause__=OSError() as inner):
            return _of_connection(inner)  # aiohttp hides what kind of error it was
        case PrivateAddressError():
            return Failure(Cause.PRIVATE_ADDRESS, str(error) or None)
        case socket.gaierror():
            is_unknown = error.errno in _NO_SUCH_NAME
            return Failure(Cause.UNKNOWN_HOST if is_unknown else Cause.NO_NAME_SERVER)
        case ssl.SSLCertVerificationError():
            return _of_certificate(error)
        case ssl.SSLError():
            return Failure(Cause.TLS_FAILED, _reason(error))
        case TimeoutError():
            return Failure(Cause.CONNECT_TIMEOUT)
        case ConnectionRefusedError():
            return Failure(Cause.REFUSED, os.strerror(errno.ECONNREFUSED))  # Windows may give another number
        case ConnectionResetError() | ConnectionAbortedError() | BrokenPipeError():
            return Failure(Cause.CUT_OFF)  # asyncio gives no number where it happens amid a handshake
        case _:
            return Failure(Cause.UNREACHABLE, _reason(error))


def _reason(error: OSError) -> str | None:
    if isinstance(error, ssl.SSLError) and error.reason:
        return error.reason.replace("_", " ").lower()
    return _first_line(os.strerror(error.errno) if error.errno else str(error))  # asyncio adds the address


def _first_line(text: str) -> str | None:
    return without_credentials(text.strip().partition("\n")[0]).rstrip(" :.")[:_LONGEST_DETAIL] or None
