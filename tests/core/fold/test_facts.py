"""What the other entities say: rounds, reports, clocks, registers, and alarms about the set."""

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import Caution
from shared.core.fold import Fold, fold
from shared.core.fold.causality import Causality
from shared.core.state import Alarm, HallState
from tests.core.events_kit import (
    DECISION,
    HALL,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    START,
    TWO,
    History,
    decides,
    opened_hall,
    pairing,
    seats,
    signs,
)

ROUND = entities.pairing("men", 1)
AGAIN = pairing(("m3", "t2", "ann", "cid"), ("m4", "t1", "ben", "dot"))


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def conflicts(state: HallState) -> list[str]:
    return [alarm.ent for alarm in state.alarms if alarm.kind == "conflict"]


def test_a_new_pairing_withdraws_the_old_one(past: History) -> None:
    event = past.write(HALL, ROUND, AGAIN)

    state = state_of(past)
    assert {m.uid: m.standing for m in state.matches.values()} == {
        "m1": "withdrawn",
        "m2": "withdrawn",
        "m3": "in_force",
        "m4": "in_force",
    }
    paired = state.rounds["men", 1]
    assert (paired.contested, paired.event) == (False, event.id)
    assert [match.uid for match in paired.matches] == ["m3", "m4"]
    assert conflicts(state) == []


def test_two_pairings_side_by_side_are_contested(past: History) -> None:
    past.write(LAPTOP, ROUND, AGAIN, seen=[])
    hall = Fold(ROOT)
    hall.add(past.events)

    state = hall.state()
    assert state.rounds["men", 1].contested
    assert {match.standing for match in state.matches.values()} == {"contested"}
    assert conflicts(state) == [ROUND]

    hall.add([past.write(HALL, ROUND, AGAIN)])
    state = hall.state()
    assert not state.rounds["men", 1].contested
    assert state.matches["m3"].standing == "in_force"
    assert state.matches["m1"].standing == "withdrawn"
    assert conflicts(state) == []


def test_two_pairings_alike_merge(past: History) -> None:
    body = next(event.body for event in past.events if event.ent == ROUND)
    past.write(LAPTOP, ROUND, body, seen=[])

    state = state_of(past)
    assert not state.rounds["men", 1].contested
    assert state.matches["m1"].standing == "in_force"


def test_a_round_is_gone_when_its_only_pairing_no_longer_counts(past: History) -> None:
    hall = Fold(ROOT)
    hall.add(past.events)
    assert hall.state().rounds
    cut = past.cut(HALL, back=1)
    body = ev.DeviceRevoked(cut, "stolen")
    hall.add([past.write(ROOT, entities.device(HALL), body)])

    state = hall.state()
    assert state.rounds == {}
    assert state.matches == {}
    assert state == state_of(past)


def test_a_uid_that_two_rounds_claim_belongs_to_the_first_by_name(past: History) -> None:
    past.write(HALL, entities.pairing("men", 2), pairing(("m1", "t2", "cid", "dot")))
    other = past.write(ONE, "men/2/m1/result", signs(0, "W W"))
    past.write(ONE, RESULT, signs(0, "D D"))

    state = state_of(past)
    assert str(state.matches["m1"].key) == "men/1/m1"
    assert [u.event for u in state.unforced] == [other.id]
    assert state.matches["m1"].result.status == "entered"


def test_the_facts_of_a_match_come_from_its_table(past: History) -> None:
    past.write(ONE, entities.presence(MATCH, 0), ev.PlayerSeated())
    past.write(ONE, entities.presence(MATCH, 1), ev.PlayerSeated())
    draw = ev.OpeningDrawn(1, 12, ("9-13", "21-17"))
    past.write(ONE, entities.draw(MATCH), draw)
    control = ev.ControlChosen("45", "agreed")
    past.write(ONE, entities.control(MATCH), control)
    first = ev.ClockLogged(1, (ev.Press(0, 5), ev.Press(1, 7)), (95, 93), (1, 1), "pause")
    second = ev.ClockLogged(1, (ev.Press(0, 3),), (92, 93), (2, 1), "end")
    past.write(ONE, entities.clock(MATCH), first)
    past.write(ONE, entities.clock(MATCH), second)

    match = state_of(past).matches["m1"]
    assert match.seated == (True, True)
    assert (match.draw, match.control, match.clock, match.presses) == (draw, control, second, 3)
    assert (match.seat_of("ann"), match.seat_of("ben"), match.seat_of("cid")) == (0, 1, None)
    assert match.starts_at == START


def test_register_holds_its_latest_value(past: History) -> None:
    past.write(HALL, entities.table("t1"), ev.TableSet("Window"))
    past.write(HALL, entities.player("ann"), ev.PlayerRegistered("Anna", "men", 1500))
    past.write(HALL, entities.withdrawal("ann"), ev.PlayerWithdrawn(1, "ill"))
    past.write(HALL, entities.division("men"), ev.DivisionOpened("M", "acf-majors", 6))

    state = state_of(past)
    assert state.tables["t1"].label == "Window"
    assert (state.players["ann"].name, state.players["ann"].rating) == ("Anna", 1500)
    assert (state.players["ann"].withdrawn_after, state.players["ben"].withdrawn_after) == (1, None)
    assert state.divisions["men"].rounds == 6


@pytest.mark.parametrize(
    ("ent", "one", "other"),
    [
        (entities.table("t1"), ev.TableSet("A"), ev.TableSet("B")),
        (
            entities.player("ann"),
            ev.PlayerRegistered("A", "men"),
            ev.PlayerRegistered("B", "men"),
        ),
        (
            entities.withdrawal("ann"),
            ev.PlayerWithdrawn(1, "ill"),
            ev.PlayerWithdrawn(2, "ill"),
        ),
    ],
)
def test_registers_written_side_by_side_are_a_conflict_until_one_is_named(
    past: History, ent: str, one: ev.Body, other: ev.Body
) -> None:
    known = [event for event in past.events if event.ent == ent]
    past.write(HALL, ent, one, seen=known)
    past.write(LAPTOP, ent, other, seen=known)
    assert conflicts(state_of(past)) == [ent]

    past.write(REFEREE, ent, other)
    assert conflicts(state_of(past)) == []


def test_registers_written_alike_side_by_side_merge(past: History) -> None:
    ent = entities.table("t7")
    past.write(HALL, ent, ev.TableSet("A"), seen=[])
    past.write(LAPTOP, ent, ev.TableSet("A"), seen=[])

    assert conflicts(state_of(past)) == []
    assert state_of(past).tables["t7"].device == ""


def test_a_withdrawal_alone_makes_no_player(past: History) -> None:
    past.write(HALL, entities.withdrawal("eve"), ev.PlayerWithdrawn(0, "ill"))

    assert "eve" not in state_of(past).players


def test_a_device_alone_makes_no_table(past: History) -> None:
    past.write(HALL, entities.table_device("t9"), ev.DeviceAssigned(ONE))

    assert "t9" not in state_of(past).tables


def test_a_report_stays_open_until_it_is_decided(past: History) -> None:
    ent = entities.match_report(MATCH, "r1")
    filed = past.write(ONE, ent, ev.ReportFiled("phone", 0, 1, "rang"))

    report = state_of(past).reports[ent]
    assert (report.event, report.table, report.match) == (filed.id, "t1", MATCH)
    assert (report.type, report.seat, report.about, report.note) == ("phone", 0, 1, "rang")
    assert report.open

    coming = past.write(REFEREE, ent, ev.RefereeComing())
    report = state_of(past).reports[ent]
    assert (report.open, report.coming_at) == (True, coming.at)

    made = past.write(REFEREE, DECISION, decides(Caution(1), settles=[filed.id]))
    answered = state_of(past).reports[ent]
    assert (answered.open, answered.event, answered.coming_at) == (False, filed.id, coming.at)
    assert answered.decision is not None
    assert (answered.decision.event, answered.decision.clause) == (made.id, "ACF-1.XI")
    assert [one.measure for one in state_of(past).matches["m1"].taken] == [Caution(1)]


def test_a_word_that_the_referee_is_coming_is_no_report(past: History) -> None:
    past.write(REFEREE, entities.match_report(MATCH, "r1"), ev.RefereeComing())

    assert state_of(past).reports == {}


def test_a_report_ends_with_the_pairing_of_its_match(past: History) -> None:
    hall = Fold(ROOT)
    ent = entities.match_report(MATCH, "r1")
    past.write(ONE, ent, ev.ReportFiled("call"))
    hall.add(past.events)
    assert ent in hall.state().reports

    cut = past.cut(HALL, back=1)
    body = ev.DeviceRevoked(cut, "stolen")
    hall.add([past.write(ROOT, entities.device(HALL), body)])
    assert hall.state().reports == {}


def test_two_events_in_one_place_count_neither_and_alarm(past: History) -> None:
    hall = Fold(ROOT)
    first = past.write(ONE, RESULT, signs(0, "W W"), seen=[])
    hall.add(past.events)
    assert hall.state().matches["m1"].result.status == "entered"

    twin = past.write(ONE, entities.presence(MATCH, 0), ev.PlayerSeated(), seq=first.seq)
    assert hall.add([twin]) == {first.ent, twin.ent}

    state = hall.state()
    assert state.matches["m1"].result.status == "none"
    assert state.matches["m1"].seated == (False, False)
    assert [a.ent for a in state.alarms if a.kind == "equivocation"] == [min(first.ent, twin.ent)]
    assert f"device {ONE[:8]} wrote two different entries as number 1" in state.alarms[0].sentence

    third = past.write(ONE, RESULT, signs(0, "D D"), seq=first.seq)
    hall.add([third])
    assert hall.state() == state_of(past)
    assert hall.state().matches["m1"].result.status == "none"


def test_a_twin_takes_the_rights_that_its_place_had_given(past: History) -> None:
    """Also when the second event is of a kind that gives no rights."""
    hall = Fold(ROOT)
    hall.add(past.events)
    assert REFEREE in hall.state().devices
    grant = next(event for event in past.events if event.ent == entities.device(REFEREE))

    hall.add([past.write(ROOT, entities.table("t1"), ev.TableSet("x"), seq=grant.seq)])

    assert REFEREE not in hall.state().devices
    assert hall.state() == state_of(past)


def test_a_broken_chain_alarms(past: History) -> None:
    past.write(ONE, RESULT, signs(0, "W W"))
    event = past.write(ONE, RESULT, signs(1, "W W"), prev="00" * 16)

    state = state_of(past)
    assert state.alarms == (
        Alarm(
            "broken_chain",
            RESULT,
            f"entry 2 of device {ONE[:8]} does not follow the entry before it",
        ),
    )
    assert event.id in state.matches["m1"].result.heads


def test_a_chain_is_checked_also_when_the_predecessor_comes_last(past: History) -> None:
    first = past.write(ONE, RESULT, signs(0, "W W"))
    past.write(ONE, RESULT, signs(0, "D D"), prev="00" * 16)
    hall = Fold(ROOT)
    hall.add(event for event in past.events if event is not first)
    assert hall.state().alarms == ()

    hall.add([first])
    assert [alarm.kind for alarm in hall.state().alarms] == ["broken_chain"]


def test_a_chain_may_name_either_of_two_twins(past: History) -> None:
    first = past.write(ONE, RESULT, signs(0, "W W"))
    twin = past.write(ONE, RESULT, signs(0, "W D"), seq=1, prev="")
    past.write(ONE, RESULT, signs(0, "D D"), prev=twin.id, seen=[first, twin])
    hall = Fold(ROOT)
    hall.add(event for event in past.events if event is not twin)
    assert [alarm.kind for alarm in hall.state().alarms] == ["broken_chain"]

    hall.add([twin])
    assert [alarm.kind for alarm in hall.state().alarms] == ["equivocation"]
    assert first.seq == twin.seq


@pytest.mark.parametrize("kind", ["a.future.kind", "t.result.signed"])
def test_newer_software_is_asked_for_and_the_event_is_kept(past: History, kind: str) -> None:
    hall = Fold(ROOT)
    hall.add(past.events)
    event = past.write(ONE, RESULT, None, kind=kind, kv=99)
    hall.add([event])

    assert hall.state().alarms == (
        Alarm("newer_software", RESULT, f"'{kind}' version 99 is not known here: update this node"),
    )
    assert hall.heads(RESULT) == (event.id,)
    assert hall.state().matches["m1"].result.status == "none"


def test_heads_are_what_the_next_author_has_to_name(past: History) -> None:
    hall = Fold(ROOT)
    hall.add(past.events)
    assert hall.heads(RESULT) == ()

    one = past.write(ONE, RESULT, signs(0, "W W"), seen=[])
    two = past.write(ONE, RESULT, signs(1, "W W"), seen=[])
    hall.add([one, two])
    assert hall.heads(RESULT) == tuple(sorted((one.id, two.id)))

    both = past.write(ONE, RESULT, signs(0, "W W"))
    hall.add([both])
    assert hall.heads(RESULT) == (both.id,)
    assert hall.events_of(RESULT) == (one, two, both)
    assert hall.events_of("nothing") == ()


def test_ancestors_reach_through_all_that_was_seen(past: History) -> None:
    one = past.write(ONE, RESULT, signs(0, "W W"), seen=[])
    two = past.write(ONE, RESULT, signs(1, "W W"), seen=[one])
    three = past.write(ONE, RESULT, signs(0, "W D"), seen=[two])
    side = past.write(ONE, RESULT, signs(0, "D D"), seen=[])
    order = Causality({event.id: event for event in (one, two, three, side)})

    assert order.covered([two.id]) == {one.id}
    assert order.covered([three.id]) == {one.id, two.id}
    assert order.covered([two.id, side.id]) == {one.id}
    assert order.covered([]) == frozenset()
    assert order.heads([one.id, three.id, side.id]) == tuple(sorted((three.id, side.id)))


@pytest.mark.clause("ACF-3.IV")
def test_an_offer_of_a_draw_stands_with_its_answer_and_with_the_offers_before_it(
    past: History,
) -> None:
    first, second = (
        entities.draw_offer(MATCH, entities.offer_token(1, 7, 0)),
        entities.draw_offer(MATCH, entities.offer_token(2, 30, 1)),
    )
    past.write(ONE, first, ev.DrawOffered(1, 0, (4, 3)))
    assert state_of(past).matches["m1"].draw_offers[first].answer == "open"

    refused = ev.DrawOffered(1, 0, (4, 3), "refused")
    past.write(ONE, first, refused)
    past.write(ONE, second, ev.DrawOffered(2, 1, (15, 15)))
    state = state_of(past)
    assert state.matches["m1"].draw_offers == {
        first: refused,
        second: ev.DrawOffered(2, 1, (15, 15)),
    }
    assert conflicts(state) == []


def test_an_offer_from_another_table_is_listed_and_not_in_force(past: History) -> None:
    ent = entities.draw_offer(MATCH, entities.offer_token(1, 7, 0))
    event = past.write(TWO, ent, ev.DrawOffered(1, 0, (4, 3)))
    state = state_of(past)
    assert state.matches["m1"].draw_offers == {}
    assert event.id in {unforced.event for unforced in state.unforced}


def test_the_story_of_a_match_is_all_that_was_said_about_it_and_its_pairing() -> None:
    past = opened_hall()
    past.write(TWO, entities.presence(MatchKey("men", 1, "m2"), 0), ev.PlayerSeated())
    said = [seats(past, ONE), past.write(ONE, RESULT, signs(0, "W D"))]
    paired = next(event for event in past.events if event.ent == entities.pairing("men", 1))
    hall = Fold(ROOT)
    hall.add(past.events)

    assert hall.about_match(MATCH) == (paired, *said)
