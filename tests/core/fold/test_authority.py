"""Who may say what: rights, table assignments, cuts. What fails stays listed, with its reason."""

import pytest

from shared.core import events as ev
from shared.core.events import Body, Event, entities
from shared.core.fold import Fold, fold
from shared.core.state import HallState
from tests.core.events_kit import (
    DECISION,
    HALL,
    LAPTOP,
    MATCH,
    ONE,
    REFEREE,
    RESULT,
    ROOT,
    STRANGER,
    TWO,
    History,
    enrolled,
    key_of,
    opened_hall,
    pairing,
    reason,
    rule,
    rules,
    seats,
    signs,
)

T1 = entities.table_device("t1")
NOT_ITS_TABLE = "its author is not the device of this table"


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def assign(past: History, node: str, cut: ev.Cut = ()) -> Event:
    return past.write(HALL, T1, ev.DeviceAssigned(node, cut))


def test_an_honest_hall_has_nothing_to_list(past: History) -> None:
    state = state_of(past)

    assert state.unforced == ()
    assert state.alarms == ()
    assert state.tournament is not None
    assert state.tournament.name == "Open"
    assert [(t.id, t.label, t.device) for t in state.tables.values()] == [
        ("t1", "Table 1", ONE),
        ("t2", "Table 2", TWO),
    ]
    assert set(state.players) == {"ann", "ben", "cid", "dot"}
    assert state.matches["m1"].players == ("ann", "ben")
    assert state.rounds["men", 1].key == ("men", 1)


def test_only_the_tournament_key_opens_the_tournament(past: History) -> None:
    body = ev.TournamentOpened("Mine", "UTC", key_of(HALL))
    event = past.write(HALL, entities.tournament(), body)

    assert reason(past, event) == "only the tournament key may open it"
    assert state_of(past).tournament == fold(ROOT, past.events[:1]).tournament


AUTHORITY: list[tuple[str, Body, str]] = [
    (entities.device(TWO), ev.DeviceRevoked((), "lost"), "admit"),
    (T1, ev.DeviceAssigned(TWO), "admit"),
    (entities.device_name(TWO), ev.DeviceNamed("Mine"), "admit"),
    (entities.table("t1"), ev.TableSet("Mine"), "hall"),
    (entities.division("men"), ev.DivisionOpened("Mine", "acf-majors", 4), "hall"),
    (entities.player("ann"), ev.PlayerRegistered("Mine", "men"), "hall"),
    (entities.withdrawal("ann"), ev.PlayerWithdrawn(0, "mine"), "hall"),
    (entities.pairing("men", 1), pairing(("m9", "t1", "ann", "ben")), "pair"),
    (DECISION, rules("W W"), "rule"),
    (entities.match_report(MATCH, "r1"), ev.RefereeComing(), "rule"),
]


@pytest.mark.parametrize(("ent", "body", "scope"), AUTHORITY)
@pytest.mark.parametrize("author", [ONE, STRANGER])
def test_each_decision_needs_its_right(
    past: History, ent: str, body: Body, scope: str, author: str
) -> None:
    before = state_of(past)
    event = past.write(author, ent, body)

    assert reason(past, event) == f"its author's key does not hold the right '{scope}'"
    after = state_of(past)
    assert (after.devices, after.tables, after.players, after.matches, after.rounds) == (
        before.devices,
        before.tables,
        before.players,
        before.matches,
        before.rounds,
    )


@pytest.mark.parametrize(("ent", "body", "scope"), AUTHORITY)
def test_the_right_suffices_and_others_do_not_replace_it(
    past: History, ent: str, body: Body, scope: ev.Scope
) -> None:
    others = tuple(s for s in ev.SCOPES if s != scope)
    past.write(ROOT, entities.device(STRANGER), enrolled(STRANGER, "referee", *others))
    without = past.write(STRANGER, ent, body)
    past.write(ROOT, entities.device("ee" * 16), enrolled("ee" * 16, "referee", scope))
    with_it = past.write("ee" * 16, ent, body)
    by_root = past.write(ROOT, ent, body)

    assert reason(past, without) == f"its author's key does not hold the right '{scope}'"
    assert reason(past, with_it) is None
    assert reason(past, by_root) is None


def test_rights_come_from_the_tournament_key_alone(past: History) -> None:
    body = enrolled(STRANGER, "referee", "rule")
    event = past.write(HALL, entities.device(STRANGER), body)
    ruling = rule(past, STRANGER, "W W")

    assert reason(past, event) == "only the tournament key may grant rights"
    assert reason(past, ruling) == "its author's key does not hold the right 'rule'"
    assert STRANGER not in state_of(past).devices


def test_device_cannot_admit_itself(past: History) -> None:
    event = past.write(STRANGER, entities.device(STRANGER), enrolled(STRANGER))

    assert reason(past, event) == "its author's key does not hold the right 'admit'"
    assert STRANGER not in state_of(past).devices


def test_terminal_cannot_admit_a_device(past: History) -> None:
    event = past.write(ONE, entities.device(STRANGER), enrolled(STRANGER))

    assert reason(past, event) == "its author's key does not hold the right 'admit'"
    assert STRANGER not in state_of(past).devices


def test_rights_once_granted_are_not_lost_by_an_enrolment_without_them(past: History) -> None:
    past.write(HALL, entities.device(REFEREE), enrolled(REFEREE, "terminal"))
    past.write(ROOT, entities.device(REFEREE), enrolled(REFEREE, "terminal"))

    device = state_of(past).devices[REFEREE]
    assert (device.role, "rule" in device.scopes) == ("referee", True)


def test_rights_may_be_granted_to_a_device_that_was_admitted_before(past: History) -> None:
    past.write(ROOT, entities.device(ONE), enrolled(ONE, "referee", "rule"))

    assert state_of(past).devices[ONE].scopes == ("rule",)


@pytest.mark.parametrize(
    ("ent", "body"),
    [
        (entities.table("t1"), signs(0, "W W")),
        ("nowhere/in/particular", signs(0, "W W")),
        ("", ev.TableSet("x")),
        (RESULT, ev.TableSet("x")),
        (entities.clock(MATCH), ev.PlayerSeated()),
        ("men/0/m1/result", signs(0, "W W")),
    ],
)
def test_a_kind_speaks_only_about_its_own_entities(past: History, ent: str, body: Body) -> None:
    event = past.write(ROOT, ent, body)

    assert reason(past, event) == "an event of this kind may not be about this"


def test_only_the_device_of_the_table_testifies_for_it(past: History) -> None:
    good = seats(past, ONE)
    bad = seats(past, TWO, seat=1)
    authority = seats(past, HALL, seat=1)

    assert reason(past, good) is None
    assert reason(past, bad) == NOT_ITS_TABLE
    assert reason(past, authority) == NOT_ITS_TABLE
    assert state_of(past).matches["m1"].seated == (True, False)


def test_testimony_of_a_stranger_is_listed(past: History) -> None:
    assert reason(past, seats(past, STRANGER)) == "its author is not enrolled"


@pytest.mark.parametrize("ent", ["men/1/m9/result", "men/2/m1/result", "women/1/m1/result"])
def test_testimony_about_a_match_that_no_pairing_names_is_listed(past: History, ent: str) -> None:
    event = past.write(ONE, ent, signs(0, "W W"))

    assert reason(past, event) == "no pairing names this match"


def test_testimony_that_came_before_its_pairing_counts_when_the_pairing_comes(
    past: History,
) -> None:
    ent = "men/2/m9/result"
    event = past.write(ONE, ent, signs(0, "W W"))
    hall = Fold(ROOT)
    hall.add(past.events)
    assert event.id in {unforced.event for unforced in hall.state().unforced}

    hall.add([past.write(HALL, entities.pairing("men", 2), pairing(("m9", "t1", "ann", "cid")))])

    assert hall.state().matches["m9"].result.status == "entered"
    assert hall.state().unforced == ()


def test_a_report_between_matches_needs_the_device_of_its_table(past: History) -> None:
    mine = past.write(ONE, entities.table_report("t1", "a"), ev.ReportFiled("call"))
    alien = past.write(TWO, entities.table_report("t1", "b"), ev.ReportFiled("call"))

    assert reason(past, mine) is None
    assert reason(past, alien) == NOT_ITS_TABLE
    assert [report.event for report in state_of(past).reports.values()] == [mine.id]


@pytest.mark.clause("ACF-3.II.B")
def test_referee_may_note_incidents_at_any_table_but_seat_no_player_there(past: History) -> None:
    swore = ev.ReportFiled("disturbance", None, 1, "told by a board member", "language")
    noted = past.write(REFEREE, entities.match_report(MATCH, "d1"), swore)
    for number, node in enumerate((TWO, HALL)):
        alien = past.write(node, entities.match_report(MATCH, f"e{number}"), swore)
        assert reason(past, alien) == NOT_ITS_TABLE, "it may not rule"

    assert reason(past, noted) is None
    assert reason(past, seats(past, REFEREE, seat=1)) == NOT_ITS_TABLE


def test_after_reassignment_testimony_beyond_the_cut_is_listed(past: History) -> None:
    within = past.write(ONE, RESULT, signs(0, "W D"))
    assign(past, TWO, past.cut(ONE))
    beyond = past.write(ONE, RESULT, signs(1, "W D"))
    other_start = seats(past, ONE, inc="b2")
    new = seats(past, TWO, seat=1)

    assert reason(past, within) is None
    assert reason(past, beyond) == NOT_ITS_TABLE
    assert reason(past, other_start) == NOT_ITS_TABLE
    assert reason(past, new) is None
    assert state_of(past).tables["t1"].device == TWO
    assert state_of(past).matches["m1"].result.status == "entered"


def test_a_device_that_comes_back_to_its_table_is_bounded_again_when_it_goes(
    past: History,
) -> None:
    assign(past, TWO, past.cut(ONE))
    back = assign(past, ONE, past.cut(TWO))
    while_back = seats(past, ONE)
    assert reason(past, while_back) is None

    assign(past, TWO, past.cut(ONE))
    after = seats(past, ONE, seat=1)

    assert reason(past, back) is None
    assert reason(past, while_back) is None
    assert reason(past, after) == NOT_ITS_TABLE


def test_a_device_that_was_assigned_twice_is_bounded_when_it_goes(past: History) -> None:
    assign(past, ONE)
    assign(past, TWO, past.cut(ONE))

    assert reason(past, seats(past, ONE)) == NOT_ITS_TABLE


def test_two_assignments_side_by_side_leave_both_devices_until_one_is_named(
    past: History,
) -> None:
    first = next(event for event in past.events if event.ent == T1)
    past.write(LAPTOP, T1, ev.DeviceAssigned(TWO), seen=[])
    old, new = seats(past, ONE), seats(past, TWO, seat=1)

    table = state_of(past).tables["t1"]
    assert (table.contested, table.device) == (True, min(ONE, TWO))
    assert reason(past, old) is None
    assert reason(past, new) is None

    assign(past, ONE)
    table = state_of(past).tables["t1"]
    assert (table.contested, table.device) == (False, ONE)
    assert reason(past, new) == NOT_ITS_TABLE
    assert reason(past, first) is None


def test_assignments_without_the_right_move_no_device(past: History) -> None:
    past.write(ONE, T1, ev.DeviceAssigned(TWO))

    assert state_of(past).tables["t1"].device == ONE
    assert reason(past, seats(past, ONE)) is None


def test_testimony_follows_a_match_to_its_new_table(past: History) -> None:
    moved = pairing(("m1", "t2", "ann", "ben"), ("m2", "t1", "cid", "dot"))
    past.write(HALL, entities.pairing("men", 1), moved)
    before, after = seats(past, ONE), seats(past, TWO, seat=1)

    assert reason(past, before) is None
    assert reason(past, after) is None
    assert state_of(past).matches["m1"].table == "t2"


@pytest.mark.clause("USBGF-1", "ACF-1.VII")
def test_only_a_device_with_the_right_to_rule_reports_at_any_table(past: History) -> None:
    ent = entities.match_report(MATCH, "seen")
    body = ev.ReportFiled("phone", None, 1)
    seen = past.write(REFEREE, ent, body)

    assert reason(past, seen) is None
    assert [r.about for r in state_of(past).reports.values()] == [1]

    stray = past.write(TWO, ent, body)
    assert reason(past, stray) == NOT_ITS_TABLE
    nowhere = past.write(REFEREE, entities.match_report(type(MATCH)("men", 1, "m9"), "seen"), body)
    assert reason(past, nowhere) == "no pairing names this match"
