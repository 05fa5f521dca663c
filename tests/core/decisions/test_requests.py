"""What is asked at a kiosk is a wish: only a kiosk may file it, and a decision answers it."""

import pytest

from shared.core import events as ev
from shared.core.decisions.requests import (
    answer_to,
    asked,
    checked_in,
    last_round_open,
    offered,
    signed_out,
)
from shared.core.decisions.requests import clause as clause_of
from shared.core.events import Event, Spot, entities
from shared.core.events.measures import (
    Appealed,
    Measure,
    OwnWords,
    RequestGranted,
    RequestRefused,
    Suspended,
)
from shared.core.fold import Fold, fold
from shared.core.state import HallState
from shared.core.state.office import Shows
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    ROOT,
    START,
    STRANGER,
    History,
    decides,
    enrolled,
    key_of,
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
    """Return the state, which is the same when the last events come first."""
    state = fold(ROOT, past.events)
    hall = Fold(ROOT)
    for event in reversed(past.events):
        hall.add([event])
        hall.tell()
    assert hall.state() == state
    return state


def ask(past: History, what: str, token: str = "q", node: str = STRANGER, **more: int) -> str:
    ent = entities.request(ANN, token)
    past.write(node, ent, ev.RequestFiled(what, 2 if what in ("opt_out", "bye") else 0), **more)  # type: ignore[arg-type]
    return ent


DECISION = entities.player_decision(ANN)
YES, NO = RequestGranted("withdraw"), RequestRefused("withdraw")


def filed(past: History, ent: str) -> str:
    """Return the id of the event that filed a request."""
    return next(event.id for event in past.events if event.ent == ent)


def answer(past: History, ent: str, measure: Measure = YES, node: str = REFEREE) -> Event:
    return past.write(node, DECISION, decides(measure, settles=[filed(past, ent)]))


def apart(past: History, ent: str, node: str, measure: Measure) -> Event:
    """Return an answer by a referee who has seen none but the request."""
    body = decides(measure, settles=[filed(past, ent)], case=ent)
    return past.write(node, DECISION, body, seen=[])


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


def test_granted_request_is_kept_with_the_decision_that_grants_it(past: History) -> None:
    made = answer(past, ask(past, "check_in"), RequestGranted("check_in"))
    state = state_of(past)
    [request] = asked(state, ANN)
    assert (request.state, request.open) == ("granted", False)
    decision = answer_to(state, request)
    assert decision is not None
    assert (decision.event, decision.reason) == (made.id, "seen")
    assert checked_in(state, ANN)


def request_of(past: History) -> tuple[str | None, bool]:
    """Return what became of the one request, and whether a referee has to decide."""
    [request] = asked(state_of(past), ANN)
    return request.state, request.open


@pytest.mark.clause("USBGF-5")
def test_an_answer_that_a_committee_turns_is_the_other_one_until_that_is_undone(
    past: History,
) -> None:
    ent = ask(past, "bye")
    first = answer(past, ent, RequestRefused("bye", 2))
    granted = (Appealed(True, 2, 3), RequestGranted("bye", 2))
    heard = past.write(
        REFEREE,
        DECISION,
        decides(*granted, settles=[filed(past, ent)], replaces=[first.id]),
    )
    assert request_of(past) == ("granted", False)
    assert state_of(past).players[ANN].byes_granted == (2,)
    past.write(REFEREE, DECISION, decides(replaces=[heard.id]))
    assert request_of(past) == ("refused", False)
    assert state_of(past).players[ANN].byes_granted == ()


def test_answer_that_is_undone_leaves_the_wish_open_and_one_that_replaces_it_counts(
    past: History,
) -> None:
    first = answer(past, ask(past, "withdraw"))
    other = past.write(REFEREE, DECISION, decides(NO, replaces=[first.id]))
    assert request_of(past) == ("refused", False)
    past.write(REFEREE, DECISION, decides(replaces=[other.id]))
    assert request_of(past) == ("granted", False)
    past.write(REFEREE, DECISION, decides(replaces=[first.id]))
    assert request_of(past) == (None, True)


@pytest.mark.clause("ACF-1.VII")
def test_two_equal_answers_are_one_and_contradicting_ones_wait_for_a_replacement(
    past: History,
) -> None:
    ent = ask(past, "withdraw")
    one, other = apart(past, ent, REFEREE, YES), apart(past, ent, LAPTOP, YES)
    assert request_of(past) == ("granted", False)
    past.write(LAPTOP, DECISION, decides(NO, replaces=[one.id, other.id]))
    assert request_of(past) == ("refused", False)

    ent = ask(past, "opt_out", "r")
    yes, no = RequestGranted("opt_out", 2), RequestRefused("opt_out", 2)
    differ = [apart(past, ent, REFEREE, yes), apart(past, ent, LAPTOP, no)]
    request = state_of(past).office.requests[ent]
    assert (request.state, request.open) == (None, True)
    assert [alarm.ent for alarm in state_of(past).alarms] == [DECISION]
    past.write(LAPTOP, DECISION, decides(no, replaces=[event.id for event in differ]))
    assert state_of(past).office.requests[ent].state == "refused"


@pytest.mark.clause("ACF-1.VII")
def test_the_chiefs_answer_stands_against_an_assistants(past: History) -> None:
    opened = ev.TournamentOpened("Open", "UTC", key_of(ROOT), REFEREE)
    past.write(ROOT, entities.tournament(), opened)
    ent = ask(past, "withdraw")
    apart(past, ent, LAPTOP, YES)
    apart(past, ent, REFEREE, NO)
    assert request_of(past) == ("refused", False)


def test_answer_that_comes_before_its_wish_and_one_to_another_player_answer_nothing_else(
    past: History,
) -> None:
    ent = ask(past, "withdraw")
    past.write(HALL, entities.player("bob"), ev.PlayerRegistered("Bob", "open"))
    elsewhere = entities.player_decision("bob")
    past.write(REFEREE, elsewhere, decides(YES, settles=[filed(past, ent)]))
    past.write(REFEREE, DECISION, decides(OwnWords(), settles=[filed(past, ent)]))
    assert request_of(past) == (None, True)


def test_registering_a_player_answers_their_request_and_touches_no_ruling(
    past: History,
) -> None:
    out = past.write(REFEREE, DECISION, decides(Suspended(), settles=["s"]))
    ent = ask(past, "withdraw")
    # The hall's key may enter players, and not rule.
    body = decides(YES, settles=[filed(past, ent), "s"], replaces=[out.id])
    past.write(HALL, DECISION, body, seen=[])
    state = state_of(past)
    assert request_of(past) == ("granted", False)
    assert state.players[ANN].suspended is not None, "an answer contradicts no suspension"
    assert state.unforced == ()

    past.write(HALL, DECISION, decides(replaces=[out.id]))
    past.write(HALL, DECISION, decides(YES, Suspended(), settles=["s"]))
    past.write(HALL, DECISION, decides(Appealed(True, 2, 3), NO, settles=[filed(past, ent)]))
    past.write(HALL, entities.match_decision(MATCH), decides(YES, settles=["s"]))
    reasons = [u.reason for u in state_of(past).unforced]
    assert reasons == ["its author's key does not hold the right 'rule'"] * 4
    assert request_of(past) == ("granted", False)
    assert state_of(past).players[ANN].suspended is not None


@pytest.mark.clause("USBGF-2.2d")
def test_a_sign_out_lasts_until_the_player_is_back(past: History) -> None:
    ask(past, "sign_out", "a", at=START)
    assert signed_out(state_of(past), ANN) is not None
    assert "back" in offered(state_of(past), state_of(past).players[ANN])
    ask(past, "back", "b", at=START + 5)
    state = state_of(past)
    assert signed_out(state, ANN) is None
    assert "sign_out" in offered(state, state.players[ANN])
    assert [r.open for r in asked(state, ANN)] == [True, False]


def test_a_sign_out_that_was_refused_is_none(past: History) -> None:
    answer(past, ask(past, "sign_out"), RequestRefused("sign_out"))
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


def test_no_request_is_offered_twice_and_a_refused_one_may_be_repeated(past: History) -> None:
    ent = ask(past, "withdraw")
    state = state_of(past)
    assert "withdraw" not in offered(state, state.players[ANN])
    answer(past, ent, NO)
    state = state_of(past)
    assert "withdraw" in offered(state, state.players[ANN])


def test_player_who_has_left_is_offered_no_request(past: History) -> None:
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
