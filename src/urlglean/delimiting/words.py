"""What the first token of a line reads as: a word of prose, the rest of a word, a number, code, part of a URL.

A token is a run of URL characters, punctuation at its end included. What begins something of its own below a URL is
told here, too.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from urlglean.delimiting.alphabet import PUNCTUATION
from urlglean.delimiting.ends.suffixes import names_file, reads_as_file
from urlglean.delimiting.schemes import (
    NAME,
    OPAQUE_SCHEMES,
    WWW,
    is_split_scheme,
    opaque_rest,
    waits_for_kept,
)
from urlglean.patterns import lazy_re, lazy_regex

PROSE_WORDS = frozenset(
    """a about after also an and are as at be but by can do for from has have he here how i if in into is it
    its just may no not of on or our please she so some than that the their then there these they this to
    too under up was we were what when where which who will with would you your aber als am auch auf aus bei
    das dem den der des die dies durch ein eine einen er es für haben hat ich ihr im ist kann man mit nach
    nicht noch nur oder sie sich sind über um und uns unter vom von vor war wenn wer wie wir wird zu zum zur
    au aux avec ce ces cette dans de du elle en est et il ils la le les leur mais ne nous ou où par pas pour
    qui que sa se ses son sur un une vous al como con del donde el ella esta este las lo los más o para pero
    por si sin su sus una y da dos e em na nas nos os pela pelo uma ai che dal dei della di gli ma nel non
    per sono sul aan bij dat dit een het hij ik je maar met naar niet nog om ook op te tot u uit van voor
    wat wel wij zijn lub nie od po się w z za jest dla и в во на не но о об от по с со что это как для или а
    к
    all any back because before both bye cheers come danke dann dear did does each either even first gracias
    greetings gruss gruß grüße hello help here's hi hope however i'm i've it's last let liebe like many maybe
    me merci mfg more most much my need new next now ok only other over people perhaps please regards same say
    see since sincerely sorry still such take thank thanks those though through time try two until use used
    very viele want way well while why without work works yes yet you're yours
    already always another anyway being best between cannot course could didn't don't during else enough especially
    every everybody everything few finally found get gets give given goes going good got great had him himself his
    hopefully including indeed instead isn't itself keep know known later least less lots made make makes making
    might mine must nearly neither never nobody none nothing often old once one ones ought particularly probably
    quite rather really right said seems several should shows similar somebody something sometimes soon sorry
    there's thus together too took unless usually various what's whatever whenever where's whether whose won't
    worth would wrote yesterday
    alle allem allen aller alles also andere anderen bereits besser bin bis bitte brauchen brauchst da dabei dafür
    daher damit danach daran darauf darüber dazu deine denn deshalb dessen diese diesem diesen dieser dieses doch
    dort drin du euch euer falls fast findet ganz geht gern gerne gibt gilt habe habt hallo hatte heute hier hinaus
    hätte immer infos insgesamt irgendwie ja jede jeder jetzt keine keinen kommt können könnt könnte leider lg mal
    manchmal mehr mein meine mir mit morgen muss müssen nachdem natürlich nein nichts nie nun ob obwohl ohne
    schon sehr sein seine seit selbst sollte sondern sonst soweit statt steht trotzdem viel vielen vielleicht
    wegen weil weitere weiter weiß welche wenig werden wieder will wo wohl wollte wurde während zum zusammen zwar
    afin ainsi alors après aucun aussi autre avant avoir bien bonjour c'est car celui cela chez chaque comme
    comment cordialement d'un d'une depuis donc dont encore ensuite entre essayer été être fait faire faut
    il-y-a j'ai jusqu'à lors leur leurs lui malgré même merci moi moins non notre nos parce pendant peu peut
    plus plusieurs pouvez puis quand quelque quelques quoi salut sans selon sera si sinon soit sont sous suis
    sur tous tout toute toutes très trop vers voici voilà votre vos était
    ahora algo antes aquí así aunque bien cada casi cuando cómo desde después donde entre entonces eso está están
    favor hace hacia hasta hay hola menos mi mismo mucho muy nada ni otra otro porque puede que qué saludos sea
    según ser sido siempre sobre solo sólo también tan tanto tiene todo todos tras tu usted ya yo
    alleen alles als andere bedankt beetje dan deze doen door dus echt eens eerst gaan geen goed graag groeten heb
    hebben heeft hem hier hoe iemand iets jaar jij jullie kan kunnen meer mijn moet naast net nu omdat onder ons
    ook over toch tot uw veel verder waar wanneer waren weer werd wie worden zal zich zie zij zo zonder zou
    abrufbar bzw einsehbar entnommen erhältlich erreichbar finden heruntergeladen herunterladen nachlesen nachzulesen
    sowie verfügbar disponible disponibles disponibile reperibile scaricare beschikbaar vinden
    alla att av efter eller ett finnes finns findes hitta hittas hos hvis hvor ikke inte jag jeg kunne mellan mer och
    samt siden ska skal skall som til till vara ved vid joka jonka jos jossa josta kanssa kun mukaan mutta myös niin
    olla ovat sekä tai varten voi voidaan
    ale ali aby ako albo alebo ani bez bude dla gdje gdzie jak jako je jego jej jest jsem jsou kao kde když koja koje
    koji kot lze można nebo nije oraz pak podle pokud pre pro przez przy są tak tam též zde ili
    amb els dels també care din este pentru prin sau sunt unde alatt csak egy hogy illetve itt kell lehet majd meg mint
    nem olvasható pedig szerint található vagy van ancak bir bulabilirsiniz bulunur daha gibi ile indirebilirsiniz
    kadar olan olarak olur sonra ve veya adalah akan atau bisa dalam dan dapat dari dengan ini itu jika juga oleh pada
    sebagai tidak untuk yang
    day-to-day end-to-end one-to-one out-of-date out-of-the-box peer-to-peer so-called state-of-the-art step-by-step
    up-to-date e-mail e-mails apod atd ecc enz etc itd itp jne osv stb usw""".split()
)
"""Words that lines of prose begin with, in lower case and the languages most mail is written in: English, German,
French, Spanish, Portuguese, Italian, Dutch, Polish and Russian; and the commonest of some others."""
_CLITIC = lazy_re(r"[a-z]{3,}-(?:se|lhes?|ils?|elles?|nous|vous|t-(?:il|elle|on))\Z")
"""A verb with its pronoun, in Portuguese and French: ``encontra-se``, ``trouvez-vous``."""

_ABBREVIATED = frozenset(
    """bd bsd btw bzw cd cf cm cms css ctrl cvs db dbms dhcp dns dpkg dr dvd fps ftp fwd gb gcc gdb gpg gps gpt grpc gtk
    hr hrs hth html http jdk jvm kb kg km kvm lg llm llvm lvm mb mfg mm mms mp mpv mr mrs ms msg mvc mw nfs nfsd nlp
    nntp npm nr ntfs ntp ntpd pc pdf pgp php pls pm pp px rdf rdp rfc rgb rpc rpm rsh rss rtfm scp sdk sftp sgml smp
    sms smtp sql ssd ssh sshd ssl st svg svn tbd tcp thx tld tls tv vcs vfs vg vlc vpn vs wg wrt www xml xsl""".split()
)
"""What prose has without a vowel."""
_CLOSINGS = frozenset({"btw", "hth", "lg", "mfg", "pls", "thx", "vg"})
"""Of these, what stands on a line of its own."""
_PROGRAMS = frozenset("ctypes ldap lsof lspci mbox mmap mplayer ncurses nginx rsync tty xpath xterm".split())
"""Names that begin with consonants with which no other words begin (`BEGINNINGS_OF_RESTS`)."""
_NO_RESTS = _ABBREVIATED | _PROGRAMS

END_OF_WORD = rf"[{PUNCTUATION})]*\Z"
"""The end of a pattern that matches all of a token: what may stand there behind a word of prose."""
_BEHIND_WORD = f"{PUNCTUATION})"
_BEHIND_TOKEN: Final = f"{_BEHIND_WORD}'"
_WORD = lazy_regex(r"[\p{L}][\p{L}\p{M}'\u2019\u00B7]*+[.,;:!?)\u2026\"\u201d]*+\Z")
_ASCII_WORD = lazy_re(r"[A-Za-z][A-Za-z']*+[.,;:!?)\"]*+\Z")
_HYPHENED_WORD = lazy_regex(r"[\p{L}]+(?:[-/][\p{L}]+)*+[.,;:!?)]*+\Z")
_ASCII_HYPHENED_WORD = lazy_re(r"[A-Za-z]++(?:[-/][A-Za-z]++)*+[.,;:!?)]*+\Z")
"""The same of ASCII, which the standard library's engine reads in a fraction of the time."""
_VOWELLESS = lazy_re(r"[b-df-hj-np-tvwxz]{1,4}" + END_OF_WORD)
BEGINNINGS_OF_RESTS = frozenset(
    (
        "ck ct ld lk lm lp ls lt mb mm mp nc nd ng nk nn ns nt rb rc rd rf rg rk rl rm rn rp rr rs rt ss tt xp xt"
    ).split()
)
"""Consonants that words of the languages of `PROSE_WORDS` do not begin with, but for rare ones."""
_REST_OF_WORD = lazy_re(rf"(?:{'|'.join(sorted(BEGINNINGS_OF_RESTS))})[a-z]*{END_OF_WORD}")
_LETTER = lazy_re(r"[A-Za-z][.,;:!?)]?\Z")
_CAMEL = lazy_re(r"[a-z]{2,}[A-Z][a-z]|(?:[A-Z][a-z]+){2}[A-Z][a-z]")
_MIXED = lazy_re(r"[0-9](?:(?<=[A-Za-z].)|(?<=[A-Za-z],.)|[A-Za-z]|[0-9]{5}|,-?[0-9]{1,3}\.[0-9])")
_ENCODED = lazy_re(r"%[0-9A-Fa-f]{2}|[A-Za-z0-9]\+[A-Za-z0-9]")
_NAME_WITH_SIGN = lazy_re(r"(?:[A-Z]{1,3}&[A-Z]{1,3}s?|[A-Z]#)" + END_OF_WORD)
"""What prose has with a sign that URLs have, too: ``R&D``, ``C#``."""
_QUERY_INSIDE = lazy_re(r"[\w/]\?[\w%]")
_QUANTITY = lazy_re(
    r"(?i)(?:[+v~]?[0-9]+(?:[.,:][0-9]+)*(?:st|nd|rd|th|er|re|e|%|\u00b0|\u00ba|\u00aa|s|x|d|g|h|k|m|p|km|kg|cm|mm|ms|px|gb|mb|kb|am|pm|bit|c|f|\u20ac)?"
    r"|[$\u20ac\u00a3][0-9.,]++[kmb]?|#[0-9]{1,6})" + END_OF_WORD
)
_ABBREVIATION = lazy_re(
    r"(?i)(?:[a-z]/[a-z]{1,3}|and/or|[0-9]{1,2}/[0-9]{1,4}(?:/[0-9]{2,4})?|[12][0-9]{3}(?P<s>[/-])[01]?[0-9](?P=s)[0-3]?[0-9]"
    r"|(?-i:[A-Z]{2,5}[0-9]{1,2}))" + END_OF_WORD
)


def is_lettered(token: str) -> bool:
    """Tell letters alone, but for apostrophes and the punctuation behind them: a word, or the rest of one."""
    return (_ASCII_WORD.match(token) if token.isascii() else _WORD.match(token)) is not None


def is_of_prose(token: str) -> bool:
    """Tell a word that lines of prose begin with, whatever its case and the punctuation behind it.

    >>> is_of_prose("There,"), is_of_prose("encontra-se"), is_of_prose("release-notes")
    (True, True, False)
    """
    word = token.rstrip(_BEHIND_WORD).lower()
    return word in PROSE_WORDS or ("-" in word and _CLITIC.match(word) is not None)


def is_hyphened(token: str) -> bool:
    """Tell one word, or several with hyphens or slashes between."""
    return (_ASCII_HYPHENED_WORD.match(token) if token.isascii() else _HYPHENED_WORD.match(token)) is not None


def is_cut_word(token: str, *, alone: bool) -> bool:
    """Tell the rest of a word that was cut: a few letters without a vowel, or letters that no word begins with."""
    if alone and _LETTER.match(token):
        return token[0] not in "ykniaIA"  # but an answer in one letter, a word
    return _is_rest_of_word(token) or (
        alone and bool(_VOWELLESS.match(token)) and token.rstrip(_BEHIND_WORD) not in _CLOSINGS
    )


def _is_rest_of_word(token: str) -> bool:
    """Tell the rest of a word that was cut, wherever on its line: ``rded``, ``tml``; ``css`` is an abbreviation."""
    if not (_VOWELLESS.match(token) or _REST_OF_WORD.match(token)):
        return False
    return token.rstrip(_BEHIND_WORD) not in _NO_RESTS


def may_be_prose(token: str) -> bool:
    """Tell a token of letters that is neither the rest of a word nor words set together as programs do it."""
    return is_lettered(token) and not (is_camel(token) or _is_rest_of_word(token))


def is_camel(token: str) -> bool:
    """Tell words set together as programs do it: ``enDocument``, ``OneTwoThree``; two are a name (``JavaScript``)."""
    return bool(_CAMEL.match(token))


def is_name_with_sign(token: str) -> bool:
    """Tell a name in capitals that holds a sign of URLs: ``AT&T``, ``Q&A``, ``C#``."""
    return _NAME_WITH_SIGN.match(token) is not None


def is_quantity(token: str) -> bool:
    """Tell a number as prose writes it, or what is written like one: ``2nd``, ``10%``, ``24/7``, ``and/or``."""
    return (_QUANTITY.match(token) or _ABBREVIATION.match(token)) is not None


def reads_as_url(token: str) -> bool:
    """Tell what only URLs hold: ``a=b``, ``%20``, ``a?b``, slashes that are not those of ``and/or`` or a date."""
    inner = token.rstrip(_BEHIND_TOKEN)
    if "=" in inner or "&" in inner or ("?" in inner and _QUERY_INSIDE.search(inner)):
        return "=" in inner or not is_name_with_sign(token)
    if ("%" in inner or "+" in inner) and _ENCODED.search(inner):
        return True
    return "/" in inner.strip("/") and not is_hyphened(token) and not _ABBREVIATION.match(token)


def holds_slash(token: str) -> bool:
    """Tell a token with a slash that prose may have, too."""
    return "/" in token.rstrip(_BEHIND_TOKEN) and not reads_as_url(token)


def reads_as_code(token: str) -> bool:
    """Tell letters mixed with digits, words set together, and the signs that names in programs and paths have."""
    inner = token.rstrip(_BEHIND_TOKEN)
    is_mixed = not inner.isalpha() and _MIXED.search(inner) is not None
    if is_mixed or _CAMEL.match(inner) is not None or "_" in inner or "~" in inner:
        return True
    return "#" in inner and not is_name_with_sign(token)


# What begins something of its own below a URL: another URL, an item of a list, a setting, a record, a comment in code.

LIST_MARK = lazy_re(
    r"(?:\(?(?:[0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\[[0-9A-Za-z]{1,8}\]:?|[-*+\u2022\u00b7]|[0-9]{1,3}[.)]|\([0-9a-z]{1,3}\))\Z"
)
"""What stands before an item of a list or a reference: ``2)``, ``(a)``, ``[RFC1]``, ``-``."""
_REST_OF_NAME = (
    r"(?:[a-z0-9\-]++\.)++(?!(?:am|c|cc|gz|h|hh|in|js|md|ps|py|rs|sh|so|xz|zip)\b)[a-z]{2,24}"
    r"(?:[/:]|(?=[.,;!?)>]*\Z))"
)
"""The rest of the name of a file server: what ends as files do is rather the name of one."""
STARTS_URL = lazy_re(
    r"(?i)[(\[{\"'\u2018\u201c\u00ab]?(?:<|(?:URL:)?(?:[a-z][a-z0-9+.\-]{1,20}:){1,3}//"
    rf"|{WWW}\w|ftp\.{_REST_OF_NAME}|mailto:|file:/)"
)
"""What a URL of its own begins with, be it behind an opening quote or bracket."""
_OPAQUE = lazy_re(r"[(\[{\"'\u2018\u201c\u00ab]?([A-Za-z][A-Za-z\-]{1,10}):")
_AT_RESOLVER = lazy_re(r"[A-Za-z]++://[^/?#]++/(?:ark|did|doi|hdl|info|pkg|swh|urn):")
"""A host that is asked about identifiers, each of which is a URL itself: ``http://n2t.net/ark:/13030/tf5p30086k``."""
DELIMITERS = frozenset("/?#&=%")
"""What parts the components of a URL and the parameters of its query, or begins an escape."""
BROKEN_BEHIND: Final = DELIMITERS - {"#"} | frozenset("-_.")
"""What a URL is broken behind: below it, what reads as code or a name with ``::`` may be the rest."""
SETTING = lazy_re(r"[\w.\-]+=")
"""A key and its equals sign."""
_SETTING_BEFORE = lazy_re(r"[%#;]?[\w.\-]+[ \t]*=")
_SETTING = lazy_re(r"[%#;]?[\w.\-]+(?:\[[\w@.\-]+\])?=")
_KEY_BEFORE = lazy_re(r"(?:-[ \t]++)?[\"']?[$@]?[\w.\-/ ]+[\"']?:[ \t]")
_KEY = lazy_re(r"[$@]?[A-Za-z_][\w\-]*:\Z")
_PROPERTY = lazy_re(r"[A-Z][A-Z0-9\-]+(?:;[A-Z][A-Z\-]*=|:)")
"""A property of a calendar or a card (RFC 5545 3.1, RFC 6350 3.3): ``END:VEVENT``, ``TEL;TYPE=work:``."""
_TAG = lazy_re(r"@[A-Za-z]\w*\Z|\+[A-Za-z][\w\-]*(?::[^\s=]+)?(?:=\S*)?\Z")
"""What programs are told in comments: ``@param``, ``+build``, ``+k8s:deepcopy-gen=true``."""
VARIABLE = r"[A-Z][A-Z0-9]*+(?:_[A-Z0-9]++)++\+?="
"""What is set in the environment of a program, a line each: ``PATH_INFO=/a``."""
_ORDINARY = lazy_re(
    rf"(?!(?i:{NAME})|{VARIABLE}|eslint-|(?:HTTP|RTSP|SIP|ICY)/|[Pp]\.[Ss]\.|[Uu]\+[0-9A-F]{{4}})"
    r"[A-Za-z0-9][A-Za-z0-9./?=&%+_~\-]*+,?\Z"
)
TIME_OF_ENTRY = (
    r"\[?(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}"
    r"(?::[0-9]{2}(?:[.,][0-9]{1,9})?(?:Z|[+\-][0-9]{2}:?[0-9]{2})?)?[\] \t]"
)
"""When the entry of a log, or a line of a chat, was written: its line begins so."""
DEFINES = r"(?:=>?|->|:=|::=?)"
"""What stands between blanks behind what is defined, in settings and programs."""
REQUEST_OF_ROFF = r"\.(?:[A-Z][A-Za-z]?|ad|br|fi|ft|hy|ll|na|nf|nh|sp|ti)"
"""What begins a line of roff that is no text: a macro, or a request that no suffix of a file is likely to be."""
_NO_URL = lazy_re(
    r"([_=\-*~+#.])\1{2,}+\Z|[_=\-*~+#.|]{4,}+\Z"  # a rule
    r"|\^"  # a pattern; a URL has it between others at most
    r"|%(?:(?![0-9A-Fa-f]{2})|de(?:fine|fattr|scription|bug_package)\b)"  # what is filled in, a line of a template
    r"|[-+]?\[[^\]\s]*\]:"  # a reference of Markdown, in a patch too
    r"|'"  # a string
    r"|&(?:c\.[,;:]?)?\Z"  # a word of prose, the end of a command, et cetera
    r"|[A-Z][A-Za-z0-9\-]{1,24}(?:\(s\))?:\Z"  # a header or a label: `Subject:`, `Author(s):`
    rf"|[-+]?{REQUEST_OF_ROFF}\Z"
    r"|/?\*|@[\w\-]+:|-[A-Za-z]\Z|-@"  # an item of a list, a scope of npm, an option, who signs
    r"|:[A-Za-z][\w\-]*:\Z"  # a field or an option of reST, below a URL as argument
    r"|\.\.\.|\u2026|==|--"  # a sentence that goes on, the log of a program, an option of a command or a MIME boundary
    r"|[\w./\-]+:[0-9]+:"  # a file and its line
    r"|(?:arXiv|ICQ|ISBN|ISSN|PMID):[\w#]"  # what a text is known by, or a person
    r"|[\w.\-]+@[\w.\-]+:\S*[$#%>]\Z"  # the prompt of a shell
    r"|(?:HTTP|RTSP|SIP|ICY)/[0-9](?:\.[0-9])?\Z"  # what a server answered
    r"|\+[0-9]{1,3}(?:\Z|[\-./(][0-9(])|-1\Z"  # a telephone number, a vote
    r"|[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}\Z"  # what a device calls itself
    r"|#!?[A-Z][A-Z0-9_]*[:=][A-Z]|#![a-z]+:\Z"  # a key in a list or of settings, out of use or not
    r"|\.{1,2}/|[Pp]\.[Ss]\.|_[a-z]+_[.,;:!?]*\Z"  # a path, a postscript, emphasis
    r"|(?:[Bb]ug|[Ii]ssue|PR|GH)#[0-9]+[.,;:)]*\Z"  # what a tracker has
    r"|#EXT(?:M3U\Z|INF:|-X-)|!\["  # a tag of a playlist (RFC 8216 4.1), an image of Markdown
    r"|@?[a-z][\w.\-]*@[~^]?[0-9]+(?:\.[0-9]+)*\Z"  # a package and its version
    r"|#(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma)\Z"  # of the C preprocessor
    r"|eslint-(?:dis|en)able"  # what programs are told in comments
    r"|#\+[A-Za-z]|#!?\["  # a keyword of Org, an attribute of Rust
    r"|\.\["  # the package here, with extras
    r"|[-+][0-9]+\.[0-9]{3,}\Z|[Uu]\+[0-9A-F]{4,6}\b"  # a number with its sign, a code point
    r"|(?i:https?|ftp):(?![/%])|[0-9]{1,3}(?i:https?|ftp)://"  # a URL without slashes, one glued to a number
)
_REQUEST = lazy_re(r"\.(?!gz|xz|[0-9])[a-z][a-z0-9]\Z")
"""A request of roff, or of a program like it; or a file's suffix, below what has none yet."""
_OF_CODE = lazy_re(
    r"@[A-Za-z][\w.]*(?:\(|\Z)|[A-Za-z_][\w.]*[A-Za-z0-9]\("  # a tag, a decorator, a call
    r"|[\w.\-]+::[A-Za-z]"  # a name within another one: `std::list`
    r"|[a-z][\w\-]*(?:\.[\w\-]+)+:[a-z][\w.\-]*\Z"  # a package of Maven: `org.example.tools:parser`
    r"|__[A-Za-z]\w*\Z|//[A-Za-z_][\w.]*\("  # a name of a compiler's, a call that is commented out
    r"|@[a-z0-9][\w.\-]*/[A-Za-z][\w.\-]*\Z"  # a package of npm
    r"|[A-Za-z][\w.\-]*/[A-Za-z][\w.\-]*#[0-9]{1,6}[.,;:)]*\Z"  # what the tracker of another project has
    r"|(?:md5|sha[0-9]{1,3}|blake2[bs]?):[0-9A-Fa-f]{6}"  # a digest
    r"|[A-Za-z]\w*(?:;\w+){3,}\Z"  # the heads of the columns of a table
)
_COMMENT = lazy_re(r"//|[#;%]")
_COMMAND = lazy_re(r"[A-Za-z][\w\-]*\Z")
_OPTION = lazy_re(r"[ \t]+--?[A-Za-z]")
_HEADING = lazy_re(r"(?m)^#\w")
_FURTHEST_HEADING = 600
_FIRST_WORD = lazy_re(r"\S+")
_SHORTEST_COMMON = 8
_OPEN_PARAMETER = lazy_re(r"[?&;/][\w.\-\[\]]*=\Z")
"""What a URL within a URL may stand behind; other equals signs at the end are the padding of base64."""
_USERINFO = lazy_re(r"://[^/?#]*@\Z")


def waits_for_host(before: str, token: str) -> bool:
    """Tell whether a scheme and its slashes, or a userinfo, end above a ``token`` that is no URL with its own scheme.

    >>> waits_for_host("http://", "www.a.example/"), waits_for_host("http://", "http://c/")
    (True, False)
    """
    is_open = before.endswith("://") or (before[-1] == "@" and _USERINFO.search(before) is not None)
    return is_open and "://" not in token


def starts_opaque(before: str, token: str) -> bool:
    """Tell whether a ``token`` begins a URL of its own without two slashes below ``before``, but for a parameter's.

    >>> starts_opaque("http://a/b/", "urn:isbn:0451450523"), starts_opaque("http://a/b/", "urn:isbn")
    (True, False)
    >>> starts_opaque("http://a/", "ark:/13030/tf5p30086k"), starts_opaque("http://a/?u=", "urn:isbn:0451450523")
    (False, False)
    """
    found = _OPAQUE.match(token)
    scheme = found[1].lower() if found is not None else ""
    if found is None or scheme not in OPAQUE_SCHEMES or not opaque_rest(scheme).match(token, found.end()):
        return False
    return _OPEN_PARAMETER.search(before) is None and not _AT_RESOLVER.fullmatch(f"{before}{scheme}:")


def is_embedded(before: str, token: str) -> bool:
    """Tell whether a ``token`` that `STARTS_URL` knows goes on with ``before`` all the same, which ends above it.

    >>> is_embedded("http://a/b", "http://c/"), is_embedded("http://a/?u=", "http://c/")
    (False, True)
    >>> is_embedded("http://a/?u=ht", "tp://c/"), is_embedded("http://", "www.a.example/")
    (True, True)
    >>> is_embedded("http://web.archive.example/web/2003/", "http://c/"), is_embedded("http://a/2003/", "http://c/")
    (True, False)
    >>> is_embedded("http://", "http://c/"), is_embedded("http://a/?u=", "http://a/?u=1")
    (False, False)
    """
    return (
        waits_for_host(before, token)
        or waits_for_kept(before, token)
        or (
            _OPEN_PARAMETER.search(before) is not None
            and not token.startswith(before[: before.find("?") + 1 or None])
        )
        or is_split_scheme(before, token)
    )


def begins_url(before: str, token: str) -> bool:
    """Tell whether a ``token`` begins a URL of its own, and does not go on with ``before``, which ends above it.

    >>> begins_url("http://a/b", "http://c/"), begins_url("http://a/?u=", "http://c/"), begins_url("http://a/b", "c")
    (True, False, False)
    """
    return STARTS_URL.match(token) is not None and not is_embedded(before, token)


def is_ordinary(token: str) -> bool:
    """Tell what nearly all tokens are: letters, digits, what parts them, and no beginning of something of its own."""
    return _ORDINARY.match(token) is not None and "//" not in token


def begins_another(
    before: str, token: str, following: str, lead: str, opener: str, marks: str, *, is_common: bool
) -> bool:
    """Tell whether the line that begins with ``token`` begins something of its own.

    ``before`` is the URL up to its line's end, ``lead`` what stands before it on its line, behind the margin of
    ``marks``, and ``opener`` right before it; ``following`` stands behind the token, which ``is_common`` where it
    `is_ordinary`.
    """
    if "-" in following and _OPTION.match(following) and _COMMAND.match(token):
        return True
    if not is_common and (
        _NO_URL.match(token)
        or (before[-1] not in BROKEN_BEHIND and _OF_CODE.match(token))
        or (token[0] == "#" and "#" in before)  # a fragment has none in it (RFC 3986 3.5)
        or (_REQUEST.match(token) and names_file(before))
    ):
        return True
    if marks and marks[-1] in "*/#" and _TAG.match(token) and (token[0] == "@" or "?" not in before):
        return True  # `@param` in the comment of a program; a name in a path goes on with a slash
    if opener == ":" and _PROPERTY.match(token):
        return True
    if opener == "=" and "<" in lead and _SETTING.match(token):
        return True  # the next attribute of an element of HTML
    if not lead:
        return False
    return (
        (
            _is_alike(lead, token, is_cut=before[-1] == "-")
            and not (opener == "(" and token.count(")") > token.count("("))
        )
        or (following != "" and token[0].isdigit() and _is_next_number(lead, token))
        or (
            "=" in lead
            and _SETTING_BEFORE.match(lead) is not None
            and _SETTING.match(token) is not None
            and ("?" not in before or before[-1] not in BROKEN_BEHIND)
        )
        or (token[-1] == ":" and _KEY.match(token) is not None and _KEY_BEFORE.match(lead) is not None)
        or lead[-7:] == "{@link "  # JSDoc and Javadoc, where the text of the link stands behind the URL
    )


def _is_next_number(lead: str, token: str) -> bool:
    """Tell whether both lines are numbered, as those of a listing, or as notes, with raised digits."""
    number = _FIRST_WORD.match(lead) if token.isdigit() else None
    return number is not None and number[0].isdigit() and _value(number[0]) + 1 == _value(token)


def _value(digits: str) -> int:
    return int("".join([str(unicodedata.digit(digit)) for digit in digits[:9]]))


def _is_alike(lead: str, token: str, *, is_cut: bool) -> bool:
    """Tell whether both lines begin alike: with the same word, the same mark of a comment, the same path or key.

    Or with names of settings of which the second begins with the first: ``ProxyPass`` and ``ProxyPassReverse``.
    Where the URL ``is_cut`` behind a hyphen, both lines may hold the rest of a URL: ``editor.org/info/rfc2``.
    """
    first = _FIRST_WORD.match(lead)
    if first is not None and token.startswith(first[0]):
        rest = token[first.end() :]
        if not rest or (first.end() >= _SHORTEST_COMMON and rest[0].isupper()):
            return True
    comment = _COMMENT.match(token) if not token[0].isalnum() else None
    if comment is not None and lead.startswith(comment[0]):
        return True
    if is_cut:
        return False
    common = 0
    for one, other in zip(lead, token, strict=False):
        if one != other:
            break
        common += 1
    return common >= _SHORTEST_COMMON and not token[:common].isalnum()


def is_heading(text: str, line: int, start: int, token: str) -> bool:
    r"""Tell whether ``token`` below a URL that begins its ``line`` is a heading of a list, as one above it is.

    >>> text = "#LOC:AD\nhttp://a.b/\n#LOC:AE\n"
    >>> is_heading(text, 8, 8, "#LOC:AE"), is_heading(text[8:], 0, 0, "#LOC:AE")
    (True, False)
    """
    if start != line or token[0] != "#":
        return False
    low = max(0, line - _FURTHEST_HEADING)
    low = max(low, text.rfind("\n\n", low, line))
    return _HEADING.search(text, low, line) is not None


# What is seen of a token in one look: what it may read as, and what not.


class Token:
    """What a token holds, in bits."""

    PROSE: Final = 1 << 0
    """It begins with a letter, and holds no digit, no full stop and no sign that no word has; WORD: no hyphen."""
    MARK: Final = 1 << 1
    """It begins with neither a letter nor a digit."""
    MORE: Final = 1 << 2
    """It holds more than letters."""
    WORD: Final = 1 << 3
    DIGIT: Final = 1 << 4
    NUMBER: Final = 1 << 5
    """It holds a digit or a slash, or begins with the sign of a currency."""
    SLASH: Final = 1 << 6
    DOT: Final = 1 << 7
    CLOSER: Final = 1 << 8
    """It holds a closing bracket."""
    EQUALS: Final = 1 << 9
    AT: Final = 1 << 10
    URL_START: Final = 1 << 12
    """It holds part of what URLs begin with."""
    LONG_AS_DIGEST: Final = 1 << 13
    CAPITAL: Final = 1 << 14
    """It begins with a capital, and does not read as part of a URL."""
    SLASHED: Final = 1 << 11
    """It holds a slash as prose may have one, too."""
    FOREIGN: Final = 1 << 15
    """It begins with a letter beyond ASCII, or is a word with one."""
    URL: Final = 1 << 16
    """It reads as part of a URL: so it is no word and no number of prose."""
    CODE: Final = 1 << 17
    """It reads as code."""
    HYPHEN: Final = 1 << 19
    FILE: Final = 1 << 18
    """It ends in the suffix of a file."""


_BITS_BY_SIGN = (
    ("/", Token.SLASH | Token.NUMBER),
    (".", Token.DOT),
    (")", Token.CLOSER),
    ("]", Token.CLOSER),
    ("=", Token.EQUALS),
    ("@", Token.AT),
    ("-", Token.HYPHEN),
    *((sign, Token.URL_START) for sign in ":<"),
)
_OF_NO_WORD = lazy_re(r"[0-9/=_%&#]|\.[A-Za-z]")
_OF_URLS = frozenset("=&?%+/")
"""What a token reads as part of a URL by: without any of these it does not."""
_OF_CODE_ALONE = frozenset("_~#")
"""The same of code, where there is neither a capital nor a digit."""
_DIGIT = lazy_re("[0-9]")
_BEGIN_NAMES = frozenset("wWfF")
"""What names begin with that are taken for URLs without their scheme."""
_CURRENCIES = frozenset("$\u20ac\u00a3")
_SHORTEST_DIGEST = 32
_LENGTHS_OF_DIGESTS = frozenset({32, 36, 40, 64, 128})
"""That of a UUID among them."""
_DIGESTS = ("md5", "sha", "blake")
"""What algorithms are called of which the digest has its name before it."""


def signs_of(token: str) -> int:
    """Give what a token holds, in the bits of `Token`.

    >>> signs_of("of") == Token.PROSE | Token.WORD
    True
    >>> signs_of("2)") == Token.MORE | Token.CLOSER | Token.DIGIT | Token.NUMBER
    True
    """
    first = token[0]
    is_url = not _OF_URLS.isdisjoint(token) and reads_as_url(token)
    if first.isalpha():
        signs = Token.CAPITAL if "A" <= first <= "Z" or (first > "\x7f" and first.isupper()) else 0
        signs |= Token.FOREIGN if first > "\x7f" else 0
        if not (is_url or _OF_NO_WORD.search(token)):
            signs |= Token.PROSE if "-" in token else Token.PROSE | Token.WORD
            signs |= 0 if token.isascii() else Token.FOREIGN
    elif first.isalnum():
        signs = 0
    else:
        signs = Token.MARK | Token.NUMBER if first in _CURRENCIES else Token.MARK
    if len(token) >= _SHORTEST_DIGEST and (
        len(token) in _LENGTHS_OF_DIGESTS or token.lower().startswith(_DIGESTS)
    ):
        signs |= Token.LONG_AS_DIGEST
    if token.isalpha():
        return signs | Token.CODE if is_camel(token) else signs
    signs |= Token.MORE
    for sign, bits in _BITS_BY_SIGN:
        if sign in token:
            signs |= bits
    if _DIGIT.search(token):
        signs |= Token.DIGIT | Token.NUMBER
    if is_url:
        signs = (signs | Token.URL) & ~(Token.NUMBER | Token.CAPITAL)
    elif signs & Token.SLASH:
        signs |= Token.SLASHED
    signs |= Token.FILE if signs & Token.DOT and reads_as_file(token) else 0
    may_be_code = signs & Token.DIGIT or not (token.islower() and _OF_CODE_ALONE.isdisjoint(token))
    if may_be_code and reads_as_code(token):
        signs |= Token.CODE
    return signs | Token.URL_START if signs & Token.DOT and not _BEGIN_NAMES.isdisjoint(token[:2]) else signs
