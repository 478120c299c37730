"""Words that lines of prose begin with, in the languages most mail is written in.

A line below a URL that begins with one of them goes on with prose, not with the URL: function words, what letters close
with, the commonest verbs. Nouns are left out: they stand in URLs, too.
"""

from __future__ import annotations

__all__ = ["ABBREVIATED", "CLOSINGS", "PROSE_WORDS"]

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
    ook over toch tot uw veel verder waar wanneer waren weer werd wie worden zal zich zie zij zo zonder zou""".split()
)
"""In lower case; English, German, French, Spanish, Portuguese, Italian, Dutch, Polish and Russian."""

ABBREVIATED = frozenset(
    """bd btw bzw cd cm css cvs db dns dr dvd fps ftp fwd gb gcc gdb gtk hr hrs hth html http kb kg km lg mb mfg
    mm mp mr mrs ms mw nfs nr ntp pc pdf php pls pm px rpm rss rtfm sms smtp sql ssh ssl st svg svn tcp thx tls tv
    vcs vg vpn vs wg www xml""".split()
)
"""What prose has without a vowel."""
CLOSINGS = frozenset({"btw", "hth", "lg", "mfg", "pls", "thx", "vg"})
"""Of these, what stands on a line of its own."""
