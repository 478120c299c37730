"""`urlglean.encoding.detection`: UTF-16 and UTF-32 by their bytes, and what encoding undeclared pages look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.encoding.detection import marked_encoding, undeclared_encoding, wide_encoding
from urlglean.encoding.labels import canonical_encoding

TEXT = "see http://example.org/a?b=c and\nso on, na\u00efve \u65e5\u672c"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_each_is_told_from_the_others_without_a_mark(encoding: str) -> None:
    assert wide_encoding(TEXT.encode(encoding)) == encoding


@pytest.mark.parametrize(
    "text",
    [
        "\u0441\u043c. http://example.org/ \u0438 \u0434\u0430\u043b\u044c\u0448\u0435",
        "\u043a\u043d\u0438\u0433\u0430 \u0438 \u0434\u043e\u043c \u043d\u0430 \u0433\u043e\u0440\u0435",
        "\u0915\u093f\u0924\u093e\u092c \u092f\u0939 \u0939\u0948 \u0914\u0930 \u0935\u0939",
        "\u898b\u3066 http://a.jp/ \u304f\u3060\u3055\u3044\u3002\u65e5\u672c\u8a9e\u306e\u6587\u7ae0",
        "a\n\nb\n\nhttp://a/\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_of_any_script_is_told(text: str, encoding: str) -> None:
    assert wide_encoding((text * 2).encode(encoding)) == encoding


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-16-le", ("utf-16-le", 2)),
        ("utf-16-be", ("utf-16-be", 2)),
        ("utf-32-le", ("utf-32-le", 4)),
        ("utf-32-be", ("utf-32-be", 4)),
        ("utf-8", ("utf-8", 3)),
    ],
)
def test_a_mark_names_its_encoding(encoding: str, expected: tuple[str, int]) -> None:
    assert marked_encoding(("\ufeff" + TEXT).encode(encoding)) == expected
    assert marked_encoding(TEXT.encode(encoding)) is None
    assert marked_encoding(b"") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        bytes(range(256)),
        bytes(64),
        b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\x01\0\0\0",
        b"".join(number.to_bytes(2, "little") for number in range(400)),
        b"\x01\0\x02\0\x03\0" * 40,
        b"a\0b http://example.org/x",  # a text with a byte that is none
        b"see\0http://example.org/",
    ],
)
def test_binary_is_not_taken_for_utf_16(data: bytes) -> None:
    assert wide_encoding(data) is None


# What encoding undeclared pages look like: right for real words, and never by what is no word.


GUESSED = [
    ("Расписание поездов дальнего следования на лето", "windows-1251", "windows-1251"),
    ("Расписание поездов дальнего следования на лето", "koi8-r", "KOI8-R"),
    ("Расписание поездов дальнего следования на лето", "iso-8859-5", "ISO-8859-5"),
    ("Расписание поездов дальнего следования на лето", "cp866", "IBM866"),
    ("Розклад потягів, їхні зупинки і ціни на літо", "koi8-u", "KOI8-U"),
    ("جدول مواعيد القطارات في فصل الصيف ومحطات التوقف", "iso-8859-6", "ISO-8859-6"),
    ("جدول مواعيد القطارات في فصل الصيف ومحطات التوقف", "windows-1256", "windows-1256"),
    (
        "Δρομολόγια των τρένων για το καλοκαίρι και οι στάσεις",
        "iso-8859-7",
        "windows-1253",
    ),  # the same in both
    ("Άνδρος, Άργος και Άρτα: τα δρομολόγια για το καλοκαίρι", "iso-8859-7", "ISO-8859-7"),
    ("Δρομολόγια των τρένων για το “καλοκαίρι” – οι στάσεις", "windows-1253", "windows-1253"),
    ("Άνδρος, Άργος και Άρτα: τα δρομολόγια για το καλοκαίρι", "windows-1253", "windows-1253"),
    ("לוח הזמנים של הרכבות לקיץ והתחנות בדרך", "windows-1255", "windows-1255"),
    ("לוח הזמנים של הרכבות לקיץ והתחנות בדרך", "iso-8859-8", "windows-1255"),
    ("Hoş geldiniz! Şehir içi ulaşım, öğrenci işleri ve güncel duyurular", "windows-1254", "windows-1254"),
    (
        "Rozkład jazdy pociągów na lato: wszystkie przystanki i opłaty są już znane",
        "iso-8859-2",
        "ISO-8859-2",
    ),
    (
        "Rozkład jazdy na lato: późniejsze pociągi są też w środę, a świąteczne kończą",
        "cp1250",
        "windows-1250",
    ),
    ("Jízdní řády vlaků na léto: všechny zastávky, příplatky a změny", "windows-1250", "windows-1250"),
    (
        "A nyári menetrend: a vonatok őszi indulási ideje, a megállók és a jegyek ára, a hűséges utazóknak"
        " külön gyűjtőjegy és fölösleges költség nélküli átszállás",
        "windows-1250",
        "windows-1250",
    ),
    (
        "Šiame puslapyje rasite naujausias žinias, orų prognozę ir įvykių kalendorių, skelbimus ir nuotraukų galeriją",
        "cp1257",
        "windows-1257",
    ),
    (
        "Vasaras vilcienu saraksts: visas pieturas un izmaiņas jau ir zināmas, šajā mēnesī būs arī biļetes",
        "cp1257",
        "windows-1257",
    ),
    (
        "Lütfen aşağıdaki hataları düzeltin ve parolayı değiştirin",
        "cp1254",
        "windows-1254",
    ),
    ("Grüße aus München, die Straße führt über die Brücke", "windows-1252", "windows-1252"),
    ("Une page en français, déjà très vue, où rien n'est déclaré.", "windows-1252", "windows-1252"),
    ("O horário de verão: as estações, os preços e as informações já estão aqui.", "cp1252", "windows-1252"),
    ("Tågtider för sommaren: alla hållplatser är här på svenska", "windows-1252", "windows-1252"),
    ("夏の時刻表です。出発駅と到着駅を選んでください。", "shift_jis", "Shift_JIS"),
    ("夏の時刻表です。出発駅と到着駅を選んでください。", "euc_jp", "EUC-JP"),
    ("这是一个没有声明编码的网页。我们测试浏览器如何检测。", "gbk", "GBK"),
    ("这是一个没有声明编码的网页。我们用它测试。㐀字不在里面。© 例子", "gb18030", "gb18030"),
    ("這是一個沒有宣告編碼的網頁。我們測試瀏覽器如何偵測。", "big5", "Big5"),
    ("이것은 인코딩이 선언되지 않은 페이지입니다.", "euc_kr", "EUC-KR"),
]

NO_WORDS = [
    # Bytes beyond ASCII that no word has, as pages of every language are full of them.
    "<td>\xa0</td>" * 30,
    "<td>\xa0\xa0\xa0 5\xa0km</td>" * 30,
    "Mr.\xa0Smith and\xa0Mrs.\xa0Jones, page\xa012. " * 30,
    "<p>© 1997, 1998 Example Books. £5, £6 and £7; § 3; 20° to 30°; « x »; 3 × 4 · 5 </p>" * 10,
    "<h2>Chapter <a title=permalink>¶</a></h2>" * 30,
    "<h2>Chapter<a title=permalink>¶</a></h2>" * 30,
    "It’s “quoted” – and • bulleted… " * 20,
    "<p>naïve naïve naïve naïve naïve naïve naïve naïve naïve</p>",
]


@pytest.mark.parametrize(("text", "encoding", "name"), GUESSED)
def test_words_tell(text: str, encoding: str, name: str) -> None:
    assert undeclared_encoding((text * 2).encode(encoding)) == name


@pytest.mark.parametrize(("text", "encoding", "name"), GUESSED)
def test_words_tell_among_no_break_spaces(text: str, encoding: str, name: str) -> None:
    in_table = f"<td>{text}</td>\n<td> </td>\n".encode(encoding) * 2
    has_one = encoding in {"windows-1250", "cp1250", "windows-1251", "windows-1252", "cp1252", "iso-8859-2"}
    assert undeclared_encoding(in_table.replace(b"<td> <", b"<td>\xa0<") if has_one else in_table) == name


@pytest.mark.parametrize("text", NO_WORDS)
def test_what_no_word_has_says_nothing(text: str) -> None:
    assert undeclared_encoding(text.encode("windows-1252")) == "windows-1252"


def test_few_letters_say_nothing() -> None:
    assert undeclared_encoding("жук".encode("koi8-r")) == "windows-1252"
    assert undeclared_encoding("жжжжжжжжжжжж".encode("koi8-r")) == "windows-1252"


def test_utf_8_needs_a_declaration_unless_it_is_a_file() -> None:
    page = "Grüße, привет, 你好".encode()
    assert undeclared_encoding(page) == "windows-1252"
    assert undeclared_encoding(page, is_file=True) == "UTF-8"
    assert undeclared_encoding(page + b"\xff \xc3", is_file=True) == "UTF-8"  # damaged, or cut off
    for text, fitting in (("é", 2), ("éé", 4), ("ééé", 6)):  # beside two bytes that are none of it
        name = "UTF-8" if fitting == 6 else "windows-1252"
        assert undeclared_encoding(text.encode() + b"\xe9 \xe8", is_file=True) == name
    assert undeclared_encoding(b"plain", is_file=True) == "windows-1252"


@given(st.binary(max_size=300))
def test_any_bytes_give_a_name_of_the_standard(data: bytes) -> None:
    name = undeclared_encoding(data)
    assert canonical_encoding(name) == name
