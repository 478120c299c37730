"""Servers asked whether URLs lead anywhere: `ask`, in the manner of a `NetworkPolicy`.

How servers are asked
---------------------

Each distinct URL is asked for once, without its fragment, however often it occurs: by ``HEAD``, and by ``GET`` where
that is refused, says nothing or fails. Pages are read only where fragments are looked for (``--fragments``), up to
``--max-body``. Redirects are followed, and permanent ones reported; a fragment that one states counts instead of the
one that was written, as in a browser. Hosts take turns, and so do the folders of one host, so that slow ones begin
early. A host gets few requests at once (``--per-host``) and, unless it is this machine, some time between them
(``--pace``); a ``Retry-After`` of up to a minute is heeded, and faults that may pass are tried again (``--retries``).
Where a host accepts no connection, the rest of its URLs do not wait to find that out again. What a server shows only to
people, or answers in HTTP that breaks its rules, counts as not checked.

With ``--cache FILE``, a URL that was good is asked again after a week, one that was broken after an hour, and one that
could not be checked, or had no answer in time, the next time. With ``--offline`` beside it nobody is asked, and what
the file knows is told.

Only addresses on the public Internet are connected to, unless ``--allow-private`` is given. That is judged at the
moment of connecting, whatever name, redirect or way of writing led there. Logins (``--netrc``, or in a URL), cookies
(``--cookies``) and header fields that may be secret (``--header``) go to the hosts that they are for, and to no others;
they are neither printed nor stored. Proxies are taken from ``http_proxy``, ``https_proxy`` and ``no_proxy``;
``SSL_CERT_FILE`` names further certificates to trust.

Behind it
---------

`asking` puts together what is one URL, and keeps answers. `traffic` sends the requests in a thread of their own, with
the credentials that belong to them: `schedule` says whose turn it is. They go over `connections` whose addresses are
judged; `journey` decides what comes after each and when, and `failures` names what went wrong. `target` is a URL as a
request needs it, `policy` what a user allows.
"""

from __future__ import annotations

from urlglean.check.network.asking import Headway as Headway
from urlglean.check.network.asking import ask as ask
from urlglean.check.network.asking import get_ready as get_ready
from urlglean.check.network.asking import known_answers as known_answers
from urlglean.check.network.policy import NetworkPolicy as NetworkPolicy
from urlglean.check.network.policy import RequestHeader as RequestHeader
from urlglean.check.network.target import without_credentials as without_credentials

__all__ = ["Headway", "NetworkPolicy", "RequestHeader"]
