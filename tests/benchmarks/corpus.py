"""Texts to measure on, and which URLs stand in them: made from sentences written here, the same every time.

A text of a situation holds its URLs where texts hold them: in the middle of a sentence, in parentheses, in
angle brackets, before a full stop, and, once lines are wrapped, at the ends of lines about as often as not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["HOSTILE", "Situation", "prose", "situations"]

WIDTH = 72

ENGLISH = """\
The harbour master keeps two ledgers, one for the ships that came and one for those that were only expected.
Nobody had opened the upper store since the flood, and the key hung on its nail as if for decoration.
We measured the well again on Thursday: eleven metres and a hand, which is less than grandfather wrote.
If the lamp is lit before five o'clock, the keeper enters the hour, the wind and the price of oil.
Most of the letters concern apples; three concern a lawsuit about a goat; one, undated, is a recipe for ink.
A good catalogue does not say where a book should be but where it was last seen.
The second edition corrects the map, although the correction is itself off by about a mile (see the errata).
"You may borrow the ladder," said the sexton, "but the bell stays where it is."
Salt was carried over the pass in sacks of forty pounds, and every sack paid its toll at the upper bridge.
In the dry years the river gives back what it took: a plough, two wheels, the better part of a piano.
The clock in the square runs four minutes fast, so that those who catch the train believe themselves punctual.
It is easier to mend a roof than to agree upon the colour of the tiles.
Her notes on the migration of swifts fill nineteen volumes; the twentieth contains only weather.
The bakery opens at 4:30, closes when the bread is gone, and has never kept any other rule.
What the survey calls a road is, for six months of the year, a stream with opinions.
He collected tram tickets from cities he had not visited, arranged by the wear of their corners.
The council voted 7 to 6 for the fountain, then 6 to 7 against the water.
There are eleven kinds of knots in the book and the fishermen here use a twelfth.
Every autumn the school prints a small almanac: tides, eclipses, the birthdays of the teachers' cats.
The old telescope was sold for its brass, but the lens went to a watchmaker who still has it.
Between the first frost and the last, the orchard needs nothing except to be left alone.
They rebuilt the mill from drawings made by a child, because no other drawings had survived.
One learns to read the sea slowly: first the colour, then the sound, at last the silence before the squall.
The archive is open on Mondays and by appointment; bring a pencil, since pens are not admitted.
When the cable finally reached the island, the first message was a question about the price of wool.
My neighbour tunes pianos by day and bicycles by night, and charges the same for both.
A map without a legend is a picture; a legend without a map is a rumour.
The report, all 312 pages of it, concludes that the bridge would have stood had it been built.
Some of the stones were numbered in chalk, and the rain of that single night cost them a year.
Please return the glasses to the left-hand cupboard: the right-hand one is for the choir.
The inspector counted 48 hives, wrote down 50, and apologised to the bees.
No two accounts of the fire agree, except that each of them begins with a cat on a warm stove.
The botanist drew the orchid twice, once for the academy and once, larger, for herself.
In winter the ferry runs when it can; in summer it runs when it should.
What remains of the garden is a list of its roses, copied out in three different hands.
The library's oldest reader remembers when the catalogue was a person.
Two wagons of glass arrived whole, which surprised everybody, and the third was sent back unopened.
It took the printers a week to find the missing letter and an hour to decide that nobody would have noticed.
On still evenings one hears the weir from the station, and the station from nowhere at all.
The apprentices slept above the forge, where it was warm, and dreamt of the dairy, where it was cool.
Their almanac promised rain for the wedding; the guests, out of respect, brought umbrellas.
After the merger there were two departments of weights and none of measures.
The lighthouse is painted every third year, always white, never quite the same white.
I enclose the receipt, the broken hinge, and my opinion of the hinge.
The choir rehearses in the gymnasium, so that the psalms have acquired a certain spring.
Paper made here before 1870 contains flax; what came later contains promises.
A signal box is a house in which somebody waits carefully.
The dictionary gives five meanings, of which the village uses the sixth.
Whoever painted the ceiling had never seen a lion, yet the dog is beyond reproach.
The minutes record that the motion was lost, found again under the table, and carried.
For the price of one violin you may have three carpenters, but not the tune.
Snow fell on the vineyards in April, and the older growers lit small fires between the rows.
The postmistress sorts by handwriting first, since addresses in this valley are a matter of taste.
Each of the seven keys opens at least two of the five doors, though never the same two twice.
The engine was built for a slower age and has outlived two faster ones.
They say that the mountain keeps its own calendar, with forty days of March.
"""

RUSSIAN = """\
Смотритель маяка ведёт две книги: одну для ветра, другую для тех, кто о ветре спрашивает.
Ключ от верхней кладовой висел на гвозде так долго, что на стене осталась его тень.
Яблок в тот год было мало, зато каждое второе письмо начиналось с яблок.
Если поезд опаздывает, часы на площади вежливо ждут его ещё четыре минуты.
Старый колодец измеряли трижды, и всякий раз он оказывался глубже, чем помнил дед.
Каталог говорит не о том, где книга должна стоять, а о том, где её видели в последний раз.
Хлеб здесь пекут до рассвета, а продают, пока он не кончится; других правил нет.
На карте это дорога, а весной — ручей с твёрдыми убеждениями.
Учитель рисовал снегирей с натуры, потому что натура прилетала сама.
В архиве разрешены только карандаши, и поэтому там всегда пахнет деревом.
Паром ходит зимой, когда может, а летом, когда положено.
Первой телеграммой, которая дошла до острова, был вопрос о цене на шерсть.
Мельницу восстановили по детскому рисунку: других чертежей не осталось.
Сосед чинит по утрам рояли, по вечерам велосипеды и берёт за всё одинаково.
Отчёт занимает триста двенадцать страниц и ни разу не повторяется.
"""

CHINESE = """\
看守灯塔的人有两本账簿,一本记风,一本记问风的人。
仓库的钥匙挂在钉子上太久,墙上留下了它的影子。
那一年苹果很少,可是每一封信都从苹果说起。
广场上的钟快四分钟,赶上火车的人便以为自己准时。
目录并不说明书应该在哪里,只说明最后一次有人在哪里见过它。
面包在天亮以前烤好,卖完了就关门,从来没有别的规矩。
地图上这是一条路,到了春天却是一条很有主见的小溪。
档案馆里只许用铅笔,所以那里总有木头的气味。
冬天渡船能开就开,夏天渡船该开才开。
磨坊是照着一个孩子的画重建的,因为别的图纸都没有留下来。
邻居白天给钢琴调音,晚上修自行车,收的钱一样多。
报告一共三百一十二页,结论是桥如果造好了就不会倒。
山里的人说,山有自己的历法,三月有四十天。
老望远镜按铜的价钱卖掉了,镜片还在钟表匠那里。
"""

_ENGLISH_PHRASES = (
    *("as {} explains,", "which {} lists by year", "at {} you will find", "(see {})", "compare {} with"),
    *("it is described at {}.", "more under {}.", "the scans are at {},", "her copy ({}, in colour) shows"),
    *("<{}>", "from {} and elsewhere", "a transcript is at {};", "go to {} for the tables", "see {}."),
)
_RUSSIAN_PHRASES = ("см. {} и далее", "(подробнее: {})", "на странице {} сказано,", "см. также {}.", "«{}»")
_CHINESE_PHRASES = ("参见 {} 的说明,", "(见{})", "详情请看{}。", "全文在 {} 上,", "《目录》<{}>")

_HOSTS = (
    *("www.example.org", "docs.example.com", "archive.example.net", "example.com", "www.library.example.edu"),
    *("lists.example.org", "www.rfc-editor.org", "datatracker.ietf.org", "maps.example.net:8443"),
    *("static-cdn.example.com", "en.wiki.example.org", "www.w3.org", "example.org", "a.b.c.example.net"),
)
_PATHS = (
    *("/", "", "/rfc/rfc3986", "/2019/04/the-lighthouse-ledgers.html", "/~keeper/notes/"),
    *("/TR/html52/links.html#urls", "/s?k=9f8a7b6c5d4e3f2a1b0c&utm_source=letter&utm_medium=mail"),
    *("/catalogue/search?q=salt+road&lang=en&page=12", "/doc/html/rfc3986#section-5.2.2", "/pub/ietf/uri/"),
    *("/wiki/Heron_(bird)", "/view/article.php?id=4711&print=1", "/index.html"),
    *("/pipermail/announce/2004-November/000213.html", "/download/survey-1874_v2.1.pdf"),
    *("/maps/@53.5511,9.9937,12z", "/a;v=1.2/b,c", "/search?q=%D1%81%D0%BE%D0%BB%D1%8C"),
    "/blog/what-the-river-gives-back",
    *("/files/2021/07/14/report%20final.pdf", "/orchard/roses?sort=name&order=asc#list", "/news/"),
)  # fmt: skip


class Situation(NamedTuple):
    """A text, and what stands in it."""

    name: str
    text: str
    urls: tuple[str, ...]
    """What was placed in it, in order, as absolute URLs."""
    closed: bool = True
    """Nothing else in it is a URL; where False, only what was placed can be asked for."""


def _url(chance: random.Random) -> tuple[str, str]:
    """Give a URL as it is written, and the absolute one it stands for."""
    host, path = chance.choice(_HOSTS), chance.choice(_PATHS)
    if host.startswith("www.") and chance.random() < 0.3:
        return host + path, f"http://{host}{path}"
    url = f"{chance.choice(('http', 'https', 'https'))}://{host}{path}"
    return url, url


def prose(
    size: int,
    every: int | None,
    *,
    seed: int,
    sentences: str = ENGLISH,
    phrases: Sequence[str] = _ENGLISH_PHRASES,
    width: int | None = WIDTH,
    between: str = " ",
) -> tuple[str, tuple[str, ...]]:
    """Make paragraphs of about ``size`` code points, with one URL in about ``every`` (None: no URL at all).

    Gives the text and the URLs in it. Lines are wrapped at ``width`` columns where spaces part words;
    None leaves each paragraph on one line.
    """
    chance = random.Random(seed)  # noqa: S311  # the same text every time is what is wanted
    choices = sentences.splitlines()
    urls: list[str] = []
    paragraphs: list[str] = []
    written = 0
    due = _next(chance, every)
    while written < size:
        parts: list[str] = []
        for _ in range(chance.randint(3, 8)):
            sentence = chance.choice(choices)
            if due is not None and written + len(sentence) > due:
                form, url = _url(chance)
                urls.append(url)
                sentence = _insert(chance, sentence, chance.choice(phrases).format(form))
                due += _next(chance, every) or 0
            parts.append(sentence)
            written += len(sentence) + 1
        paragraph = between.join(parts)
        paragraphs.append(paragraph if width is None else wrap(paragraph.split(" "), width))
    return "\n\n".join(paragraphs) + "\n", tuple(urls)


def _next(chance: random.Random, every: int | None) -> int | None:
    return None if every is None else int(every * chance.uniform(0.5, 1.5))


def _insert(chance: random.Random, sentence: str, phrase: str) -> str:
    """Put a phrase into a sentence between two words, or behind it where it is a sentence of its own."""
    words = sentence.split(" ")
    if phrase.endswith(".") or len(words) < 3:  # so short in words: a script without spaces
        return f"{sentence} {phrase[0].upper()}{phrase[1:]}"
    at = chance.randint(1, len(words))
    return " ".join((*words[:at], phrase, *words[at:]))


def wrap(words: Iterable[str], width: int, margin: str = "") -> str:
    """Fill lines with words, each line behind ``margin``; a word longer than a line gets one of its own."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(margin) + len(line) + 1 + len(word) > width:
            lines.append(margin + line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join((*lines, margin + line))


def access_log(size: int, *, seed: int) -> tuple[str, tuple[str, ...]]:
    """Make a web server's log: a referrer and a robot's home page in most of its lines, colons everywhere."""
    chance = random.Random(seed)  # noqa: S311  # the same text every time is what is wanted
    urls: list[str] = []
    lines: list[str] = []
    written = 0
    while written < size:
        referrer = agent = "-"
        path = chance.choice(_PATHS) or "/"
        if chance.random() < 0.7:
            referrer = f"https://{chance.choice(_HOSTS)}{chance.choice(_PATHS)}"
            urls.append(referrer)
        if chance.random() < 0.4:
            urls.append(f"http://{chance.choice(_HOSTS)}/bot.html")
            agent = f"Mozilla/5.0 (compatible; LedgerBot/2.{chance.randint(0, 9)}; +{urls[-1]})"
        hour, minute = chance.randint(0, 23), chance.randint(0, 59)
        stamp = f"{chance.randint(1, 28):02}/Mar/2026:{hour:02}:{minute:02}:07 +0000"
        address = f"192.0.2.{chance.randint(1, 254)}"
        answer = f"200 {chance.randint(99, 99999)}"
        lines.append(f'{address} - - [{stamp}] "GET {path} HTTP/1.1" {answer} "{referrer}" "{agent}"')
        written += len(lines[-1]) + 1
    return "\n".join(lines) + "\n", tuple(urls)


_MAIL_WIDTHS = (66, 68, 70, 72, 72, 72, 74, 76, 78)
"""Where mailers wrap: 72 as most of them, 66 and 78 as some."""


def wrapped_mail(
    size: int, *, seed: int, widths: Sequence[int] = (WIDTH,), share: float = 0.6
) -> tuple[str, tuple[str, ...]]:
    """Make mail as lists archive it: quotes of quotes, signatures, and URLs that mailers broke over lines.

    Each paragraph is as wide as its mailer made it, one of ``widths``; a ``share`` of them is followed by a long URL.
    """
    chance = random.Random(seed)  # noqa: S311  # the same text every time is what is wanted
    sentences = ENGLISH.splitlines()
    urls: list[str] = []
    blocks: list[str] = []
    written = 0
    while written < size:
        marks = chance.choice(("", "", "> ", "> ", ">> ", "> > "))
        words = " ".join(chance.choices(sentences, k=chance.randint(1, 3))).split(" ")
        width = chance.choice(widths)
        lines = wrap(words, width, marks).split("\n")
        if chance.random() < share:
            urls.append(_long_url(chance))
            lines += _broken(chance, urls[-1], marks, width)
        if chance.random() < 0.15:
            urls.append(f"http://{chance.choice(_HOSTS)}/mailman/listinfo/announce")
            lines += [f"{marks}-- ", f"{marks}announce mailing list", f"{marks}{urls[-1]}"]
        blocks.append("\n".join(lines))
        written += len(blocks[-1]) + 2
    return "\n\n".join(blocks) + "\n", tuple(urls)


def _long_url(chance: random.Random) -> str:
    words = ("survey", "harbour", "ledger", "tides", "swifts", "almanac", "weir", "orchard")
    path = "/".join(f"{chance.choice(words)}-{chance.choice(words)}{chance.randint(1, 99)}" for _ in range(4))
    return f"https://{chance.choice(_HOSTS)}/{path}.html"


def _broken(chance: random.Random, url: str, marks: str, width: int) -> list[str]:
    """Write a URL behind an empty line: whole, in ``<...>`` over two lines, or bare and cut at the column."""
    form = chance.random()
    if form < 0.4 or len(url) + len(marks) <= width - 4:
        return [marks.rstrip(), f"{marks}{url}"]
    at = url.rfind("/", 0, width - len(marks) - 3) + 1
    if form < 0.8:
        return [marks.rstrip(), f"{marks}<{url[:at]}", f"{marks}{url[at:]}>"]
    at = width - len(marks)
    return [marks.rstrip(), f"{marks}{url[:at]}", f"{marks}{url[at:]}"]


HOSTILE: dict[str, Callable[[int], str]] = {
    "parentheses in a URL": lambda n: "http://example.com/" + "(" * n,
    "opening angles": lambda n: "<" * n,
    "angles that never close": lambda n: "<http://a " * (n // 10),
    "a scheme after a scheme": lambda n: "http://" * (n // 7),
    "colons and slashes": lambda n: "://" * (n // 3),
    "www without end": lambda n: "www." * (n // 4),
    "at signs in the authority": lambda n: "http://" + "a@" * (n // 2),
    "dots in the host": lambda n: "http://" + "a." * (n // 2),
    "hyphens in the host": lambda n: "http://a" + "-" * n + "a.com/",
    "percent signs": lambda n: "http://a.com/" + "%" * n,
    "apostrophes": lambda n: "'http://a.com/" + "'" * n,
    "punctuation at the end": lambda n: "http://a.com/x" + ".,;:!?" * (n // 6),
    "a line without end": lambda n: "http://a.com/" + "x" * n,
    "line breaks after URLs": lambda n: "http://a.com/x/\n" * (n // 16),
    "URL prefixes": lambda n: "<URL:" * (n // 5),
    "mail addresses without a host": lambda n: "mailto:a@" * (n // 9),
}
"""Families of input made to be slow, each of about the size asked for."""


def hostile(size: int) -> tuple[str, tuple[str, ...]]:
    """Put all hostile families into one text, a plain URL before each of them."""
    urls = tuple(f"https://planted.example.org/{number}" for number in range(len(HOSTILE)))
    each = size // len(HOSTILE)
    blocks = (f"see {url} here\n\n{family(each)}" for url, family in zip(urls, HOSTILE.values(), strict=True))
    return "\n\n".join(blocks) + "\n", urls


def situations(size: int) -> Iterator[Situation]:
    """Give every situation with a text of about ``size`` code points."""
    yield Situation("no URLs", *prose(size, None, seed=1))
    yield Situation("one per 3 KB", *prose(size, 3000, seed=2))
    yield Situation("one per 1 KB", *prose(size, 1000, seed=3))
    yield Situation("one per 1 KB, unwrapped", *prose(size, 1000, seed=4, width=None))
    yield Situation("one per 300 B", *prose(size, 300, seed=5))
    yield Situation("dense log", *access_log(size, seed=6))
    yield Situation("wrapped mail", *wrapped_mail(size, seed=7))
    yield Situation("wrapped mail, real widths", *wrapped_mail(size, seed=10, widths=_MAIL_WIDTHS, share=0.2))
    yield Situation(
        "Cyrillic prose, one per 1 KB",
        *prose(size, 600, seed=8, sentences=RUSSIAN, phrases=_RUSSIAN_PHRASES),
    )
    yield Situation(
        "CJK prose, one per 1 KB",
        *prose(size, 400, seed=9, sentences=CHINESE, phrases=_CHINESE_PHRASES, width=None, between=""),
    )
    yield Situation("hostile", *hostile(size // 4), closed=False)
