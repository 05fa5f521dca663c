"""What can be reported: each has a clause under each rulebook, and no rulebook knows another's."""

from typing import get_args

import pytest

from shared.core.events.reported import (
    COSTS,
    WORDS,
    Found,
    found_words,
    rule_of,
    shown_words,
    why_stopped,
)
from shared.core.match.outcome import ReportType
from shared.core.rulebooks import RULEBOOKS
from shared.core.rulebooks.base import CLAUSE_ID


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_every_report_has_a_clause_and_a_cost_under_every_rulebook(name: str) -> None:
    book = RULEBOOKS[name]
    for kind in WORDS:
        for code in [line.what.code for line in book.sheet.exactly(kind)] or [""]:
            clause, scheme = rule_of(book, kind, code)
            assert CLAUSE_ID.fullmatch(clause)
            assert scheme in COSTS


@pytest.mark.clause("ACF-3.II.G", "APCA-11", "APCA-12", "APCA-13", "DARK-touch", "USBGF-4.2")
def test_touched_pieces_go_by_the_sheet_of_the_match() -> None:
    said = {
        name: {line.what.code: rule_of(RULEBOOKS[name], "touched_piece", line.what.code)
               for line in RULEBOOKS[name].sheet.exactly("touched_piece")}
        for name in ("acf-masters", "apca", "standard", "usbgf-open")
    }  # fmt: skip
    assert said["apca"] == {
        "adjusted": ("APCA-11", "caution"),
        "playable": ("APCA-12", "move"),
        "unplayable": ("APCA-12", "caution"),
        "corner": ("APCA-13", "go_on"),
    }
    assert said["acf-masters"]["unplayable"] == ("ACF-3.III.A", "correct")
    assert said["standard"]["adjusted"] == ("DARK-touch", "caution")
    assert set(said["usbgf-open"]) == {"handling", "dice"}


@pytest.mark.clause("ACF-3.II.J", "APCA-29")
def test_a_phone_costs_the_game_only_where_the_sheet_says_so() -> None:
    assert rule_of(RULEBOOKS["acf-majors"], "phone") == ("ACF-3.II.J", "game")
    assert rule_of(RULEBOOKS["apca"], "phone") == ("APCA-29", "referee")


@pytest.mark.clause("APCA-8", "ACF-1.IX", "ACF-3.IV", "ACF-1.X.B.a")
def test_calls_absences_and_wishes_have_their_clauses() -> None:
    kinds: tuple[ReportType, ...] = ("call", "away", "draw_ruling", "timekeeper")
    assert [rule_of(RULEBOOKS["acf-majors"], kind)[0] for kind in kinds] == [
        "ACF-1.VII", "ACF-1.IX", "ACF-3.IV", "ACF-1.X.B.a",
    ]  # fmt: skip
    assert rule_of(RULEBOOKS["apca"], "call")[0] == "APCA-8"


def test_counts_are_cited_from_the_book_that_has_them() -> None:
    assert rule_of(RULEBOOKS["acf-majors"], "count_full", "quiet")[0] == "ACF-3.I"
    assert rule_of(RULEBOOKS["apca"], "move_count", "lone_king")[0] == "APCA-27"


def test_a_report_is_said_in_words_and_an_unknown_one_by_its_kind() -> None:
    assert shown_words("touched_piece", "adjusted") == "Touched piece: adjusted without notice"
    assert shown_words("touched_piece", "later version") == "Touched piece"


def test_a_page_has_room_for_what_a_kind_may_be() -> None:
    for book in RULEBOOKS.values():
        for kind in WORDS:
            assert len(book.sheet.offered(kind)) <= 4


NAMES = ("A. King", "B. {Chen}")


def test_what_a_table_noted_is_said_with_its_numbers_and_the_names_of_the_match() -> None:
    assert found_words("slept", (2_520_000,), NAMES) == "The table slept for 42:00."
    assert found_words("moves_of_right", (30, 40), NAMES) == "30 of 40 moves of B. {Chen}."
    assert found_words("still_equal", (7, 7), NAMES) == (
        "All equal after the extra time: A. King captured 7, B. {Chen} captured 7."
    )
    for found in get_args(Found):
        assert "{" not in found_words(found, (1, 2), ("left", "right"))
        assert found_words(found, (), NAMES)


def test_note_of_a_later_table_version_is_not_said() -> None:
    assert found_words("", (), NAMES) == found_words("a later code", (1, 2), NAMES) == ""


def test_a_report_that_stops_the_clocks_is_the_end_of_a_sentence() -> None:
    assert why_stopped("clock_defect") == "clock defect"
    assert why_stopped("touched_piece", "adjusted") == "adjusted without notice"
