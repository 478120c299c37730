"""`urlglean.mail.text`: commands leave every character in its place."""

from urlglean.mail.text import without_enriched_commands


def test_enriched_text_keeps_every_offset():
    text = "<bold>x</bold> <<y>\n<color><param>red</param>z</color>"
    plain = without_enriched_commands(text)
    assert len(plain) == len(text)
    assert plain.split() == ["x", "<y>", "z"]
