"""Small words of the lobby: scores, orders, and how far a match has got."""

import pytest

from shared.core.match.outcome import Code, Outcome
from shared.core.state import Match, Result
from shared.core.state.floor import hall_order
from shared.public.lookup import match_words
from tests.kiosk.lobby_states import WON
from tests.tui.fake_port import drawn, match


@pytest.mark.parametrize(
    ("codes", "shown"),
    [
        ("W W", "2–0"),
        ("W D", "1½–½"),
        ("D D", "1–1"),
        ("W L", "1–1"),
        ("D L", "½–1½"),
        ("L* L*", "0–2"),
        ("W* W", "2–0"),
    ],
)
def test_a_score_counts_games_and_halves(codes: str, shown: str) -> None:
    outcome = Outcome(tuple(Code(code) for code in codes.split()))
    assert outcome.score() == shown
    assert outcome.reversed.score() == "–".join(reversed(shown.split("–")))


@pytest.mark.clause("ACF-2.I.B")
def test_an_agreed_result_is_shown_as_worth_nothing() -> None:
    assert Outcome((Code.DRAW, Code.DRAW), void="agreed").score() == "no points"


def test_tables_are_ordered_as_people_count() -> None:
    labels = ["Window 10", "window 2", "3", "12", "A"]
    assert sorted(labels, key=hall_order) == ["3", "12", "A", "window 2", "Window 10"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, ""),
        ({"seated": (True, False)}, ""),
        ({"seated": (True, True)}, "seated"),
        ({"draw": drawn()}, "playing"),
        ({"draw": drawn(), "result": Result("entered")}, "to be confirmed"),
        ({"draw": drawn(), "result": Result("confirmed", WON)}, "1½–½"),
        ({"result": Result("ruled", WON)}, "1½–½"),
        ({"result": Result("disputed")}, "with the referee"),
        ({"result": Result("conflict")}, "with the referee"),
        ({"standing": "contested", "draw": drawn()}, "with the referee"),
    ],
)
def test_how_far_a_match_has_got(more: dict[str, object], words: str) -> None:
    made: Match = match("m", "1", ("a", "b"), **more)  # type: ignore[arg-type]
    assert match_words(made) == words
