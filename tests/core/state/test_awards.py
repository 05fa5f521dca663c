"""What the referee's desks put on record stands until it is put right, in any order of arrival."""

import itertools

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.fold import Fold, fold
from shared.core.state.office import Awards, PrizeFund
from tests.core.events_kit import HALL, LAPTOP, MATCH, ONE, REFEREE, ROOT, History, opened_hall


@pytest.fixture
def past() -> History:
    return opened_hall()


def awards(past: History) -> Awards:
    return fold(ROOT, past.events).awards


@pytest.mark.clause("ACF-1.XII")
def test_a_copy_of_the_games_is_ticked_and_taken_off_again(past: History) -> None:
    past.write(HALL, entities.sheets(MATCH), ev.SheetsHandedIn((True, False)))
    assert awards(past).handed_in == {("m1", 0)}
    past.write(LAPTOP, entities.sheets(MATCH), ev.SheetsHandedIn((False, True)))
    assert awards(past).handed_in == {("m1", 1)}


@pytest.mark.clause("ACF-1.XIII.A", "ACF-1.III.B")
def test_prizes_and_dues_are_what_was_posted_last(past: History) -> None:
    past.write(HALL, entities.prizes("men"), ev.PrizesPosted((45000, 30000), 2500))
    past.write(REFEREE, entities.dues("ann"), ev.DuesOwed(True))
    past.write(REFEREE, entities.dues("ben"), ev.DuesOwed(True))
    past.write(REFEREE, entities.dues("ben"), ev.DuesOwed(False))
    assert awards(past).prizes == {"men": PrizeFund((45000, 30000), 2500)}
    assert awards(past).dues == {"ann": True, "ben": False}


def test_a_payment_says_who_paid_and_when_and_can_be_taken_back(past: History) -> None:
    paid = past.write(REFEREE, entities.payment("ann"), ev.PrizePaid(42500, 2500, "M. Holt"))
    told = awards(past).payments["ann"]
    assert (told.cents, told.dues, told.by, told.at) == (42500, 2500, "M. Holt", paid.at)
    past.write(REFEREE, entities.payment("ann"), ev.PrizePaid(0, 0, "", taken_back=True))
    assert awards(past).payments == {}


def test_two_payments_that_have_not_seen_each_other_are_a_conflict(past: History) -> None:
    past.write(REFEREE, entities.payment("ann"), ev.PrizePaid(100, 0, "One"), seen=[])
    past.write(LAPTOP, entities.payment("ann"), ev.PrizePaid(100, 0, "Two"), seen=[])
    state = fold(ROOT, past.events)
    assert [alarm.ent for alarm in state.alarms] == ["player/ann/payment"]
    assert "ann" in state.awards.payments


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_title_is_offered_for_playoff_and_then_decided(past: History) -> None:
    ent = entities.title("men")
    past.write(REFEREE, ent, ev.TitleDecided("playoff", ("ann", "ben"), "ACF-1.XIII.B"))
    assert awards(past).titles["men"].title == "playoff"
    past.write(REFEREE, ent, ev.TitleDecided("champion", ("ben",), "ACF-1.XIII.B", "2–0"))
    assert awards(past).titles["men"].players == ("ben",)
    past.write(REFEREE, ent, ev.TitleDecided("champion", (), "ACF-1.XIII.B"))
    assert awards(past).titles == {}


def test_what_the_desks_say_does_not_depend_on_the_order_of_arrival(past: History) -> None:
    base = list(past.events)
    past.write(REFEREE, entities.payment("ann"), ev.PrizePaid(100, 0, "One"), seen=[])
    past.write(LAPTOP, entities.payment("ann"), ev.PrizePaid(100, 0, "Two"), seen=[])
    past.write(HALL, entities.sheets(MATCH), ev.SheetsHandedIn((True, True)))
    expected = fold(ROOT, past.events)
    for order in itertools.permutations(past.events[len(base) :]):
        hall = Fold(ROOT)
        hall.add(base)
        for event in (*order, *order):
            hall.add([event])
            hall.state()
        assert hall.state() == expected


@pytest.mark.clause("ACF-1.XII")
def test_moves_of_the_desk_stand_beside_what_the_table_logged(past: History) -> None:
    ent = entities.moves(MATCH, 1)
    past.write(REFEREE, ent, ev.MovesEntered(1, "11-15 *", "club.pdn"))
    past.write(ONE, ent, ev.MovesLogged(1, "11-16 *"))
    past.write(REFEREE, ent, ev.MovesEntered(1, "9-14 *", "club.pdn"))

    state = fold(ROOT, past.events)
    match = state.matches[MATCH.uid]
    assert match.moves[ent].pdn == "11-16 *"
    assert match.entered[ent].pdn == "9-14 *"
    assert state.alarms == ()


def test_a_table_enters_no_moves_in_the_name_of_the_desk(past: History) -> None:
    past.write(ONE, entities.moves(MATCH, 1), ev.MovesEntered(1, "11-15 *"))
    state = fold(ROOT, past.events)
    assert state.matches[MATCH.uid].entered == {}
    assert [event.kind for event in state.unforced] == ["a.moves.entered"]
