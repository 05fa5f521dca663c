"""Rulebooks: every number stands with its clause, and a slip of the pen stops the import."""

from __future__ import annotations

import re

import msgspec
import pytest

from shared.core.rulebooks import RULEBOOKS, Rulebook, UnknownRulebook, cited, meaning, rulebook
from shared.core.rulebooks.base import Cited
from shared.core.scoring import match_points
from shared.core.words import Code, Outcome

MINUTE_MS = 60_000


def values_of(book: Rulebook) -> dict[str, Cited]:
    return {field: (getattr(book, field), clause) for field, clause in book.clauses.items()}


def test_a_rulebook_is_found_by_its_name() -> None:
    assert rulebook("acf-masters").title == "ACF Masters"
    assert [book.name for book in RULEBOOKS.values()] == list(RULEBOOKS)


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownRulebook, match=r"'acf-master'.*acf-masters, acf-majors, acf-minors"):
        rulebook("acf-master")


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_field_but_the_names_cites_a_clause_and_says_what_it_means(book: Rulebook) -> None:
    fields = set(Rulebook.__struct_fields__)
    assert set(book.clauses) == fields - {"name", "title", "citations"}
    assert all(re.match(r"ACF-[123]\.", clause) for clause in book.clauses.values())
    assert all(meaning(field).endswith(".") for field in fields)


def test_citations_cannot_be_changed() -> None:
    book = rulebook("acf-masters")
    with pytest.raises(TypeError):
        book.clauses["rounds"] = "ACF-0"  # type: ignore[index]
    assert book.clauses["rounds"] == "ACF-1.V.B"


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        ({"round": (12, "ACF-1.V.B")}, "unknown field `round`"),
        ({"rounds": ("12", "ACF-1.V.B")}, "rounds"),
        ({"rounds": (0, "ACF-1.V.B")}, "rounds"),
        ({"sides": (("Red",), "ACF-1.X.A.d")}, "sides"),
        ({"scoring": ("by_game", "ACF-2.III")}, "scoring"),
        ({"bye_points": ((), "ACF-2.III")}, "bye_points"),
        ({"win_points": (3, "ACF-2.III")}, "win and loss share 6, not 4"),
        ({"draw_points": (2, "ACF-2.III")}, "two draws share 8, not 4"),
        ({"match_stake": (5, "ACF-2.III")}, "share 4, not 5"),
    ],
)
def test_a_slip_in_a_rulebook_is_refused(slip: dict[str, Cited], words: str) -> None:
    values = values_of(rulebook("acf-majors"))
    with pytest.raises(msgspec.ValidationError, match=words):
        cited("slipped", "Slipped", values, **slip)


def test_a_number_without_a_clause_is_refused() -> None:
    values = values_of(rulebook("acf-majors"))
    with pytest.raises(ValueError, match="rounds cites 'page 3', which is no clause ID"):
        cited("slipped", "Slipped", values, rounds=(10, "page 3"))


def test_a_missing_number_is_refused() -> None:
    values = values_of(rulebook("acf-majors"))
    del values["dropout_cap"]
    with pytest.raises(msgspec.ValidationError, match="missing required field `dropout_cap`"):
        cited("short", "Short", values)


@pytest.mark.clause("ACF-2.I.A")
def test_masters_play_12_rounds_and_the_others_10_of_two_games() -> None:
    assert {name: book.rounds for name, book in RULEBOOKS.items()} == {
        "acf-masters": 12,
        "acf-majors": 10,
        "acf-minors": 10,
    }
    for book in RULEBOOKS.values():
        with pytest.raises(ValueError, match="has 2 games, not 1"):
            match_points(book, Outcome((Code.WIN,)))
        with pytest.raises(ValueError, match="has 2 games, not 3"):
            match_points(book, Outcome((Code.WIN, Code.WIN, Code.LOSS)))


def test_only_majors_and_minors_may_play_unclocked_and_close_a_round_to_new_games() -> None:
    masters, majors = rulebook("acf-masters"), rulebook("acf-majors")
    assert masters.time_controls == ("90:00", "80:00+10")
    assert majors.time_controls == (*masters.time_controls, "unclocked")
    assert masters.no_new_game_before_end_ms is None
    assert majors.no_new_game_before_end_ms == 30 * MINUTE_MS


def test_minors_play_as_majors_do() -> None:
    assert values_of(rulebook("acf-minors")) == values_of(rulebook("acf-majors"))
