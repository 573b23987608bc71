"""The tables of the parser are those of its grammar."""

from misdeal.model.language.tables import GRAMMAR, TABLES, written


def test_the_tables_are_made_from_the_grammar(*, rewrite: bool) -> None:
    """`grammar.json` is what Lark makes of `grammar.lark`."""
    text = written(GRAMMAR.read_bytes())
    if rewrite:
        TABLES.write_text(text, encoding="utf-8")
    assert text == TABLES.read_text(encoding="utf-8")
