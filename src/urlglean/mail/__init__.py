"""Messages: MIME, the fields of a header, the text of mail, what a message and its thread know of their URLs.

Mail
----

Mail is read in whatever form it was kept: an mbox in each of its dialects, Maildir and MH folders, single messages
(``.eml``, Apple Mail's ``.emlx``), saved pages (``.mht``), months of pipermail, and what older programs left: MMDF, the
mbx format of Pine, Rmail's Babyl, batches of news. Outlook's ``.msg`` and ``.pst`` files are named and skipped; a
converter such as ``readpst`` makes an mbox of them.

A message is read part by part, with its transfer encodings and charsets (wrong ones too), ``format=flowed``,
quotations, HTML parts and messages in messages; calendars and cards are unfolded. What stands before the first part of
a multipart or behind the last one is meant for readers without MIME and left out, unless it begins as a part does. The
header fields ``Content-Base``, ``Content-Location`` and ``Base`` set the base of a part. URLs in ``Subject``,
``List-Archive`` and other fields are found, too. So is what ``--emails``, ``--schemeless`` and the like ask for, but
not in the fields that say who a message is from and to, what it is called or which way it came. Every row names its
message.

>>> import urlglean
>>> message = b'''From: webmaster@intranet.example.com
... Date: Mon, 4 Oct 1999 16:00:00 +0000
... Content-Base: http://intranet.example.com/news/1999/
... Content-Type: text/html
...
... <img src="../art/paper.gif">
... '''
>>> *_, link = urlglean.extract_mail(message)
>>> print(link.url, link.message.date, link.message.sender, link.base.source)
http://intranet.example.com/news/art/paper.gif 1999-10-04T16:00:00Z webmaster@intranet.example.com Content-Base

A message knows more than its text does: its HTML, the messages in it and those that it answers say which URLs are
whole, so that broken ones are joined with certainty. What the HTML links to also says where a URL in the text ends
(``http://example.org/what.`` with its full stop), and that ``&amp;`` in it was left behind by a program.

A mailing list repeats the URLs of its footer in each message, a mail service its advert, and people their signatures.
Each row says in which ``region`` it stands, and ``--no-footers`` (``footers=False``) leaves these out, quoted ones too,
in text and HTML; and with them the header fields that say the same: ``List-Archive``, ``List-Unsubscribe`` and all
others that begin with ``List-``. ``Archived-At`` stays, for it names the message itself.

    $ urlglean unique -q --host lists.example.org corpora/mail/archive.mbox | wc -l
    11
    $ urlglean unique -q --no-footers --host lists.example.org corpora/mail/archive.mbox | wc -l
    4

Attachments of text types are read, others (images, archives, signatures, encoded files in the text) are counted. That
is no error. In the library, ``on_attachment=`` is called with each, and a store has a table of them.

    $ urlglean unique --format url --host www.example.com corpora/mail/chapter1.mht; echo "exit code $?"
    http://www.example.com/elsewhere?a=1&b=2
    urlglean: skipped 1 attachment that is no text (98 bytes): 1 image/png
    exit code 0

A URL in a message may name another part of it: by ``cid:``, by ``mid:``, or because it is the ``Content-Location`` of
one (RFC 2392, RFC 2557). A note says which.

    $ urlglean show 'corpora/mail/album.mht#1.1'
    ...
      2:14  cid:lake@mac.example.com
          note  names part 1.2 (image/jpeg)
    ...
      3:11  http://photos.example.net/2011/hut.jpg
          note  names part 1.3 (image/jpeg)
    ...
      3:51  cid:gone@mac.example.com
          note  names no part of this message
    ...

``urlglean show`` opens a message, or one part of it, by its place: ``urlglean show 'archive.mbox@7212#2'``. It looks at
the messages before it, as ``extract`` does: what they know whole helps to put a broken URL together. With ``--format
html`` it makes a page for a browser, in which nothing runs, and only links to the web, FTP and mail addresses can be
followed. On a terminal the marks are bold and underlined instead of ``⟦⟧``, unless ``NO_COLOR`` is set.

How a message is read
---------------------

`mime` makes a tree of `entity.Entity` of it, whatever it is: what is well formed at the speed of ``bytes.split``,
what is not by the standard library's ``email``, and what that cannot follow as text, with its damage in words. A kind
of part is told in `entity` (what it is: parts, a page, a message, a text, no text) and its text read in `text` (its
charset, and what its format says of lines and commands); `reader` makes Documents of both. `header`, `values` and
`transfer` are a header with its fields and the URLs in them, its values, and the transfer encodings. `message` is what
a header says of its message; `regions` are those of a text: quotations, signatures, footers.

Doors
-----

`reader` reads mail, and gives the texts of a message as the offsets of its Links count in them. `evidence` remembers a
thread of messages. `page_regions` tells where the signatures, quotations and footers of a page in mail stand.
"""
