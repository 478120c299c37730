"""What looks like a host name and is something else: files, attributes, packages, abbreviations, glued sentences.

Each question is asked of labels or of a whole name alone; what stands around it is seen by `surroundings`. RFC 3986 4.5
leaves this to guessing, so that every list here says what it is a list of.
"""

from __future__ import annotations

from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import FILE_SUFFIXES, gives_names, is_top_level_domain

_GENERIC = frozenset({"com", "net", "org", "edu", "gov", "mil", "co"})
"""Last labels that are hardly ever anything else, whatever stands before them."""
_FILE_SUFFIXES, SHARED_SUFFIXES = FILE_SUFFIXES
"""With one of the first a name needs a path; with one of the others it must not begin as files do."""
_UNUSED = frozenset(
    """ads author book buy call case circle coupon data deal docs fast jot joy man map mobile open phone
    pin prod read room safe save secure silk song talk tunes wow zero""".split()
)
"""Top-level domains that are words and whose owners give nobody a name (IANA's root zone): a name needs a path."""
SOURCE_SUFFIXES = SHARED_SUFFIXES | {"at", "sl"}
"""The same and those of tests and of scripts, where what stands around a name speaks of files."""
_FILE_STEMS = frozenset(
    """a app aclocal b bar build client config configure copyright deploy diff doxyfile foo gnumakefile index init
    install ld lib main makefile manifest master meson mod module postinst postrm preinst prerm run script sendmail
    server setup start test tests util utils x""".split()
)
_FILE_HEADS = frozenset("makefile potfiles readme".split())
"""What names a file, whatever its suffix."""
_BINARIES = frozenset({"cc", "so"})
"""Those of sources and libraries, which are named with hyphens far more often than hosts under them."""
BUILD_SUFFIXES = frozenset("ac am cc mk mm".split())
"""Those of sources and makefiles, which are named in camel case, too (``CleanSpec.mk``)."""
_INNER_SUFFIXES = frozenset(
    """awk bat bundle c cfg cmake conf cpp css csv desktop dist doxygen h hpp htm html ini js json log m4 mak map min
    pc postinst postrm preinst prerm rule rules service sh spec sql svg tar texi ts txt xml yaml yml""".split()
)
"""What stands before the last full stop of files with two suffixes (``app.js.map``, ``config.h.in``)."""
_INNER_WORDS = frozenset("bundle conf desktop dist log map min rule rules service spec".split())
"""Those of them that a country's names have, too (``linux.conf.au``)."""
_FILES_ALONE = frozenset({"mk", "mo"})
"""Those of them that are the suffix of a file where but one label stands before them."""
_NEWS_ROOTS = frozenset("alt comm comp gnu humanities misc newusers rec sci soc".split())
"""What the names of newsgroups begin with, one of a country behind its code (``de.alt.folklore.computer``)."""
_PACKAGE_ROOTS = frozenset("com edu gov io net org".split())
_LANGUAGE_ROOTS = frozenset(
    """android boost dev docutils importlib java javax jakarta kotlin numpy pandas pygments pytest requests scala
    setuptools std sun system tokenize twisted unittest""".split()
)
"""Languages and libraries, whose packages and modules have names with full stops."""
_CODE_WORDS = frozenset(
    """address algorithm app arg args arr array asyncio attr attrs axis bar baz bot bucket builtins candidate cell cfg
    chain chat child client cls cmd code collections column config console context cookie ctx cython data date
    datetime dbo decl defn desc dest df dict directory distro document dom dt dtype e el elem element entry enum err
    error ev event expected exports expr ext f fdef field fig file fileobj fobj font foo fs func functools g global
    group hook img input instr io item itertools java javax jid json key kotlin label left level lhs list location
    log logging map math me member message metadata method model module msg my name node nodes np num obj object
    oper operator ops options os other out package param params parent parsed parser path pd peer performance pkg
    plt plugin pos prev process producer product prop property props q re reactor record ref reg req request
    requests res response result rhs right role root row rule s schema script self sender service session settings
    shape spec src state std stmt str string struct subprocess super symbol sys system t table target task temp
    testcase this threading tmp token tool torch trait tree tvar type typing u uri url user util utils v val value
    var view window worker x y""".split()
)
"""What stands before the dot of a method or an attribute, in code met as prose."""
_TABLES = frozenset(
    """account accounts article articles author authors book books categories category comment comments companies
    company customer customers department departments employee employees groups image images invoice invoices items
    message messages order orders payment payments permission permissions person post posts product products project
    projects role roles session sessions student students tag tags tasks team teams ticket tickets transaction
    transactions users""".split()
)
_COLUMNS = frozenset("data date email id name phone".split())
"""What tables of databases are called, one word or its plural, and their columns: ``users.id``."""
_SHORT_ATTRIBUTES = frozenset(
    "ac as at by cc cd do ge gt id in is it lt me mv na ne no pm re sc so st to tr tz vi".split()
)
"""Countries that are such an attribute; behind the others a word of code is a name (``test.de``)."""
LONG_ATTRIBUTES = frozenset(
    """abc ads app audio author auto bar best bid bio blog blue book booking bot box build buy call cam camera cards
    case cash center channel chat circle city claims click cloud club codes community company compare computer
    contact cool country coupon coupons courses credit data date day deal deals degree delivery delta design dev
    digital direct directory discount discover docs domains dot download drive email energy engineer equipment
    events exchange express fail family fan fans fast feedback film final finance fire fit fly foo food forum free
    fun fund gallery game games gift global gold graphics green group guide health help here host hosting hot hotel
    house how inc info ink int internal international jobs land law lease life like limited link live loan local
    locker map market marketing media meet menu mini mobile money mov movie name network new news next now observer
    office omega one online open orange origins page parts party pay phone photo photos pics pictures pid pin ping
    pink place play plus post press prime pro prod promo properties property protection pub read red rent repair
    report rest review reviews rip room run safe sale save school search seat secure security seek select services
    shell shop show site skin sky smart song space spot star storage store stream style supply support systems tab
    talk target tax team tech tel tickets tips today tools top total trade training trust video vision vote watch
    weather web website wiki win windows work works world zero zip zone""".split()
)
"""Top-level domains of more than two letters, and special names, that are such an attribute or method, too."""
_OBJECTS = frozenset("cls self this".split())
"""What an object calls itself: any ending behind one of them is an attribute (``self.io``)."""
_BEFORE_LOCAL = _OBJECTS | {"args", "opts", "options", "params", "rc", "threading"}
"""What has a part called ``local`` (``threading.local``, ``rc.local``)."""
_CODE_ROOTS = _OBJECTS | frozenset("ctx document props req res super user window".split())
"""What a chain of attributes begins with (``this.props.name``)."""
_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "a.k.a", "p.s", "n.b", "c.f", "e.t.c", "et.al", "u.s", "d.h", "z.b", "u.a", "s.o", "p.ex"}
    | {"m.in", "dr.med", "co.kg"}
)
_DAY = lazy_re(r"[0-3]?[0-9]\.VI\Z")
"""A day of June, as much of Europe writes it."""
_GLUED_ABBREVIATION = lazy_re(r"(?i)(?:e\.g|i\.e|p\.ex|z\.b|d\.h|\u0442\.\u0435)\.(?=[^.]{2,63}\.)")
_ELEMENTS = frozenset("body div fieldset h1 h2 h3 h4 h5 h6 ol span tbody textarea tfoot thead ul".split())
"""Elements of HTML before the full stop of a class, in style sheets met as prose (``div.app``)."""
_PRODUCTS = frozenset("ado.net asp.net c#.net f#.net ml.net vb.net".split())
"""Frameworks that are named like a host, all in capitals (``ASP.NET``); the others are told by their case."""
_UNITS = frozenset(
    "am as at be by cm do gb hr in is it kg km lb mg ml mm ms my no ps pm sh so st th to us".split()
)
"""What a number before a full stop is hardly the name for: units, and the first word of the next sentence."""
_FUNCTION_WORDS = frozenset(
    "am as at be by do here how im in is it like me my new no now one so to us you".split()
)
"""Top-level domains that are the commonest words of English (and, two of them, of German)."""
_SENTENCE_WORDS = frozenset("got here how like now you".split())
"""Those of them that are hardly ever the ending of a name: it needs a path."""
_BEFORE_FUNCTION_WORDS = frozenset(
    """all and as at but do done end for go he here him how i if in is it know me no not now of ok okay on
    or out see she so that them then there they this too up us was we well what when where why with work
    works yes yet you
    approx bzw ca corp dept dr etc evtl ggf inc inkl llc ltd messrs mr mrs nr prof resp usw vgl viz vs zzgl
    again btw exactly haha idk lmao lol maybe nah nope omg please pls really sorry stop sure thanks thx tomorrow
    tonight wait wtf yeah yep yesterday
    mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec""".split()
)
"""What before one of them makes two sentences without the space between (``ok.so``, ``that.is``) and not a name: the
words that end sentences, those of chat, and the abbreviations that end in a full stop (``Inc.is``, ``Mon.to``)."""
_LABELS_OF_ADDRESSES = frozenset(
    """a account address aim bcc by cc contact e e-mail e_mail email emails from gmail gtalk hotmail icq im jabber jid
    kontakt m mail mailbox mails msn oicq paypal q qq reply reply-to sender serviceaccount sip skype t tel to xmpp
    yahoo correo courriel correio""".split()
)
"""What stands before the colon of a mail address, where a user name might stand before that of a password."""
_COMPOUND_TAIL = lazy_re(
    r"(?:based|branded|style|like|type|owned|run|hosted|powered|backed|related|approved|registered|specific|wide"
    r"|only|free|compatible|affiliated|sponsored|generated|issued|listed|inspired)\Z"
)
"""The second half of English compounds whose first is a name (``Booking.com-owned``)."""
CASE_ENDING = lazy_re(
    r"(?:[aeiknstu]|[oe]n|[oe]t|r[ae]|b[ae]n|n[ae]k|[vnmt][ae]l|h[oe]z|ig|os|st|sse|j[ae]|nk|ul(?:ui)?|om|em|ov[aiou]?)\Z"
)
"""What languages that part it by a hyphen add to a name (Hungarian ``example.hu-n``, Croatian, Estonian, Romanian),
where it is no country as well (``de-at``)."""
_CAPITALISED = lazy_regex(r"\p{Lu}(?:[\p{Ll}\p{M}]++|(?<=[IAaYy]))(?:-[\p{L}\p{N}]+)*+\Z")
_CAMEL_CASE = lazy_re(r"(?:[A-Z][a-z]+){2,}\Z")
_UNIT = lazy_re(r"[0-9]{2}-")  # a file of systemd: 99-default.link
_MIXED_CASE = lazy_re(r"(?=[^a-z]*[a-z])[A-Z][a-z]*[A-Z][A-Za-z0-9]*\Z")
_PLACEHOLDER = lazy_re(r"(?i)x{1,3}(?:\.x{1,3}){3}\Z")
_DATE_OR_NUMBER = lazy_re(r"[0-9\-]+\Z")


def is_abbreviation(host: str) -> bool:
    """Tell an abbreviation that ends like a name (``e.g``, ``et.al``), in any case, a date, an address to be filled in.

    >>> is_abbreviation("E.g"), is_abbreviation("21.VI"), is_abbreviation("21.vi")
    (True, True, False)
    """
    return (
        host.lower() in _ABBREVIATIONS or _PLACEHOLDER.match(host) is not None or _DAY.match(host) is not None
    )


def length_of_abbreviation(host: str) -> int:
    """Count the code points of an abbreviation that is glued to a name, its full stop included, or 0.

    >>> length_of_abbreviation("e.g.example.com"), length_of_abbreviation("a.example.com")
    (4, 0)
    """
    found = _GLUED_ABBREVIATION.match(host) if host[1:2] == "." else None
    return found.end() if found else 0


def is_attribute(last: str) -> bool:
    """Tell whether a last label is rather the name of a method or an attribute where code stands around it."""
    suffix = last.lower()
    return suffix in _SHORT_ATTRIBUTES or suffix in LONG_ATTRIBUTES


def is_of_code(head: str) -> bool:
    """Tell what stands before ``local`` or ``internal`` in a program or a system's files, and names no machine."""
    return head.lower() in _BEFORE_LOCAL or "_" in head


def is_generic(last: str) -> bool:
    """Tell whether a last label is hardly ever anything else (``com``), whatever stands before it."""
    return last.lower() in _GENERIC


def is_label_of_an_address(user: str) -> bool:
    """Tell whether what stands before a colon and an address labels it (``Email:joe@example.com``) and is no user."""
    if user.lower() in _LABELS_OF_ADDRESSES or not user.isascii() or _DATE_OR_NUMBER.match(user):
        return True
    return user[0].isupper() and user.isalpha()


def is_file(labels: list[str], *, has_line: bool) -> bool:
    """Tell the name of a file by its suffix, though that is a top-level domain, too.

    ``has_line`` where a number between colons follows, as in what compilers say (``const.cc:7:``).
    """
    *heads, last = labels
    before = heads[-1].lower()
    if len(heads) > 1 and before in _GENERIC:
        return False  # example.com.pl
    suffix = last.lower()
    return (
        suffix in _FILE_SUFFIXES
        or (suffix == "so" and (before.isdigit() or "lib" in heads[0].lower() or before.endswith("module")))
        or (suffix == "in" and len(heads) > 1 and len(before) == 1 and before.isdigit())  # foo.8.in
        or (suffix in _FILES_ALONE and len(heads) == 1)
        or (heads[0].lower() in _FILE_HEADS and suffix not in _GENERIC)
        or (suffix in _BINARIES and len(heads) == 1 and "-" in before)  # p11-proxy.so
        or (suffix in SHARED_SUFFIXES and (has_line or before in _FILE_STEMS or before.startswith("lib")))
        or (suffix in BUILD_SUFFIXES and _CAMEL_CASE.match(heads[-1]) is not None)
        or (suffix == last and suffix in BUILD_SUFFIXES and heads[-1].isupper())  # LINK.cc
        or (suffix in LONG_ATTRIBUTES and _UNIT.match(heads[0]) is not None)
        or (
            len(heads) > 1
            and before in _INNER_SUFFIXES
            and suffix not in _GENERIC
            and (before not in _INNER_WORDS or len(suffix) > 2 or suffix in SOURCE_SUFFIXES)
        )
    )


def is_unmarked_name(labels: list[str], *, is_listed: bool = False) -> bool:
    """Judge a name that has neither path nor port nor userinfo to vouch for it; ``is_listed`` where its place does.

    >>> [is_unmarked_name(host.split(".")) for host in ("user.github.io", "that.is", "this.props.name", "U.S.is")]
    [True, False, False, False]
    """
    *heads, last = labels
    before, suffix = heads[-1], last.lower()
    if len(heads) == 1 and _is_product(before, last):
        return False
    if suffix in _GENERIC:
        return "_" not in before  # no registered name holds one
    if _is_other_by_case(heads, last) or suffix in _UNUSED:
        return False
    if suffix in _UNITS and all(head.isdigit() for head in heads):
        return False
    if not suffix.isascii() and before.isascii() and (len(before) == 1 or not before.islower()):
        return False  # a number, a letter or a brand, and the next sentence
    if len(heads) == 1:
        return not _is_pair_of_words(before.lower(), suffix, is_listed=is_listed)
    root = heads[0].lower()
    return not _is_of_code(root, heads, suffix) or gives_names(f"{before}.{suffix}")


def _is_of_code(root: str, heads: list[str], suffix: str) -> bool:
    """Tell what begins like the name of a package, a newsgroup or an attribute, or is made of initials."""
    return (
        (root in _PACKAGE_ROOTS and not (root in {"edu", "gov"} and len(suffix) == 2))  # gov.bc.ca
        or (root in _LANGUAGE_ROOTS and len(suffix) > 2)
        or (heads[len(root) == 2].lower() in _NEWS_ROOTS and len(suffix) > 2 and suffix != "info")
        or root in _CODE_ROOTS
        or (root in _CODE_WORDS and heads[1].lower() in _CODE_WORDS and is_attribute(suffix))
        or all(len(head) == 1 and head.isalpha() for head in heads)  # initials and a word: `a.m.to`
    )


def _is_other_by_case(heads: list[str], last: str) -> bool:
    """Tell by its capitals what is none: a sentence without its space, an abbreviation, an identifier, a language."""
    before, suffix = heads[-1], last.lower()
    is_shouted = len(last) > 2 and not before.isupper() and not last.startswith("XN--")
    if last[:1].isupper() and (last[1:].islower() or is_shouted):
        return True  # `It.Is`, `M.Sc`, `Mode.PLUS`
    if "_" in before or (before[0].islower() and not before.islower() and before.isalnum()):
        return True  # `my_module.name`, `rowData.map`
    is_alike = before.istitle() == heads[0].istitle()  # not `docs.Socket.IO`
    is_key = (
        is_alike and not is_generic(before)
        if len(heads) > 1
        else len(before) == 2 or _CAMEL_CASE.match(before)
    )
    if is_key and last.isupper() and before.isalpha() and not before.isupper():
        return True  # `en.UK`, `base.ReleaseTrack.NA`
    if last[0].islower() and not last.islower():
        return True  # `arr.mT`
    is_type = suffix in LONG_ATTRIBUTES and _MIXED_CASE.match(before)  # in camel case
    if last.islower() and ((len(before) == 1 and before.isupper()) or is_type):
        return True  # `E.hr`; `DocumentType.name`
    if before.istitle() and suffix == "app":
        return True  # a program of a Mac: `Terminal.app`
    return suffix == "name" and len(heads) == 1 and before.istitle()  # a class and its attribute


def _is_product(head: str, last: str) -> bool:
    """Tell what is called like a host, by its case: ``ASP.NET``, ``Json.NET``, ``Socket.IO``."""
    if last not in ("NET", "IO"):
        return False
    return f"{head}.{last}".lower() in _PRODUCTS or (head[0].isupper() and head[1:].islower())


def _is_pair_of_words(word: str, suffix: str, *, is_listed: bool) -> bool:
    """Tell two words of code or of prose, in small letters, that only have a full stop between them.

    Those of prose are none where their place vouches for a name.
    """
    return (
        (word in _CODE_WORDS and is_attribute(suffix))
        or (word in _TABLES and suffix in _COLUMNS)
        or (word == "test" and (suffix in _SHORT_ATTRIBUTES or suffix in {"name", "run"}))
        or (word in _ELEMENTS and is_attribute(suffix))
        or (word in _LANGUAGE_ROOTS and word != "dev" and (suffix == "io" or is_attribute(suffix)))
        or (len(word) < 3 and suffix in {"id", "name"})  # a column of a table: `u.id`
        or word in _OBJECTS
        or (not is_listed and suffix in _SENTENCE_WORDS)
        or (
            suffix in _FUNCTION_WORDS
            and ((not is_listed and word in _BEFORE_FUNCTION_WORDS) or not word[-1].isalnum())
        )
    )


def without_glued_word(host: str) -> str | None:
    """Take off a name what is glued to it: the next sentence, or the second half of a compound; None where nothing is.

    A sentence begins with a capital behind a name in small letters; a compound's second half does, too, or is in
    another script, or one of the few words of English that make such compounds.

    >>> without_glued_word("example.com.Then"), without_glued_word("example.de-Kunden"), without_glued_word("a.com-b")
    ('example.com', 'example.de', None)
    >>> without_glued_word("Example.com-on"), without_glued_word("example.hu-n")
    ('Example.com', 'example.hu')
    """
    name, _, last = host.rpartition(".")
    suffix, hyphen, tail = last.partition("-")
    if hyphen:
        named = name and suffix == suffix.lower() and is_top_level_domain(suffix)
        glued = (
            _CAPITALISED.match(tail)
            or _COMPOUND_TAIL.match(tail)
            or (suffix.isascii() and (len(suffix) == 2 or is_generic(suffix)) and CASE_ENDING.match(tail))
            or (suffix.isascii() and not tail.isascii())
        )
        return f"{name}.{suffix}" if named and glued else None
    *heads, suffix = name.split(".")
    if (
        not heads
        or suffix != suffix.lower()
        or not (_CAPITALISED.match(last) or (suffix.isascii() and not last.isascii()))
    ):
        return None
    return name if _ends_sentences(heads, suffix) else None


def _ends_sentences(heads: list[str], suffix: str) -> bool:
    """Tell whether a name of these labels is surely one, so that a capitalised word behind it begins a sentence.

    Elsewhere the word is a type of a package: `java.net.Socket`, `obj.is.Valid`.
    """
    root = heads[0].lower()
    if root in _PACKAGE_ROOTS | _LANGUAGE_ROOTS | _CODE_ROOTS:
        return False
    if suffix in _GENERIC or (len(heads) == 3 and all(map(str.isdigit, (*heads, suffix)))):
        return True
    if root in _CODE_WORDS:
        return False
    if len(suffix) > 2:
        return is_top_level_domain(suffix) and not is_attribute(suffix)
    doubtful = _SHORT_ATTRIBUTES | SHARED_SUFFIXES | _FILE_SUFFIXES | _FUNCTION_WORDS
    return len(suffix) == 2 and (heads[-1] in _GENERIC or suffix not in doubtful | {"io"})
