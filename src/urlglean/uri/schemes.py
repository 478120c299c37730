"""What is known about URI schemes: registered names, default ports, and which of them work how.

All names are in lower case; RFC 3986 section 3.1 makes the case of a scheme mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["DOMAIN_HOST", "has_scheme", "is_scheme"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")


def is_scheme(name: str) -> bool:
    """Tell whether ``name`` is a scheme by the grammar of RFC 3986 section 3.1, registered or not.

    >>> is_scheme("web+x"), is_scheme("1a"), is_scheme("")
    (True, False, False)
    """
    return _SCHEME.fullmatch(name) is not None


def has_scheme(url: str) -> bool:
    """Tell whether a reference begins with a scheme (RFC 3986 section 3.1).

    >>> has_scheme("http://a/"), has_scheme("//a/b:c"), has_scheme("http")
    (True, False, False)
    """
    return ":" in url and is_scheme(url.partition(":")[0])


SPECIAL = frozenset({"file", "ftp", "http", "https", "ws", "wss"})
"""The special schemes of the URL standard, section 3.1: browsers read what follows in a way of its own."""

DEFAULT_PORTS: Mapping[str, int] = MappingProxyType(
    {
        "acap": 674,  # RFC 2244
        # Where no RFC is named: IANA, Service Name and Transport Protocol Port Number Registry.
        "afp": 548,
        "amqp": 5672,
        "amqps": 5671,
        "coap": 5683,  # RFC 7252 6.1
        "coaps": 5684,  # RFC 7252 6.2
        "coap+tcp": 5683,  # RFC 8323 8.1
        "coaps+tcp": 5684,  # RFC 8323 8.2
        "coap+ws": 80,  # RFC 8323 8.3
        "coaps+ws": 443,  # RFC 8323 8.4
        "dict": 2628,  # RFC 2229
        "dns": 53,  # RFC 4501
        "finger": 79,  # RFC 1288
        "ftp": 21,  # RFC 1738 3.2
        "ftps": 990,
        "git": 9418,
        "gopher": 70,  # RFC 4266
        "http": 80,  # RFC 9110 4.2.1
        "https": 443,  # RFC 9110 4.2.2
        "icap": 1344,  # RFC 3507
        "imap": 143,  # RFC 5092
        "imaps": 993,
        "ipp": 631,  # RFC 3510
        "ipps": 631,  # RFC 7472
        "irc": 6667,
        "ircs": 6697,  # RFC 7194
        "ldap": 389,  # RFC 4516
        "ldaps": 636,
        "mms": 1755,
        "mongodb": 27017,
        "mqtt": 1883,
        "mqtts": 8883,
        "msrp": 2855,  # RFC 4975
        "msrps": 2855,
        "mysql": 3306,
        "nfs": 2049,  # RFC 2224
        "nntp": 119,  # RFC 5538
        "nntps": 563,
        "pop": 110,  # RFC 2384
        "postgres": 5432,
        "postgresql": 5432,
        "prospero": 1525,  # RFC 4157
        "redis": 6379,
        "rediss": 6379,
        "rmi": 1099,
        "rsync": 873,  # RFC 5781
        "rtmp": 1935,
        "rtsp": 554,  # RFC 7826 4.2
        "rtsps": 322,  # RFC 7826 4.2
        "sftp": 22,
        "sieve": 4190,  # RFC 5804
        "sip": 5060,  # RFC 3261 19.1.2
        "sips": 5061,
        "smb": 445,
        "smtp": 25,
        "snmp": 161,  # RFC 4088
        "snews": 563,  # RFC 5538
        "ssh": 22,
        "stun": 3478,  # RFC 7064
        "stuns": 5349,
        "svn": 3690,
        "svn+ssh": 22,
        "telnet": 23,  # RFC 4248
        "tftp": 69,  # RFC 3617
        "tn3270": 23,  # RFC 6270
        "turn": 3478,  # RFC 7065
        "turns": 5349,
        "vnc": 5900,  # RFC 7869
        "wais": 210,  # RFC 4156
        "ws": 80,  # RFC 6455 3
        "wss": 443,
        "xmlrpc.beep": 602,  # RFC 3529
        "z39.50r": 210,  # RFC 2056
        "z39.50s": 210,
    }
)
"""The port each scheme means where none is written."""

_HIERARCHICAL = """
    acap afp cap coap coap+tcp coap+ws coaps coaps+tcp coaps+ws cvs dav davs dict dns file finger ftp ftps git
    git+ssh gopher http https icap imap imaps ipfs ipns ipp ipps irc irc6 ircs ldap ldaps market mms mongodb
    mqtt mqtts msrp msrps mumble mysql nfs nntp nntps pop postgres postgresql prospero redis rediss res rmi
    rsync rtmp rtsp rtsps rtspu s3 sftp shttp sieve smb snews snmp ssh steam svn svn+ssh teamspeak telnet tftp
    tn3270 udp vemmi vnc wais webcal ws wss xmlrpc.beep xmlrpc.beeps z39.50 z39.50r z39.50s
"""
HIERARCHICAL = frozenset(_HIERARCHICAL.split())
"""Schemes that always use the hierarchical syntax (RFC 2396 section 5.2, step 3; RFC 3986 section 3)."""

DOMAIN_HOST = HIERARCHICAL - frozenset({"file", "ipfs", "ipns", "market", "res", "s3", "steam"})
"""Schemes whose authority names a host by the domain name system (RFC 3987 section 3.1: ``ireg-name``)."""

_REGISTERED = """
    aaa aaas about acap acct acd acr adiumxtra adt afp afs aim amss android appdata apt ar ari ark at
    attachment aw barion bb beshare bitcoin bitcoincash bl blob bluetooth bolo brid browserext cabal
    caip calculator callto cap cast casts chrome chrome-extension cid coap coap+tcp coap+ws coaps
    coaps+tcp coaps+ws com-eventbrite-attendee content content-type crid cstr cvs dab dat data dav dhttp
    diaspora dict did dis dlna-playcontainer dlna-playsingle dnp dns dntp doi donau dpp drm drop dtmi
    dtn dvb dvx dweb ed2k eid elsi embedded ens esim ethereum example facetime fax feed feedready fido
    file filesystem finger first-run-pen-experience fish fm ftp fuchsia-pkg geo gg git gitoid
    gizmoproject go gopher graph grd gtalk h323 ham hcap hcp hs20 http https hxxp hxxps hydrazone hyper
    i0 iax icap icon ilstring im imap info iotdisco ipfs ipn ipns ipp ipps irc irc6 ircs iris iris.beep
    iris.lwz iris.xpc iris.xpcs isostore itms jabber jar jms keyparc lastfm lbry ldap ldaps
    leaptofrogans lid linkid lorawan lpa lvlt machineprovisioningprogressreporter magnet mailserver
    mailto maps market matrix message microsoft.windows.camera microsoft.windows.camera.multipicker
    microsoft.windows.camera.picker mid mms modem mongodb moz mqtt mqtts ms-access ms-appinstaller
    ms-browser-extension ms-calculator ms-drive-to ms-enrollment ms-excel ms-eyecontrolspeech
    ms-gamebarservices ms-gamingoverlay ms-getoffice ms-help ms-infopath ms-inputapp
    ms-launchremotedesktop ms-lockscreencomponent-config ms-media-stream-id ms-meetnow
    ms-mixedrealitycapture ms-mobileplans ms-newsandinterests ms-officeapp ms-people ms-personacard
    ms-powerpoint ms-project ms-publisher ms-recall ms-remotedesktop ms-remotedesktop-launch
    ms-restoretabcompanion ms-screenclip ms-screensketch ms-search ms-search-repair
    ms-secondary-screen-controller ms-secondary-screen-setup ms-settings ms-settings-airplanemode
    ms-settings-bluetooth ms-settings-camera ms-settings-cellular ms-settings-cloudstorage
    ms-settings-connectabledevices ms-settings-displays-topology ms-settings-emailandaccounts
    ms-settings-language ms-settings-location ms-settings-lock ms-settings-nfctransactions
    ms-settings-notifications ms-settings-power ms-settings-privacy ms-settings-proximity
    ms-settings-screenrotation ms-settings-wifi ms-settings-workplace ms-spd ms-stickers ms-sttoverlay
    ms-transit-to ms-useractivityset ms-uup ms-virtualtouchpad ms-visio ms-walk-to ms-whiteboard
    ms-whiteboard-cmd ms-widgetboard ms-widgets ms-word msnim msrp msrps mss mt mtqp mtrust mumble
    mupdate mvn mvrp mvrps news nfs ni nih nntp notes num ocf oid onenote onenote-cmd opaquelocktoken
    openid openpgp4fpr otpauth p1 pack palm paparazzi payment payto pkcs11 platform pop pres prospero
    proxy psyc pttp pwid qb query quic-transport redis rediss reload res resource rmi rsync rtmfp rtmp
    rtsp rtsps rtspu sarif secondlife secret-token service session sftp sgn shc shelter sieve
    simpleledger simplex sip sips skype smb smp sms smtp snews snmp soap.beep soap.beeps soldat spacify
    spiffe spotify ssb ssh starknet steam stun stuns submit svn swh swid swidpath tag taler teamspeak
    teapot teapots tel teliaeid telnet tftp things thismessage thzp tip tn3270 tool turn turns tv udp
    unreal upt urn ut2004 uuid-in-package v-event vemmi ventrilo ves videotex view-source vnc vscode
    vscode-insiders vsls w3 wais wasm wasm-js wcr web+ap web3 webcal wifi wpid ws wss wtai wyciwyg
    xcompute xcon xcon-userid xfire xftp xmlrpc.beep xmlrpc.beeps xmpp xrcp xri ymsgr z39.50 z39.50r
    z39.50s
"""
IANA_SCHEMES = frozenset(_REGISTERED.split())
"""The names in IANA's registry of URI schemes: permanent, provisional and historical ones alike.

Source: IANA, Uniform Resource Identifier (URI) Schemes (RFC 7595).
"""
