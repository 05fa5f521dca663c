"""A division that is changed: its versions, in whatever order they arrive."""

from itertools import permutations

from shared.core import events as ev
from shared.core.events import entities
from shared.core.fold import fold
from shared.core.state import Division
from tests.core.events_kit import LAPTOP, REFEREE, ROOT, History, opened_hall, pairing

MEN = entities.division("men")


def changed(rounds: int, control: str = "", from_round: int = 2, why: str = "") -> ev.Body:
    return ev.DivisionChanged("Men", "acf-majors", rounds, control, from_round=from_round, why=why)


def men(past: History) -> Division:
    return fold(ROOT, past.events).divisions["men"]


def test_a_round_falls_under_the_latest_version_that_reaches_it() -> None:
    past = opened_hall()
    past.write(REFEREE, MEN, changed(6, "60:00", 3))
    past.write(REFEREE, MEN, changed(6, "30:00", 2))
    division = men(past)
    assert [division.at(number).control for number in (1, 2, 3)] == ["", "30:00", "30:00"]
    assert [division.at(number).rounds for number in (1, 2, 3)] == [6, 6, 6]


def test_changes_made_apart_count_when_one_has_seen_both_in_any_order() -> None:
    past = opened_hall()
    before = [event for event in past.events if event.ent == MEN]
    more = past.write(REFEREE, MEN, changed(6), seen=before)
    fewer = past.write(LAPTOP, MEN, changed(3), seen=before)
    assert men(past).rounds == 4
    assert set(men(past).apart) == {more.id, fewer.id}
    assert fold(ROOT, past.events).alarms == ()
    last = past.write(REFEREE, MEN, changed(3))
    others = [event for event in past.events if event.ent != MEN]
    states = [fold(ROOT, [*others, *order]) for order in permutations([*before, more, fewer, last])]
    assert all(state == states[0] for state in states)
    assert (states[0].divisions["men"].rounds, states[0].divisions["men"].apart) == (3, ())


def test_equal_changes_made_apart_are_one_whatever_their_reasons() -> None:
    past = opened_hall()
    before = [event for event in past.events if event.ent == MEN]
    past.write(REFEREE, MEN, changed(6, why="One"), seen=before)
    past.write(LAPTOP, MEN, changed(6, why="Two"), seen=before)
    assert (men(past).rounds, men(past).apart) == (6, ())


def test_a_match_is_played_by_the_version_that_its_pairing_names() -> None:
    past = opened_hall()
    (opened,) = (event for event in past.events if event.ent == MEN)
    past.write(REFEREE, MEN, changed(4, "60:00", 1))
    paired = pairing(("m3", "t1", "ann", "cid"))
    assert isinstance(paired, ev.RoundPaired)
    named = ev.RoundPaired(paired.starts_at, "s", paired.matches, rules=opened.id)
    past.write(LAPTOP, entities.pairing("men", 2), named)
    state = fold(ROOT, past.events)
    controls = {
        uid: division.control
        for uid, match in state.matches.items()
        if (division := state.played_by(match)) is not None
    }
    assert controls == {"m1": "60:00", "m2": "60:00", "m3": ""}
