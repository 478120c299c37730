"""Bytes to text by byte-order mark, declaration, UTF-8 or what the bytes look like; never an exception.

What was declared and what stands there differ often enough in old mail and old pages that a declaration is
believed only as far as the bytes bear it out. Bytes that fit nothing are read as windows-1252, because a URL
beside them must not be lost, and `Damage` says where that happened.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from urlglean.encoding.detection import (
    high_bytes,
    in_utf_8,
    is_in_other_script,
    marked_encoding,
    wide_encoding,
)
from urlglean.encoding.labels import Damage, codec_of, is_wide
from urlglean.patterns import lazy_re

__all__ = ["Decoder"]

_PLAIN = {
    # Codecs of `codec_of`, and those to decode a document with: what says ASCII may be more, and a mark at the
    # start has been dealt with before.
    "ascii": "utf-8",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
}
_SAMPLE = 1 << 16
_ENOUGH = 64
"""How many bytes it takes to tell UTF-16 without a mark from the rest."""
_ENOUGH_TO_GUESS = 4096
"""And how many, from the first that is not UTF-8 on, to tell what else it is, if there are more."""
_CONFIDENT = 0.3
"""Below this the detector has no favourite, and windows-1252 is the likelier."""
_TELLING = 8
"""How many accented letters it takes to tell one Latin alphabet from another."""
_FALLBACK = "urlglean-windows-1252"
_ALL_OF_ASCII = bytes(range(0x80))
_ASCII = frozenset(_ALL_OF_ASCII)
_ISO_2022 = "iso2022_jp_ext"
_LONGEST_LINE = 1000  # RFC 5322 2.1.1
_IN_JAPANESE = lazy_re(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")
"""Characters of Japanese between the escape sequences of ISO 2022, which are ASCII otherwise."""
_HIGH_RUN = lazy_re(rb"[\x80-\xff]++(?:[^\n\x80-\xff]{1,300}+[\x80-\xff]++)*+[^\n\x80-\xff]{0,300}+")
"""Bytes that are not ASCII, and what stands between them; cut elsewhere, it might begin within a character."""


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Read the undecodable bytes as windows-1252; its five unassigned bytes are C1 controls."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(bytes((byte,)).decode("cp1252", "ignore") or chr(byte) for byte in bad), error.end


codecs.register_error(_FALLBACK, _as_windows_1252)


def codec_for(label: str) -> str | None:
    """Give the name of the Python codec to decode the charset ``label`` with, or None where there is none.

    >>> codec_for(" ISO-8859-1 "), codec_for("UTF8"), codec_for("base64"), codec_for("x-nonsense")
    ('cp1252', 'utf-8', None, None)
    """
    codec = codec_of(label)
    return None if codec is None else _PLAIN.get(codec, codec)


class Decoder:
    r"""Decodes one document's bytes, in one piece or in many, deciding on the encoding as late as it can.

    ``declared`` is what its transport or its user says the encoding is. Without that, and without a mark, the text is
    UTF-8 until a byte says otherwise; only then is the encoding guessed, from the bytes that do not fit. ``encoding``
    is the codec in use; ``damage`` is set at the first place that was not what a declaration, a mark or the rest of
    the text promised.

    >>> Decoder().whole(b"caf\xe9"), Decoder().whole(b"\xef\xbb\xbfa")
    ('café', 'a')
    >>> decoder = Decoder("utf-8")
    >>> decoder.whole(b"caf\xe9"), decoder.damage.message
    ('café', 'declared as utf-8, but it is not: read as windows-1252')
    """

    def __init__(self, declared: str | None = None) -> None:
        self.declared = declared
        self.encoding = "utf-8"
        self.damage: Damage | None = None
        self._line = 1
        self._has_seen_utf8 = False
        self._settled: codecs.IncrementalDecoder | None = None

    def chunks(self, pieces: Iterable[bytes]) -> Iterator[str]:
        """Decode pieces of bytes into pieces of text; the cuts between them may fall inside a character.

        An empty piece, which says that more will take a while, is handed on.
        """
        pending = b""
        begun = False
        for piece in pieces:
            data = pending + piece if pending else piece
            if not begun:
                if len(data) < _ENOUGH:
                    pending = data
                    continue
                begun = True
                data = self._begin(data)
            text, pending = self._step(data, final=False, waits=not piece)
            if text:
                yield text
            if not piece:
                yield ""
        text, _ = self._step(pending if begun else self._begin(pending), final=True)
        if text:
            yield text

    def whole(self, content: str | bytes | bytearray | memoryview | Iterable[str] | Iterable[bytes]) -> str:
        """Give all of a content at once, without a mark at its beginning; a string, or strings, as they are."""
        if isinstance(content, (bytes, bytearray, memoryview)):
            return "".join(self.chunks((bytes(content),)))
        pieces = [content] if isinstance(content, str) else [*content]
        if pieces and isinstance(pieces[0], str):
            # All pieces that are handed in are of the type of the first
            return "".join(pieces).removeprefix("\ufeff")
        return "".join(self.chunks((b"".join(map(bytes, pieces)),)))  # type: ignore[arg-type]

    def _begin(self, data: bytes) -> bytes:
        """Heed a mark or a declaration; give the data without the mark."""
        marked = marked_encoding(data)
        if marked is not None:
            self.declared, size = marked
            if self.declared != "utf-8":
                self._settle(self.declared)
            return data[size:]
        codec = codec_for(self.declared) if self.declared else None
        if self.declared and codec is None:
            self._note(f"unknown encoding {self.declared!r}: it was guessed instead", "")
            self.declared = None
        wide = is_wide(codec)
        if wide or codec in {None, "utf-8"}:
            # What is declared is borne out by no more than there is in any first piece.
            sample = data[: _ENOUGH if wide else _SAMPLE]
            found = wide_encoding(sample)
            if found is None and wide and sample and sample.isascii() and b"\0" not in sample:
                found = "utf-8"
            if found and self.declared and not found.startswith(codec_of(self.declared) or ""):
                self._note(f"declared as {self.declared}, but it is not: read as {found}", "")
            codec = found or codec
        if codec is not None and codec != "utf-8":
            self._settle(codec)
        return data

    def _step(self, data: bytes, *, final: bool, waits: bool = False) -> tuple[str, bytes]:
        """Decode what is complete; give the text and the bytes of what is not.

        That is a character, a line with escapes, or bytes too few to tell their encoding: what follows tells more.
        Where that ``waits``, they have to do.
        """
        if self._settled is None:
            try:
                text, used = codecs.utf_8_decode(data, "strict", final)
            except UnicodeDecodeError as error:
                is_little = len(data) - error.start < _ENOUGH_TO_GUESS and not self._has_seen_utf8
                if is_little and not (final or waits):
                    plain = len(data) - len(data.lstrip(_ALL_OF_ASCII))
                    text = data[:plain].decode()
                    self._count(text)
                    return text, data[plain:]
                self._guess(data, error.start)
            else:
                if "\x1b" not in text or not self._switches(data):
                    if "\x1b" in text and not (final or waits) and (open_line := self._open_line(data)):
                        used = len(data) - len(open_line)
                        text = data[:used].decode()
                    self._has_seen_utf8 = self._has_seen_utf8 or not text.isascii()
                    self._count(text)
                    return text, data[used:]
        assert self._settled is not None  # noqa: S101  (_guess has just settled it; this tells the type checker)
        try:
            text = self._settled.decode(data, final)
        except UnicodeError:
            # A sequence of ISO 2022 that does not end: a decoder keeps eight bytes, and no more.
            self._settled.reset()
            text = f"\ufffd{data.decode(self.encoding, 'replace')}"
        if self.damage is None and "\ufffd" in text and self.encoding not in {"utf-8", "cp1252"}:
            self._note(f"not valid {self.encoding} here", text[: text.index("\ufffd")], lost=True)
        self._count(text)
        return text, b""

    def _guess(self, data: bytes, start: int) -> None:
        """Settle on an encoding for bytes that are not UTF-8 from ``start`` on."""
        before = data[:start].decode("utf-8", "replace")
        sample = b"\n".join(_high_runs(data))
        high = high_bytes(sample)
        if self._has_seen_utf8 or in_utf_8(sample) * 2 >= high:
            self._note("not valid UTF-8 here: such bytes were read as windows-1252", before)
            self._settle("utf-8")
            return
        guess = _detect(sample, high)
        if self.declared:
            known = guess.replace("cp125", "windows-125")
            self._note(f"declared as {self.declared}, but it is not: read as {known}", before)
        self._settle(guess)

    def _open_line(self, data: bytes) -> bytes:
        """Give what stands from the first escape on in the last line, if that is no longer than lines of mail are."""
        start = data.find(b"\x1b", data.rfind(b"\n") + 1)
        is_asked = start >= 0 and not (self.declared or self._has_seen_utf8)
        return data[start:] if is_asked and len(data) - start < _LONGEST_LINE else b""

    def _switches(self, data: bytes) -> bool:
        """Tell whether ASCII bytes are those of ISO 2022, as much old Japanese is, and settle on that if so."""
        if self.declared or self._has_seen_utf8 or _IN_JAPANESE.search(data) is None:
            return False
        try:
            codecs.getincrementaldecoder(_ISO_2022)().decode(data)
        except UnicodeError:
            return False  # the colours of a terminal, too
        self._settle(_ISO_2022)
        return True

    def _settle(self, encoding: str) -> None:
        self.encoding = encoding
        errors = _FALLBACK if encoding in {"utf-8", "cp1252"} else "replace"
        self._settled = codecs.getincrementaldecoder(encoding)(errors)

    def _count(self, text: str) -> None:
        self._line += text.count("\n") or text.count("\r")

    def _note(self, message: str, before: str, *, lost: bool = False) -> None:
        if self.damage is None:
            line = self._line + (before.count("\n") or before.count("\r"))
            self.damage = Damage(message, line, lost=lost)


def _high_runs(data: bytes) -> Iterator[bytes]:
    """Yield what stands around the bytes that are not ASCII, 64 KiB of it at most."""
    size = 0
    for found in _HIGH_RUN.finditer(data):
        yield found[0][:_SAMPLE]
        size += len(found[0])
        if size >= _SAMPLE:
            return


def _detect(sample: bytes, high: int) -> str:
    """Give the codec that a sample with ``high`` bytes beyond ASCII looks to be in, or windows-1252."""
    from turbohtml.detect import detect  # heavy, and only needed for bytes that are not UTF-8

    match = detect(sample)
    is_some_latin = match.language is None
    is_sure = match.confidence >= _CONFIDENT or is_in_other_script(
        match.encoding, match.confidence, len({*sample} - _ASCII)
    )
    if match.encoding is None or not is_sure or (is_some_latin and high < _TELLING):
        return "cp1252"
    codec = codec_for(match.encoding)
    return codec if codec is not None and codec != "utf-8" else "cp1252"
