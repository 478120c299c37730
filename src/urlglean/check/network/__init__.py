"""Servers asked whether URLs lead anywhere: `ask`, in the manner of a `NetworkPolicy`.

How servers are asked
---------------------

Each distinct URL is asked once, without its fragment, however often it stands anywhere: by ``HEAD``, and by ``GET``
where that is refused, says nothing or tells of a fault. Pages are read only where fragments are looked for
(``--fragments``), up to ``--max-body``. Redirects are followed and told. Hosts take turns, and the folders of one host,
so that what takes long is begun early. A host gets few requests at once (``--per-host``) and, unless it is this
machine, some time between them (``--pace``); a ``Retry-After`` of up to a minute is heeded, and what may be a passing
fault is tried again (``--retries``). Where a host takes no connection, the rest of its URLs need not wait for the same.
What a server answers to people alone, and what it does not answer in proper HTTP, counts as not checked.

With ``--cache FILE``, a URL that was good is asked again after a week, one that was broken after an hour, and one that
could not be checked the next time. With ``--offline`` beside it nobody is asked, and what the file knows is told.

No address is connected to that is not on the public Internet, unless ``--allow-private`` says so. That is judged when
it is connected to, whatever name, redirect or way of writing led there. Logins (``--netrc``, or in a URL), cookies
(``--cookies``) and header fields that may be secret (``--header``) go to the hosts that they are for, and no others;
they are neither printed nor kept. Proxies are those of ``http_proxy``, ``https_proxy`` and ``no_proxy``, and
``SSL_CERT_FILE`` names further certificates to trust.

Behind it
---------

`asking` puts together what is one URL, and `cache` answers what is known. `traffic` runs the requests in a thread of
their own: `schedule` says whose turn it is, `exchange` sends one request, over `connections` whose `addresses` are
judged, with `credentials`; `journey` decides what comes after it and when, and `failures` names what went wrong.
`target` is a URL as a request needs it, `policy` what a user allows.
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
