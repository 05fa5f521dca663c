"""A sentence made in a pure part is English in the log and any language on a screen."""

import json
from fractions import Fraction

from shared.core.fold import fold
from shared.core.state.floor import table_name
from shared.core.text.language import N_
from shared.core.text.sentence import Counted, Players, Sentence, Series, Tables, said, together
from tests.core.events_kit import ONE, RESULT, ROOT, opened_hall, signs
from tests.words.spoken import said_in

NEWER = N_("'{kind}' version {version} is not known here: update this node")


def test_stored_sentence_is_an_english_string() -> None:
    made = Sentence(NEWER, kind="t.pause", version=2)
    with said_in("ru"):
        assert made == "'t.pause' version 2 is not known here: update this node"
        assert json.loads(json.dumps(made)) == made
        assert made.said() == "«t.pause» версии 2 здесь неизвестно: обновите этот узел"


def test_an_error_made_with_it_still_says_it() -> None:
    error = ValueError(Sentence(NEWER, kind="x", version=1))
    with said_in("fr"):
        assert (
            said(str(error)) == "«\xa0x\xa0» version 1 est inconnu ici\xa0: mettez ce nœud à jour"
        )


def test_a_fact_with_braces_in_it_is_left_as_it_is() -> None:
    made = Sentence("a matter of the hall of {venue} alone", venue="{x}")
    assert said(made) == "a matter of the hall of {x} alone"


def test_any_other_text_is_said_if_it_is_known() -> None:
    with said_in("es"):
        assert (said("Table"), said("what a person typed"), said("")) == (
            "Mesa",
            "what a person typed",
            "",
        )


def test_a_table_is_called_in_the_language_spoken_and_a_word_on_its_sign_stays() -> None:
    names = []
    for language in ("en", "es", "fr", "ru"):
        with said_in(language):
            names.append((table_name("4"), table_name("Window")))
    assert names == [(f"{word} 4", "Window") for word in ("Table", "Mesa", "Table", "Стол")]


def test_alarms_and_reasons_of_the_fold_can_be_said() -> None:
    past = opened_hall()
    past.write(ONE, RESULT, signs(0, "W W"))
    past.write(ONE, RESULT, signs(1, "W W"), prev="00" * 16)
    (alarm,) = fold(ROOT, past.events).alarms
    assert alarm.sentence.startswith("entry 2 of")
    with said_in("ru"):
        assert said(alarm.sentence).startswith("запись 2 устройства")


def test_players_and_tables_are_ids_in_the_log_and_names_on_a_screen() -> None:
    made = Sentence("{player} has the bye.", player=Players("no"))
    assert made == "no has the bye."
    assert said(made, {"no": "Ann {x}"}.__getitem__) == "Ann {x} has the bye."
    with said_in("es"):
        assert made.said(lambda _ident: "bye") == "bye descansa."
    there = Sentence(
        "{names} at {table}", names=Players("a", "b", between=" – "), table=Tables("t1")
    )
    assert there.said(str.upper, lambda table: f"Window {table}") == "A – B at Window t1"


def test_counted_noun_takes_the_plural_form_of_the_language() -> None:
    counts = (0, 1, 2, Fraction(1, 2), Fraction(7, 2))
    made = [Sentence("{n}", n=Counted("{count} point", "{count} points", n)) for n in counts]
    assert made == ["0 points", "1 point", "2 points", "½ point", "3½ points"]
    with said_in("ru"):
        assert [each.said() for each in made][1:3] == ["1 очко", "2 очка"]


def test_sentences_in_a_row_are_each_said() -> None:
    row = together(Sentence("{player} has the bye.", player=Players("x")), Sentence("Table"))
    assert row == "x has the bye. Table"
    with said_in("es"):
        assert row.said(lambda _ident: "Ann") == "Ann descansa. Mesa"
        assert str(Series(Sentence("Table"), 4, between="/")) == "Table/4"
