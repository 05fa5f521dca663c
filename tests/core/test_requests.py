"""What is asked at a kiosk is a wish: only a kiosk may file it, and the referee answers it."""

from __future__ import annotations

import pytest

from shared.core import entities
from shared.core import events as ev
from shared.core.fold import fold
from shared.core.office import Shows, Spot
from shared.core.requests import asked, checked_in, last_round_open, offered, signed_out
from shared.core.requests import clause as clause_of
from shared.core.state import HallState
from tests.core.events_kit import (
    HALL,
    ONE,
    REFEREE,
    ROOT,
    START,
    STRANGER,
    History,
    enrolled,
    opened_hall,
)

ANN = "ann"


@pytest.fixture
def past() -> History:
    past = opened_hall()

    past.write(HALL, entities.device(STRANGER), enrolled(STRANGER, "kiosk", label="Lobby"))
    past.write(HALL, entities.division("majors"), ev.DivisionOpened("Majors", "acf-majors", 2))
    past.write(HALL, entities.division("open"), ev.DivisionOpened("Open", "usbgf-open", 3))
    past.write(HALL, entities.player(ANN), ev.PlayerRegistered("Ann King", "majors"))
    return past


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def ask(past: History, what: str, token: str = "q", node: str = STRANGER, **more: int) -> str:
    ent = entities.request(ANN, token)
    past.write(node, ent, ev.RequestFiled(what, 2 if what == "opt_out" else 0), **more)  # type: ignore[arg-type]
    return ent


def answer(past: History, ent: str, state: str = "ruled", node: str = REFEREE) -> None:
    past.write(node, ent, ev.RequestAnswered(state, "", "noted"))  # type: ignore[arg-type]


@pytest.mark.clause("ACF-2.IV.D")
def test_a_request_changes_nothing_about_the_player(past: History) -> None:
    ask(past, "withdraw")
    state = state_of(past)
    assert state.players[ANN].withdrawn_after is None
    assert [(r.what, r.open) for r in asked(state, ANN)] == [("withdraw", True)]


def test_only_a_kiosk_may_file_a_request_and_only_an_office_may_answer(past: History) -> None:
    ask(past, "check_in", node=ONE)
    ask(past, "check_in", token="r", node=REFEREE)
    own = ask(past, "check_in", token="s")
    answer(past, own, node=STRANGER)
    state = state_of(past)
    assert [r.ent for r in asked(state, ANN)] == [own]
    assert asked(state, ANN)[0].state is None
    assert {u.reason for u in state.unforced} == {
        "its author is no kiosk",
        "its author's key does not hold the right 'hall'",
    }


def test_an_answer_is_kept_with_its_note(past: History) -> None:
    answer(past, ask(past, "check_in"))
    [request] = asked(state_of(past), ANN)
    assert (request.state, request.note, request.open) == ("ruled", "noted", False)
    assert checked_in(state_of(past), ANN)


@pytest.mark.clause("USBGF-2.2d")
def test_a_sign_out_lasts_until_he_is_back(past: History) -> None:
    ask(past, "sign_out", "a", at=START)
    assert signed_out(state_of(past), ANN) is not None
    assert "back" in offered(state_of(past), state_of(past).players[ANN])
    ask(past, "back", "b", at=START + 5)
    state = state_of(past)
    assert signed_out(state, ANN) is None
    assert "sign_out" in offered(state, state.players[ANN])
    assert [r.open for r in asked(state, ANN)] == [True, False]


def test_a_sign_out_that_was_refused_is_none(past: History) -> None:
    answer(past, ask(past, "sign_out"), "dismissed")
    assert signed_out(state_of(past), ANN) is None


@pytest.mark.clause("ACF-2.V.F")
def test_the_last_round_can_be_skipped_until_it_is_paired(past: History) -> None:
    state = state_of(past)
    assert last_round_open(state, state.players[ANN]) == 2
    assert "opt_out" in offered(state, state.players[ANN])
    past.write(HALL, entities.pairing("majors", 2), ev.RoundPaired(START, "s", ()))
    state = state_of(past)
    assert last_round_open(state, state.players[ANN]) is None
    assert "opt_out" not in offered(state, state.players[ANN])


def test_nothing_is_offered_twice_and_what_was_refused_may_be_asked_again(past: History) -> None:
    ent = ask(past, "withdraw")
    state = state_of(past)
    assert "withdraw" not in offered(state, state.players[ANN])
    answer(past, ent, "dismissed")
    state = state_of(past)
    assert "withdraw" in offered(state, state.players[ANN])


def test_who_has_left_is_offered_nothing(past: History) -> None:
    past.write(HALL, entities.withdrawal(ANN), ev.PlayerWithdrawn(1, "ill"))
    state = state_of(past)
    assert offered(state, state.players[ANN]) == ()


def test_each_request_has_its_clause_where_a_sheet_has_one(past: History) -> None:
    past.write(HALL, entities.player("bob"), ev.PlayerRegistered("Bob", "open"))
    state = state_of(past)
    ann, bob = state.players[ANN], state.players["bob"]
    assert clause_of(state, bob, "sign_out") == "USBGF-2.2d"
    assert clause_of(state, ann, "sign_out") == clause_of(state, ann, "check_in") == ""
    assert clause_of(state, ann, "withdraw") == "ACF-2.IV.D"
    assert clause_of(state, ann, "opt_out") == "ACF-2.V.F"


def test_the_map_and_what_a_kiosk_shows_are_as_they_were_set_last(past: History) -> None:
    past.write(HALL, entities.layout(), ev.HallLaidOut((Spot(0, 0, "t1"), Spot(9, 0, "", "Door"))))
    past.write(HALL, entities.shows(STRANGER), ev.KioskSet(("map",), ("majors",)))
    past.write(REFEREE, entities.shows(STRANGER), ev.KioskSet(("by_table",)))
    past.write(ONE, entities.shows(STRANGER), ev.KioskSet(()))
    office = state_of(past).office
    assert office.layout == (Spot(0, 0, "t1"), Spot(9, 0, "", "Door"))
    assert office.shows == {STRANGER: Shows(("by_table",))}


def test_a_kind_of_page_that_this_software_has_not_is_left_out_of_what_a_kiosk_shows(
    past: History,
) -> None:
    past.write(HALL, entities.shows(STRANGER), ev.KioskSet(("hologram", "map")))
    assert state_of(past).office.shows == {STRANGER: Shows(("map",))}
    past.write(HALL, entities.shows(STRANGER), ev.KioskSet(("hologram",)))
    assert state_of(past).office.shows == {STRANGER: Shows()}
