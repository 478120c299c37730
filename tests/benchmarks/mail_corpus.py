"""An mbox to measure on: messages as the archives of technical lists hold them, the same every time.

Three decades of headers, each as long as it was in its time (one, two and four kilobytes); most messages are plain
text with a quotation and a footer, some quoted-printable or base64, one in twelve with an HTML alternative, some with a
picture or a forwarded message. The proportions are those of public list archives, as is the size: four to five
kilobytes.
"""

from __future__ import annotations

import base64
import quopri
import random
from collections.abc import Callable
from typing import NamedTuple

from corpus import ENGLISH, wrap

__all__ = ["archive"]

SENTENCES = ENGLISH.splitlines()
HOSTS = ("www.example.org", "docs.example.net", "bugs.example.org", "git.example.com", "www.example.edu")
SITES = ("example.org", "mail.example.com", "cs.example.edu", "example.net", "kestrel.example.edu")
NAMES = (
    "Ruth Fielder",
    "Tove Aasen",
    "Marge Oduya",
    "Haruka Suzuki",
    "Li Wang",
    "Jörg Müller",
    "Inês Araújo",
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

OLD = """\
Received: from lists.example.org (lists.example.org [192.0.2.17])
\tby mx{day}.example.net (8.9.3/8.9.3) with ESMTP id {id};
\t{date}
Received: (from majordomo@localhost)
\tby lists.example.org (8.9.3/8.9.3) id {id}
\tfor uri-dev-outgoing; {date}
Received: from {site} (relay.{site} [198.51.100.{day}])
\tby lists.example.org (8.9.3/8.9.3) with SMTP id {id}
\tfor <uri-dev@lists.example.org>; {date}
Message-Id: <{identifier}>
Date: {date}
From: {sender}
To: uri-dev@lists.example.org
Subject: {subject}
{threading}X-Mailer: Mozilla 4.04 [en] (X11; I; SunOS 5.5.1 sun4u)
Mime-Version: 1.0
Sender: owner-uri-dev@lists.example.org
Precedence: bulk
"""
MAILMAN = """\
Return-Path: <uri-dev-bounces@lists.example.org>
X-Original-To: uri-dev@lists.example.org
Delivered-To: uri-dev@lists.example.org
Received: from localhost (localhost.localdomain [127.0.0.1])
\tby lists.example.org (Postfix) with ESMTP id {id}
\tfor <uri-dev@lists.example.org>; {date}
Received: from lists.example.org ([127.0.0.1])
\tby localhost (lists.example.org [127.0.0.1]) (amavisd-new, port 10024)
\twith ESMTP id {id} for <uri-dev@lists.example.org>;
\t{date}
Received: from mail.{site} (mail.{site} [198.51.100.{day}])
\tby lists.example.org (Postfix) with ESMTP id {id}
\tfor <uri-dev@lists.example.org>; {date}
X-Virus-Scanned: Debian amavisd-new at lists.example.org
X-Spam-Flag: NO
X-Spam-Score: -2.549
X-Spam-Level:
X-Spam-Status: No, score=-2.549 tagged_above=-999 required=6
\ttests=[AWL=0.050, BAYES_00=-2.599]
Message-ID: <{identifier}>
Date: {date}
From: {sender}
User-Agent: Thunderbird 2.0.0.12 (X11/20080227)
MIME-Version: 1.0
To: uri-dev@lists.example.org
{threading}Subject: {subject}
X-BeenThere: uri-dev@lists.example.org
X-Mailman-Version: 2.1.9
Precedence: list
List-Id: Discussion of references and their syntax <uri-dev.lists.example.org>
List-Unsubscribe: <https://lists.example.org/mailman/listinfo/uri-dev>,
\t<mailto:uri-dev-request@lists.example.org?subject=unsubscribe>
List-Archive: <https://lists.example.org/pipermail/uri-dev>
List-Post: <mailto:uri-dev@lists.example.org>
List-Help: <mailto:uri-dev-request@lists.example.org?subject=help>
List-Subscribe: <https://lists.example.org/mailman/listinfo/uri-dev>,
\t<mailto:uri-dev-request@lists.example.org?subject=subscribe>
X-List-Received-Date: {date}
"""
RECENT = """\
Return-Path: <uri-dev-bounces@lists.example.org>
X-Original-To: uri-dev@lists.example.org
Delivered-To: uri-dev@lists.example.org
Received: from localhost (localhost [127.0.0.1])
\tby lists.example.org (Postfix) with ESMTP id {id}
\tfor <uri-dev@lists.example.org>; {date}
Authentication-Results: lists.example.org (amavisd-new); dkim=pass (2048-bit key)
\theader.d={site}
Received: from lists.example.org ([192.0.2.44])
\tby localhost (lists.example.org [127.0.0.1]) (amavisd-new, port 10024)
\twith ESMTP id {id} for <uri-dev@lists.example.org>;
\t{date}
Received: from mail-wr1-x4{day:02}.{site} (mail-wr1-x4{day:02}.{site} [IPv6:2001:db8:4864:20::4{day:02}])
\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)
\t key-exchange X25519 server-signature ECDSA (P-256) server-digest SHA256)
\t(No client certificate requested)
\tby lists.example.org (Postfix) with ESMTPS id {id}
\tfor <uri-dev@lists.example.org>; {date}
Received: by mail-wr1-x4{day:02}.{site} with SMTP id ffacd0b85a97d-{id}
        for <uri-dev@lists.example.org>; {date}
ARC-Seal: i=1; a=rsa-sha256; t=17{id}; cv=none;
        d={site}; s=arc-20240605;
        b={noise}
         {noise}
         {noise}
ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d={site}; s=arc-20240605;
        h=to:subject:message-id:date:from:in-reply-to:references:mime-version
         :dkim-signature;
        bh={noise};
        b={noise}
         {noise}
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
        d={site}; s=20230601; t=17{id}; x=17{id}; darn=lists.example.org;
        h=to:subject:message-id:date:from:in-reply-to:references:mime-version
         :from:to:cc:subject:date:message-id:reply-to;
        bh={noise};
        b={noise}
         {noise}
         {noise}
X-Google-DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
        d=1e100.example; s=20230601; t=17{id}; x=17{id};
        bh={noise};
        b={noise}
         {noise}
X-Gm-Message-State: {noise}
\t{noise}
X-Google-Smtp-Source: {noise}
X-Received: by 2002:adf:e6ca:0:b0:33b:{day:x} with SMTP id y10-20020adfe6ca000000b0033b{id}; {date}
MIME-Version: 1.0
{threading}From: {sender}
Date: {date}
Message-ID: <{identifier}>
To: uri-dev@lists.example.org
X-Mailman-Rule-Hits: nonmember-moderation
X-Mailman-Version: 3.3.9rc4
Precedence: list
Subject: {subject}
List-Id: Discussion of references and their syntax <uri-dev.lists.example.org>
Archived-At: <https://lists.example.org/archives/list/uri-dev@lists.example.org/message/{id}/>
List-Archive: <https://lists.example.org/archives/list/uri-dev@lists.example.org/>
List-Help: <mailto:uri-dev-request@lists.example.org?subject=help>
List-Owner: <mailto:uri-dev-owner@lists.example.org>
List-Post: <mailto:uri-dev@lists.example.org>
List-Subscribe: <mailto:uri-dev-join@lists.example.org>
List-Unsubscribe: <mailto:uri-dev-leave@lists.example.org>
"""
FOOTERS = {
    OLD: "",
    MAILMAN: f"{'_' * 47}\nuri-dev mailing list\nuri-dev@lists.example.org\n"
    "https://lists.example.org/mailman/listinfo/uri-dev\n",
    RECENT: f"{'_' * 47}\nuri-dev mailing list -- uri-dev@lists.example.org\n"
    "To unsubscribe send an email to uri-dev-leave@lists.example.org\n",
}


class _Sent(NamedTuple):
    """What later messages answer."""

    identifier: str
    subject: str
    lines: list[str]


class _List:
    """A list whose members answer one another."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # the same archive every time is what is wanted
        self.recent: list[_Sent] = []

    def message(self, number: int) -> str:
        """Write the next message, with its separator."""
        chance = self.chance
        header = chance.choices((OLD, MAILMAN, RECENT), (4, 4, 2))[0]
        year = chance.randrange(*{OLD: (1996, 2002), MAILMAN: (2002, 2015), RECENT: (2015, 2026)}[header])
        day, month, hour, minute = (
            chance.randint(1, 28),
            chance.choice(MONTHS),
            chance.randrange(24),
            number % 60,
        )
        site = chance.choice(SITES)
        identifier = f"{year}{number:06}.{chance.randrange(16**6):06X}@{site}"
        answered = chance.choice(self.recent) if self.recent and chance.random() < 0.75 else None
        subject = f"Re: {answered.subject}" if answered else self._subject()
        lines = self._text(answered)
        kind, body = self._body(header, lines, number)
        fields = {
            "date": f"Mon, {day} {month} {year} {hour:02}:{minute:02}:07 +0{chance.randrange(10)}00",
            "day": day,
            "id": f"{chance.randrange(16**8):08X}",
            "identifier": identifier,
            "noise": base64.b64encode(chance.randbytes(48)).decode(),
            "sender": self._sender(site),
            "site": site,
            "subject": _encoded(f"[uri-dev] {subject}"),
            "threading": f"In-Reply-To: <{answered.identifier}>\nReferences: <{answered.identifier}>\n"
            if answered
            else "",
        }
        self.recent = [*self.recent[-40:], _Sent(identifier, subject.removeprefix("Re: "), lines)]
        envelope = f"From person{number % 97}@{site} Mon {month} {day:2} {hour:02}:{minute:02}:09 {year}\n"
        return f"{envelope}{header.format(**fields)}{kind}\n{body}\n"

    def _subject(self) -> str:
        return " ".join(self.chance.choice(SENTENCES).rstrip(".").split(" ")[: self.chance.randint(3, 8)])

    def _sender(self, site: str) -> str:
        name = self.chance.choice(NAMES)
        return f"{_encoded(name)} <{name.split()[0].lower().encode('ascii', 'replace').decode()}@{site}>"

    def _url(self) -> str:
        chance = self.chance
        path = "/".join(chance.choices(("docs", "archive", "2004", "rfc", "issues", "~fielder", "wiki"), k=2))
        tail = chance.choice(
            (".html", "", "/", f"?id={chance.randrange(9999)}&view=all", f"#section-{chance.randrange(20)}")
        )
        return f"{chance.choice(('http', 'http', 'https'))}://{chance.choice(HOSTS)}/{path}/page{chance.randrange(4000)}{tail}"

    def _paragraph(self, sentences: int) -> list[str]:
        """Give wrapped lines; a URL stands in about every third paragraph."""
        chance = self.chance
        words = " ".join(chance.choices(SENTENCES, k=sentences)).split(" ")
        if chance.random() < 0.33:
            form = chance.choice(("<{}>", "({})", "{}", "{}", "{}."))
            words.insert(chance.randint(1, len(words)), form.format(self._url()))
        return [*wrap(words, 72).split("\n"), ""]

    def _text(self, answered: _Sent | None) -> list[str]:
        chance = self.chance
        lines: list[str] = []
        if answered is not None:
            lines += [f"{chance.choice(NAMES)} wrote:"]
            lines += [f"> {line}" if line else ">" for line in answered.lines[: chance.randint(8, 30)]]
            lines += [""]
        for _ in range(chance.randint(2, 5)):
            lines += self._paragraph(chance.randint(1, 4))
        lines += [chance.choice(NAMES).split()[0]]
        if chance.random() < 0.4:
            lines += ["", "-- ", chance.choice(NAMES), f"http://{chance.choice(HOSTS)}/~person/"]
        return lines

    def _body(self, header: str, lines: list[str], number: int) -> tuple[str, str]:
        """Give the fields that say what the body is, and the body."""
        text = "\n".join(lines) + "\n"
        signed = f"{text}{FOOTERS[header]}"
        charset = "iso-8859-1" if header is OLD else "utf-8"
        boundary = f"------------{number:024}"
        kinds: dict[str, Callable[[], tuple[str, str]]] = {
            "plain": lambda: ("Content-Type: text/plain; charset=us-ascii\n", _ascii(signed)),
            "quoted-printable": lambda: (
                _fields("text/plain", charset, "quoted-printable"),
                _quoted(signed, charset),
            ),
            "base64": lambda: (
                _fields("text/plain", "utf-8", "base64"),
                base64.encodebytes(signed.encode()).decode(),
            ),
            "alternative": lambda: _multipart("alternative", boundary, _alternative(text, charset)),
            "picture": lambda: _multipart("mixed", boundary, self._with_picture(signed)),
            "forwarded": lambda: _multipart("mixed", boundary, [_plain(signed), self._forwarded()]),
        }
        weights = {OLD: (88, 8, 0, 2, 1, 1), MAILMAN: (69, 14, 3, 9, 3, 2), RECENT: (48, 22, 4, 22, 3, 1)}[
            header
        ]
        return kinds[self.chance.choices(tuple(kinds), weights)[0]]()

    def _with_picture(self, text: str) -> list[str]:
        picture = base64.encodebytes(self.chance.randbytes(20_000)).decode()
        fields = 'Content-Type: image/png; name="map.png"\nContent-Transfer-Encoding: base64\n'
        return [_plain(text), f"{fields}\n{picture}"]

    def _forwarded(self) -> str:
        text = "\n".join(self._paragraph(3))
        return (
            f"Content-Type: message/rfc822\n\nFrom: {self._sender('example.org')}\nSubject: {self._subject()}\n"
            f"Date: Tue, 3 Mar 1998 10:00:00 GMT\n\n{text}\n"
        )


def _encoded(value: str) -> str:
    if value.isascii():
        return value
    return "=?UTF-8?B?" + base64.b64encode(value.encode()).decode() + "?="


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode()


def _plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=us-ascii\n\n{_ascii(text)}"


def _fields(media_type: str, charset: str, encoding: str) -> str:
    return f"Content-Type: {media_type}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n"


def _quoted(text: str, charset: str) -> str:
    return quopri.encodestring(text.encode(charset, "replace")).decode()


def _multipart(subtype: str, boundary: str, parts: list[str]) -> tuple[str, str]:
    body = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f'Content-Type: multipart/{subtype}; boundary="{boundary}"\n', f"{body}--{boundary}--\n"


def _alternative(text: str, charset: str) -> list[str]:
    """Give a text and the same text as a mail client makes HTML of it."""
    lines = []
    for line in text.splitlines():
        words = [_anchor(word) if "://" in word else word for word in line.split(" ")]
        lines.append(f"<div>{' '.join(words) or '<br>'}</div>")
    page = (
        '<html><head><meta http-equiv="Content-Type" content="text/html"></head>\n'
        '<body style="font-family:arial,sans-serif">\n' + "\n".join(lines) + "\n</body></html>\n"
    )
    fields = _fields("text/html", charset, "quoted-printable")
    return [
        f"{_fields('text/plain', charset, 'quoted-printable')}\n{_quoted(text, charset)}",
        f"{fields}\n{_quoted(page, charset)}",
    ]


def _anchor(word: str) -> str:
    start, end = word.find("http"), len(word.rstrip(".>)"))
    url = word[start:end].replace("&", "&amp;")
    return f'{word[:start]}<a href="{url}" target="_blank">{url}</a>{word[end:]}'.replace("<<a", "&lt;<a")


def archive(messages: int, *, seed: int = 1997) -> bytes:
    """Make an mbox of so many messages."""
    group = _List(seed)
    return "".join(group.message(number) for number in range(messages)).encode()
