"""Matches that are called one by one are matches like all others, and make rounds."""

from itertools import permutations

import msgspec
import pytest

from shared.core import events as ev
from shared.core.decisions.requests import last_round_played
from shared.core.events import entities
from shared.core.events.entities import MatchKey
from shared.core.fold import Fold, fold
from shared.core.standings.records import division_records, round_matches
from shared.core.state import HallState, Round
from shared.core.state.floor import current_match
from shared.pairing.from_hall import entrants
from shared.pairing.places import division_standings, is_final
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    ROOT,
    START,
    TWO,
    History,
    opened_hall,
    pairing,
    rule,
    signs,
)  # fmt: skip

FIRST, SECOND = MatchKey("men", 2, "c1"), MatchKey("men", 2, "c2")


def called(key: MatchKey, table: str, *players: str, off: str = "") -> ev.MatchCalled:
    pair = (players[0], players[1])
    return ev.MatchCalled(ev.PairedMatch(key.uid, table, *pair), START + 60_000, off)


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def call(past: History, key: MatchKey, table: str, *players: str, node: str = REFEREE) -> ev.Event:
    return past.write(node, entities.call(key), called(key, table, *players))


def test_a_round_holds_its_called_matches_in_the_order_of_their_calls(past: History) -> None:
    call(past, SECOND, "t2", "ben", "dot")
    call(past, FIRST, "t1", "ann", "cid")
    state = state_of(past)
    paired = state.rounds["men", 2]
    assert [match.uid for match in paired.matches] == ["c2", "c1"]
    assert [match.uid for match in round_matches(state, paired)] == ["c2", "c1"]
    assert (paired.contested, paired.byes, paired.starts_at) == (False, (), START + 60_000)
    assert state.alarms == state.unforced == ()


@pytest.mark.clause("USBGF-2.2a")
def test_a_call_of_a_match_of_the_round_posts_its_hour_and_adds_no_match(past: History) -> None:
    key = MatchKey("men", 1, "m1")
    before = state_of(past).rounds["men", 1]
    [paired] = [match for match in before.matches if match.uid == "m1"]
    hour = before.starts_at + 90 * 60_000
    past.write(REFEREE, entities.call(key), ev.MatchCalled(paired, hour))
    for events in permutations(past.events[-3:]):
        state = fold(ROOT, (*past.events[:-3], *events))
        assert state.rounds["men", 1].matches == before.matches
        assert state.matches["m1"].starts_at == hour
    past.write(REFEREE, entities.call(key), ev.MatchCalled(paired, hour, "not needed"))
    assert state_of(past).matches["m1"].starts_at == before.starts_at


def test_a_called_match_is_played_signed_and_counted_like_any_other(past: History) -> None:
    rule(past, ONE, "W W", match=MatchKey("men", 1, "m1"), seen=[])
    call(past, FIRST, "t2", "ann", "cid")
    rule(past, HALL, "D D", match=MatchKey("men", 1, "m2"))
    rule(past, REFEREE, "D D", match=MatchKey("men", 1, "m2"))
    match = current_match(state_of(past), "t2")
    assert match is not None
    assert match.uid == "c1"
    past.write(TWO, entities.result(FIRST), signs(0, "W D"))
    past.write(TWO, entities.result(FIRST), signs(1, "W D"))
    state = state_of(past)
    assert state.matches["c1"].result.status == "confirmed"
    points = {row.player: row.match_points for row in division_standings(state, "men")}
    assert points == {"ann": 3, "ben": 0, "cid": 3, "dot": 2}


def test_testimony_of_another_table_does_not_count_for_a_called_match(past: History) -> None:
    call(past, FIRST, "t2", "ann", "cid")
    stray = past.write(ONE, entities.result(FIRST), signs(0, "W W"))
    state = state_of(past)
    assert state.matches["c1"].result.status == "none"
    assert [unforced.event for unforced in state.unforced] == [stray.id]


def test_a_call_that_is_taken_back_withdraws_the_match_and_an_empty_round(past: History) -> None:
    call(past, FIRST, "t1", "ann", "cid")
    past.write(REFEREE, entities.call(FIRST), called(FIRST, "t1", "ann", "cid", off="Ann is ill."))
    state = state_of(past)
    assert state.matches["c1"].standing == "withdrawn"
    assert ("men", 2) not in state.rounds


def test_a_table_that_changes_keeps_the_match_and_both_tables_may_speak_of_it(
    past: History,
) -> None:
    call(past, FIRST, "t1", "ann", "cid")
    call(past, FIRST, "t2", "ann", "cid")
    past.write(ONE, entities.presence(FIRST, 0), ev.PlayerSeated())
    state = state_of(past)
    assert state.matches["c1"].table == "t2"
    assert state.matches["c1"].seated == (True, False)


def test_two_calls_side_by_side_are_a_conflict_and_neither_counts(past: History) -> None:
    past.write(REFEREE, entities.call(FIRST), called(FIRST, "t1", "ann", "cid"), seen=[])
    past.write(LAPTOP, entities.call(FIRST), called(FIRST, "t2", "ann", "cid"), seen=[])
    state = state_of(past)
    assert state.matches["c1"].standing == "contested"
    assert [(a.ent, a.sentence) for a in state.alarms] == [
        (entities.call(FIRST), "two calls of this match stand side by side")
    ]


def test_a_call_joins_the_round_that_was_published(past: History) -> None:
    key = MatchKey("men", 1, "c9")
    call(past, key, "t3", "eve", "flo")
    state = state_of(past)
    assert [match.uid for match in state.rounds["men", 1].matches] == ["m1", "m2", "c9"]
    assert state.rounds["men", 1].seed == "s"


def test_a_call_speaks_only_of_the_match_that_it_names_and_a_table_calls_none(
    past: History,
) -> None:
    past.write(REFEREE, entities.call(FIRST), called(SECOND, "t1", "ann", "cid"))
    stray = past.write(ONE, entities.call(SECOND), called(SECOND, "t1", "ann", "cid"))
    state = state_of(past)
    assert state.matches.keys() == {"m1", "m2"}
    assert [unforced.event for unforced in state.unforced] == [stray.id]


def test_calls_and_what_follows_them_may_come_in_any_order(past: History) -> None:
    own = [
        call(past, FIRST, "t1", "ann", "cid"),
        past.write(ONE, entities.result(FIRST), signs(0, "W W")),
        past.write(REFEREE, entities.call(FIRST), called(FIRST, "t2", "ann", "cid")),
        past.write(TWO, entities.result(FIRST), signs(1, "W W")),
    ]
    before = [event for event in past.events if event not in own]
    whole = state_of(past)
    for order in permutations(own):
        hall = Fold(ROOT)
        hall.add(before)
        for event in order:
            hall.add([event])
            hall.state()
        assert hall.state() == whole
    assert own[0] in hall.about_match(FIRST)


def test_a_round_that_is_taken_back_is_none_until_it_is_published_again(past: History) -> None:
    ent = entities.pairing("men", 2)
    past.write(REFEREE, ent, pairing(("x1", "t1", "ann", "ben")))
    past.write(REFEREE, ent, ev.RoundPaired(START, "s", (), off="No chairs"))
    state = state_of(past)
    assert ("men", 2) not in state.rounds
    assert state.taken_back == {("men", 2): "No chairs"}
    assert state.matches["x1"].standing == "withdrawn"
    assert current_match(state, "t1") == state.matches["m1"]
    past.write(REFEREE, ent, pairing(("x2", "t1", "ann", "cid")))
    state = state_of(past)
    assert [match.uid for match in state.rounds["men", 2].matches] == ["x2"]
    assert state.taken_back == {}
    for order in permutations(past.events[-3:]):
        assert fold(ROOT, [*past.events[:-3], *order]) == state


def test_round_taken_back_on_one_side_of_a_cut_only_asks_the_referee(past: History) -> None:
    ent = entities.pairing("men", 2)
    first = past.write(REFEREE, ent, pairing(("x1", "t1", "ann", "ben")))
    past.write(REFEREE, ent, ev.RoundPaired(START, "s", (), off="No chairs"), seen=[first])
    past.write(LAPTOP, ent, pairing(("x2", "t2", "ann", "cid")), seen=[first])
    state = state_of(past)
    assert state.rounds["men", 2].contested
    assert [match.uid for match in state.rounds["men", 2].matches] == ["x2"]
    assert state.taken_back == {}


def started(past: History, at: int, pairing_id: str, off: str = "", node: str = REFEREE) -> None:
    past.write(node, entities.start("men", 1), ev.RoundStarted(at, pairing_id, off))


def published(paired: Round, later_ms: int) -> ev.RoundPaired:
    return ev.RoundPaired(paired.starts_at + later_ms, "again", paired.matches, paired.byes)


@pytest.mark.clause("ACF-1.VI.A")
def test_a_start_that_is_given_late_moves_the_hour_and_an_early_one_costs_nobody_a_minute(
    past: History,
) -> None:
    paired = state_of(past).rounds["men", 1]
    hour = paired.starts_at
    for given, counted_from in ((hour + 300_000, hour + 300_000), (hour - 300_000, hour)):
        started(past, given, paired.event)
        state = state_of(past)
        for told in (state.rounds["men", 1], state.matches["m1"], state.matches["m2"]):
            assert (told.begun_at, told.starts_at) == (given, counted_from)
    started(past, hour, paired.event, off="by mistake")
    assert state_of(past).rounds["men", 1] == paired


@pytest.mark.clause("ACF-1.VI.A")
def test_round_that_is_published_as_begun_needs_no_other_start_and_it_can_be_taken_back(
    past: History,
) -> None:
    first = state_of(past).rounds["men", 1]
    now = first.starts_at + 60_000
    begun = msgspec.structs.replace(published(first, 60_000), begun=True)
    past.write(REFEREE, entities.pairing("men", 1), begun)
    state = state_of(past)
    paired = state.rounds["men", 1]
    for told in (paired, state.matches["m1"]):
        assert (told.begun_at, told.starts_at) == (now, now)
    by_hand = ev.ByHand("wrong_pairing", "", paired.event)
    changed = msgspec.structs.replace(begun, by_hand=by_hand, begun=False)
    past.write(REFEREE, entities.pairing("men", 1), changed)
    assert state_of(past).rounds["men", 1].begun_at == now
    started(past, now, paired.event, off="by mistake")
    assert state_of(past).rounds["men", 1].begun_at == 0
    started(past, now + 60_000, state_of(past).rounds["men", 1].event)
    assert state_of(past).rounds["men", 1].begun_at == now + 60_000


def test_a_start_is_of_the_pairing_that_it_names_and_of_no_later_one(past: History) -> None:
    first = state_of(past).rounds["men", 1]
    started(past, first.starts_at + 60_000, first.event)
    past.write(REFEREE, entities.pairing("men", 1), published(first, 600_000))
    again = state_of(past)
    assert again.rounds["men", 1].begun_at == again.matches["m1"].begun_at == 0
    assert again.rounds["men", 1].starts_at == first.starts_at + 600_000


def by_hand(paired: Round, *matches: ev.PairedMatch) -> ev.RoundPaired:
    why = ev.ByHand("sat_wrongly", changes=paired.event)
    return ev.RoundPaired(paired.starts_at, paired.seed, matches, paired.byes, by_hand=why)


@pytest.mark.clause("DARK-KO")
def test_decisive_match_stays_decisive_at_another_table(past: History) -> None:
    first = state_of(past).rounds["men", 1]
    assert not state_of(past).matches["m1"].decisive
    kept, other = first.matches[:2]
    new = ev.PairedMatch("n2", other.table, *other.players, decisive=True)
    past.write(REFEREE, entities.pairing("men", 1), by_hand(first, kept, new))
    changed = state_of(past).rounds["men", 1]
    moved = msgspec.structs.replace(changed.matches[1], table=kept.table)
    past.write(REFEREE, entities.pairing("men", 1), by_hand(changed, moved))
    match = state_of(past).matches["n2"]
    assert (match.decisive, match.table) == (True, kept.table)
    assert match.paired.decisive


def test_a_round_that_is_changed_by_hand_stays_started_and_who_stays_keeps_what_was_played(
    past: History,
) -> None:
    first = state_of(past).rounds["men", 1]
    given = first.starts_at + 60_000
    started(past, given, first.event)
    past.write(ONE, entities.result(MatchKey("men", 1, "m1")), signs(0, "W W"))
    kept, other = first.matches[:2]
    new = ev.PairedMatch("n2", other.table, *other.players[::-1], starts_at=given + 300_000)
    past.write(REFEREE, entities.pairing("men", 1), by_hand(first, kept, new))
    state = state_of(past)
    changed = state.rounds["men", 1]
    assert changed.begun_at == given
    assert changed.by_hand is not None
    assert (changed.by_hand.reason, changed.by_hand.changes) == ("sat_wrongly", first.event)
    assert state.matches["m1"].result.versions
    assert state.matches["m1"].standing == state.matches["n2"].standing == "in_force"
    assert state.matches[other.uid].standing == "withdrawn"
    assert state.matches["m1"].starts_at == given
    assert (state.matches["n2"].begun_at, state.matches["n2"].starts_at) == (
        given,
        given + 300_000,
    )
    for order in permutations(past.events[-3:]):
        assert fold(ROOT, [*past.events[:-3], *order]) == state


def test_players_seated_wrongly_are_paired_as_they_sit_and_their_whole_match_stands(
    past: History,
) -> None:
    first = state_of(past).rounds["men", 1]
    key, (one, two) = MatchKey("men", 1, "m1"), first.matches[:2]
    drawn = ev.OpeningDrawn(1, 7, ("9-13", "21-17", "5-9"))
    past.write(ONE, entities.draw(key), drawn)
    logged = ev.ClockLogged(1, (ev.Press(0, 900), ev.Press(1, 800)), (9, 8), (1, 1), "30 s")
    past.write(ONE, entities.clock(key), logged)
    pairs = ((one.players[0], two.players[1]), (two.players[0], one.players[1]))
    renamed = [
        msgspec.structs.replace(was, first=now[0], second=now[1])
        for was, now in zip((one, two), pairs, strict=True)
    ]
    past.write(REFEREE, entities.pairing("men", 1), by_hand(first, *renamed))
    past.write(ONE, entities.result(key), signs(1, "L L"))
    state = state_of(past)
    match = state.matches["m1"]
    assert (match.players, match.standing, match.table) == (pairs[0], "in_force", one.table)
    assert (match.draw, match.presses, match.clock) == (drawn, 2, logged)
    assert [version.seat for version in match.result.versions] == [1]
    assert state.matches[two.uid].players == pairs[1]
    for order in permutations(past.events[-4:]):
        assert fold(ROOT, [*past.events[:-4], *order]) == state


@pytest.mark.clause("ACF-1.VI.A")
def test_a_postponed_round_is_another_posting_and_lateness_counts_from_its_new_hour(
    past: History,
) -> None:
    first = state_of(past).rounds["men", 1]
    assert (first.edition, first.first_at) == (1, first.published_at)
    started(past, first.starts_at + 60_000, first.event)
    later = published(first, 2_400_000)
    why = ev.ByHand("postponed", "No chairs", first.event)
    moved = msgspec.structs.replace(later, by_hand=why)
    past.write(REFEREE, entities.pairing("men", 1), moved)
    state = state_of(past)
    paired = state.rounds["men", 1]
    hour = first.starts_at + 2_400_000
    assert (paired.begun_at, paired.starts_at, paired.edition) == (0, hour, 2)
    assert {match.starts_at for match in state.matches.values()} == {hour}
    assert paired.published_at > paired.first_at == first.published_at
    for order in permutations(past.events[-3:]):
        assert fold(ROOT, [*past.events[:-3], *order]) == state


def test_a_start_without_the_right_to_pair_is_listed_and_starts_nothing(past: History) -> None:
    before = state_of(past)
    started(past, START, before.rounds["men", 1].event, node=ONE)
    after = state_of(past)
    assert after.rounds == before.rounds
    assert len(after.unforced) == 1


def test_a_start_says_the_same_in_any_order_of_arrival(past: History) -> None:
    paired = state_of(past).rounds["men", 1]
    base = [event for event in past.events if event.id != paired.event]
    mine = [event for event in past.events if event.id == paired.event]
    before = len(past.events)
    started(past, paired.starts_at + 60_000, paired.event)
    past.write(ONE, entities.presence(MatchKey("men", 1, "m1"), 0), ev.PlayerSeated())
    told = state_of(past)
    assert told.matches["m1"].begun_at == paired.starts_at + 60_000
    for order in permutations([*mine, *past.events[before:]]):
        hall = Fold(ROOT)
        for event in (*base, *order):
            hall.add([event])
            hall.state()
        assert hall.state() == told


PLAYED_OFF = MatchKey("men", 2, "c3")


def playoff(past: History, key: MatchKey = PLAYED_OFF, table: str = "t2", off: str = "") -> None:
    paired = ev.PairedMatch(key.uid, table, "ann", "ben", ev.PLAYOFF)
    past.write(REFEREE, entities.call(key), ev.MatchCalled(paired, START + 60_000, off))


def round_one(past: History) -> None:
    for uid, games in (("m1", "W L"), ("m2", "D D")):
        rule(past, REFEREE, games, match=MatchKey("men", 1, uid))


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_is_played_and_signed_at_its_table_and_no_round_and_no_standing_has_it(
    past: History,
) -> None:
    round_one(past)
    before = state_of(past)
    playoff(past)
    called_to = current_match(state_of(past), "t2")
    assert called_to is not None
    assert (called_to.uid, called_to.playoff, called_to.standing) == ("c3", True, "in_force")
    for seat in (0, 1):
        past.write(TWO, entities.result(PLAYED_OFF), signs(seat, "W W"))
    after = state_of(past)
    assert after.matches["c3"].result.status == "confirmed"
    assert after.rounds == before.rounds
    assert division_records(after, "men") == division_records(before, "men")
    assert division_standings(after, "men") == division_standings(before, "men")
    assert is_final(after, "men") is is_final(before, "men")
    assert last_round_played(after, "ann") == last_round_played(before, "ann") == 1
    assert entrants(after, "men", 3) == entrants(before, "men", 3)
    assert after.alarms == after.unforced == ()


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_says_the_same_in_any_order_of_arrival(past: History) -> None:
    round_one(past)
    set_up = len(past.events)
    playoff(past)
    playoff(past, table="t1")
    past.write(ONE, entities.result(PLAYED_OFF), signs(0, "W D"))
    past.write(ONE, entities.result(PLAYED_OFF), signs(1, "W D"))
    told = state_of(past)
    assert (told.matches["c3"].table, told.matches["c3"].result.status) == ("t1", "confirmed")
    base, last = past.events[:set_up], past.events[set_up:]
    for order in permutations(last):
        hall = Fold(ROOT)
        for event in (*order, *base):
            hall.add([event])
            hall.state()
        assert hall.state() == told


def test_a_playoff_whose_call_is_taken_back_is_at_no_table(past: History) -> None:
    round_one(past)
    playoff(past)
    playoff(past, off="They share the title.")
    state = state_of(past)
    assert state.matches["c3"].standing == "withdrawn"
    assert ("men", 2) not in state.rounds
