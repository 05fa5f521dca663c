"""What can be reported: each has a clause under each rulebook, and no rulebook knows another's."""

from __future__ import annotations

import pytest

from shared.core.reported import COSTS, WORDS, rule_of, words
from shared.core.rulebooks import RULEBOOKS
from shared.core.rulebooks.base import CLAUSE_ID
from shared.core.words import ReportType


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
    assert words("touched_piece", "adjusted") == "Touched piece: adjusted without notice"
    assert words("touched_piece", "later version") == "Touched piece"


def test_a_page_has_room_for_what_a_kind_may_be() -> None:
    for book in RULEBOOKS.values():
        for kind in WORDS:
            assert len(book.sheet.offered(kind)) <= 4
