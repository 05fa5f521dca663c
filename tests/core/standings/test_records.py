"""From the state of the hall to records and standings."""

from fractions import Fraction

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.events.entities import MatchKey
from shared.core.events.measures import MatchDecided
from shared.core.fold import fold
from shared.core.match.outcome import Code, Outcome
from shared.core.match.schedule import instant
from shared.core.rulebooks import overrides_json, rulebook
from shared.core.standings.order import RoundScore
from shared.core.standings.records import (
    completed_at,
    division_records,
    division_rounds,
    division_timetable,
    round_complete,
    round_matches,
    when_next,
)
from shared.core.standings.scoring import bye_points
from shared.core.state import HallState
from shared.pairing.places import division_standings
from tests.core.events_kit import (
    DECISION,
    HALL,
    LAPTOP,
    REFEREE,
    ROOT,
    History,
    decides,
    opened_hall,
    pairing,
    rule,
)

PLAYERS = ("ann", "ben", "cid", "dot")


@pytest.fixture
def past() -> History:
    return opened_hall()


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def ruled(past: History, uid: str, text: str, *, number: int = 1) -> None:
    rule(past, REFEREE, text, match=MatchKey("men", number, uid))


def paired(past: History, number: int, *matches: tuple[str, str, str, str], bye: str = "") -> None:
    past.write(HALL, entities.pairing("men", number), pairing(*matches, bye=bye))


def rounds_of(past: History) -> dict[str, tuple[RoundScore | None, ...]]:
    return {record.player: record.rounds for record in division_records(state_of(past), "men")}


def test_a_match_without_a_result_that_counts_is_left_out(past: History) -> None:
    ruled(past, "m1", "W D")
    rule(past, REFEREE, "W W", match=MatchKey("men", 1, "m2"), seen=[])
    rule(past, LAPTOP, "D D", match=MatchKey("men", 1, "m2"), seen=[])

    assert rounds_of(past) == {
        "ann": (RoundScore("ben", 3),),
        "ben": (RoundScore("ann", 1),),
        "cid": (None,),
        "dot": (None,),
    }


def test_an_open_match_more_in_a_round_takes_no_result_away(past: History) -> None:
    paired(past, 1, ("m3", "t1", "ann", "cid"), ("m4", "t2", "ann", "dot"))
    ruled(past, "m3", "D D")

    assert rounds_of(past)["ann"] == (RoundScore("cid", 2),)


def test_a_round_is_complete_when_every_match_has_a_result_that_counts(past: History) -> None:
    ruled(past, "m1", "W D")
    state = state_of(past)
    assert not round_complete(state, state.rounds["men", 1])

    ruled(past, "m2", "D D")
    state = state_of(past)
    assert round_complete(state, state.rounds["men", 1])
    assert [m.uid for m in round_matches(state, state.rounds["men", 1])] == ["m1", "m2"]


def test_a_contested_round_is_neither_complete_nor_counted(past: History) -> None:
    ruled(past, "m1", "W D")
    ruled(past, "m2", "D D")
    body = pairing(("m3", "t1", "ann", "cid"), bye="dot")
    past.write(LAPTOP, entities.pairing("men", 1), body, seen=[])

    state = state_of(past)
    assert not round_complete(state, state.rounds["men", 1])
    assert rounds_of(past) == dict.fromkeys(PLAYERS, (None,))
    assert {row.match_points for row in division_standings(state, "men")} == {0}


def test_the_results_of_a_withdrawn_pairing_do_not_count(past: History) -> None:
    ruled(past, "m1", "W W")
    paired(past, 1, ("m3", "t1", "ann", "cid"), ("m4", "t2", "ben", "dot"))
    ruled(past, "m3", "D D")

    assert rounds_of(past) == {
        "ann": (RoundScore("cid", 2),),
        "ben": (None,),
        "cid": (RoundScore("ann", 2),),
        "dot": (None,),
    }


def test_a_match_counts_only_in_the_round_that_has_it(past: History) -> None:
    ruled(past, "m1", "W W")
    paired(past, 2, ("m1", "t1", "cid", "dot"), ("m5", "t2", "ann", "ben"))
    ruled(past, "m5", "D D", number=2)

    state = state_of(past)
    second = state.rounds["men", 2]
    assert [match.uid for match in round_matches(state, second)] == ["m5"]
    assert not round_complete(state, second)
    assert rounds_of(past)["ann"] == (RoundScore("ben", 4), RoundScore("ben", 2))
    assert rounds_of(past)["cid"][0] is None


def test_forfeits_byes_and_absences_are_told_apart(past: History) -> None:
    ruled(past, "m1", "W* W*")
    ruled(past, "m2", "W L*")
    paired(past, 2, ("m5", "t1", "ann", "cid"), bye="ben")
    ruled(past, "m5", "D D", number=2)

    rounds = rounds_of(past)
    assert [score.kind for score in rounds["ann"] if score] == ["forfeit", "played"]
    assert [score.kind for score in rounds["cid"] if score] == ["played", "played"]
    assert rounds["ben"][1] is not None
    assert (rounds["ben"][1].opponent, rounds["ben"][1].kind) == (None, "bye")
    assert rounds["dot"][1] == RoundScore(None, 0, "absent")


def test_a_later_bye_brings_what_the_rulebook_gives_for_it(past: History) -> None:
    paired(past, 2, ("m5", "t1", "ann", "cid"), bye="ben")
    paired(past, 3, ("m6", "t1", "ann", "cid"), bye="ben")

    book = rulebook("acf-majors")
    assert [score and score.points for score in rounds_of(past)["ben"]] == [
        None,
        bye_points(book, 0),
        bye_points(book, 1),
    ]


def test_a_result_that_no_match_can_have_is_left_out(past: History) -> None:
    ruled(past, "m1", "W W W")

    assert rounds_of(past)["ann"] == (None,)


@pytest.mark.clause("ACF-2.I.B")
def test_an_agreed_result_brings_nothing_to_either(past: History) -> None:
    void = decides(MatchDecided.by(Outcome((), "agreed")))
    past.write(REFEREE, DECISION, void)

    assert rounds_of(past)["ann"] == (RoundScore("ben", 0, "played"),)
    assert rounds_of(past)["ben"] == (RoundScore("ann", 0, "played"),)


def test_an_opponent_who_is_not_registered_stands_by_id(past: History) -> None:
    paired(past, 1, ("m7", "t1", "ann", "guest"))
    ruled(past, "m7", "W D")

    records = division_records(state_of(past), "men")
    assert [(r.player, r.name) for r in records][-1] == ("guest", "guest")
    assert {row.player for row in division_standings(state_of(past), "men")} == {*PLAYERS, "guest"}


def test_ratings_and_withdrawals_stand_in_the_records(past: History) -> None:
    past.write(HALL, entities.player("ann"), ev.PlayerRegistered("Ann", "men", 1800))
    past.write(HALL, entities.withdrawal("ben"), ev.PlayerWithdrawn(1, "ill"))

    records = {record.player: record for record in division_records(state_of(past), "men")}
    assert (records["ann"].rating, records["ben"].rating) == (1800, None)
    assert (records["ann"].dropped_out_after, records["ben"].dropped_out_after) == (None, 1)


@pytest.mark.clause("HALL-withdrawn-after-pairing", "ACF-2.IV.D")
@pytest.mark.parametrize(
    ("scores", "opponent"),
    [("forfeited_round", RoundScore("ben", 4, "forfeit")), ("bye", RoundScore(None, 3, "bye"))],
)
def test_opponent_of_one_who_withdraws_after_the_pairing_scores_the_round_or_a_bye(
    past: History, scores: str, opponent: RoundScore
) -> None:
    text = overrides_json({"withdrawn_after_pairing": scores, "bye_points": [3, 2]})
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-majors", 4, "", text))
    past.write(HALL, entities.withdrawal("ben"), ev.PlayerWithdrawn(0, "ill"))
    ruled(past, "m1", "W* W*")
    paired(past, 2, ("m5", "t1", "cid", "dot"), bye="ann")
    again = RoundScore(None, 2 if scores == "bye" else 3, "bye")
    assert rounds_of(past)["ann"] == (opponent, again)
    assert rounds_of(past)["ben"][0] == RoundScore("ann", 0, "forfeit")


@pytest.mark.clause("ACF-2.VI.B")
def test_opponents_of_one_whose_results_are_void_score_a_bye_played_or_not(past: History) -> None:
    past.write(HALL, entities.withdrawal("ben"), ev.PlayerWithdrawn(1, "ill"))
    before: list[str] = []
    for games in ((), (Code.WIN, Code.LOSS)):
        void = MatchDecided.by(Outcome(games, "void", awarded=(3, 0)))
        before = [past.write(REFEREE, DECISION, decides(void, replaces=before)).id]
        assert rounds_of(past)["ann"] == (RoundScore(None, 3, "bye"),)
        assert rounds_of(past)["ben"] == (RoundScore(None, 0, "void"),)


def test_void_match_counts_for_nothing_and_one_that_is_played_again_is_open(past: History) -> None:
    made = past.write(REFEREE, DECISION, decides(MatchDecided.by(Outcome((), "void"))))
    assert rounds_of(past)["ann"] == (RoundScore(None, 0, "void"),)

    again = decides(MatchDecided.by(Outcome((), "again")), replaces=[made.id])
    past.write(REFEREE, DECISION, again)
    assert rounds_of(past)["ann"] == (None,)
    state = state_of(past)
    assert not round_complete(state, state.rounds[("men", 1)])


def test_standings_follow_what_counts_now(past: History) -> None:
    ruled(past, "m1", "L L")
    ruled(past, "m2", "W D")

    rows = division_standings(state_of(past), "men")
    assert [(row.rank, row.player, row.match_points) for row in rows] == [
        (1, "ben", 4),
        (2, "cid", 3),
        (3, "dot", 1),
        (4, "ann", 0),
    ]
    assert rows[0].honor_points == Fraction(0)


def test_more_rounds_than_were_announced_are_played_on(past: History) -> None:
    for number in range(2, 6):
        paired(past, number, (f"r{number}", "t1", "ann", "ben"))
        ruled(past, f"r{number}", "D D", number=number)

    rows = division_standings(state_of(past), "men")
    assert {row.player: row.match_points for row in rows}["ann"] == 8


@pytest.mark.clause("ACF-1.III.A")
def test_divisions_are_kept_apart(past: History) -> None:
    past.write(HALL, entities.division("women"), ev.DivisionOpened("W", "acf-minors", 3))
    past.write(HALL, entities.player("eve"), ev.PlayerRegistered("Eve", "women"))

    state = state_of(past)
    assert division_rounds(state, "women") == ()
    assert [p.number for p in division_rounds(state, "men")] == [1]
    (record,) = division_records(state, "women")
    assert (record.player, record.rounds) == ("eve", ())
    assert [row.player for row in division_standings(state, "women")] == ["eve"]


def test_rules_that_cannot_be_read_score_nothing_and_raise_an_alarm(past: History) -> None:
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-2040", 4))
    state = state_of(past)
    assert "no rulebook is called 'acf-2040'" in state.divisions["men"].unreadable
    assert division_records(state, "men") == ()
    assert division_standings(state, "men") == ()
    [alarm] = [alarm for alarm in state.alarms if alarm.kind == "newer_software"]
    assert alarm.ent == "division/men"
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-majors", 4))
    assert state_of(past).alarms == ()


def test_the_events_own_rules_score_the_division(past: History) -> None:
    ruled(past, "m1", "W D")
    text = overrides_json({"bye_points": [1]})
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-majors", 4, "", text))
    paired(past, 2, ("m5", "t1", "ann", "cid"), bye="ben")
    assert rounds_of(past)["ben"] == (RoundScore("ann", 1), RoundScore(None, 1, "bye"))


@pytest.mark.clause("ACF-2.V.F")
@pytest.mark.parametrize(("in_time", "points"), [(True, 2), (False, 0)])
def test_the_last_round_is_skipped_for_points_if_told_in_time(
    past: History, in_time: bool, points: int
) -> None:
    past.write(HALL, entities.opt_out("ben"), ev.PlayerOptedOut(2, in_time=in_time))
    paired(past, 2, ("m5", "t1", "ann", "cid"), bye="dot")
    assert rounds_of(past)["ben"][1] == RoundScore(None, points, "opt_out")


def test_skipped_round_is_taken_back(past: History) -> None:
    past.write(HALL, entities.opt_out("ben"), ev.PlayerOptedOut(2))
    past.write(HALL, entities.opt_out("ben"), ev.PlayerOptedOut(0))
    assert state_of(past).players["ben"].opt_out is None


@pytest.mark.clause("HALL-late-entry")
def test_the_rounds_before_a_late_entry_score_what_the_rulebook_says(past: History) -> None:
    text = overrides_json({"late_entry_points": 1})
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", "acf-majors", 4, "", text))
    past.write(HALL, entities.player("eve"), ev.PlayerRegistered("Eve", "men"))
    paired(past, 2, ("m5", "t1", "ann", "eve"), bye="dot")
    assert rounds_of(past)["eve"] == (RoundScore(None, 1, "absent"), None)


@pytest.mark.clause("ACF-1.V.B")
def test_the_timetable_has_the_rulebooks_hours_and_what_was_posted_since(past: History) -> None:
    body = ev.DivisionOpened("Men", "acf-majors", 3, first_day="2016-08-15")
    past.write(HALL, entities.division("men"), body)
    noon = instant("2016-08-15", "12:30", "UTC")
    table = division_timetable(state_of(past), "men")
    assert [timed.starts_at - noon for timed in table[:2]] == [0, 4 * 3_600_000]
    moved = ev.RoundScheduled(noon + 1, "the hotel", 60_000)
    past.write(HALL, entities.schedule("men", 2), moved)
    second = division_timetable(state_of(past), "men")[1]
    assert (second.starts_at, second.ends_at) == (noon + 1, noon + 60_001)
    assert second.posted == "the hotel"


def test_without_a_first_day_only_posted_rounds_have_a_time(past: History) -> None:
    past.write(HALL, entities.schedule("men", 3), ev.RoundScheduled(1_000, "posted"))
    past.write(HALL, entities.schedule("men", 9), ev.RoundScheduled(1_000, "no such round"))
    assert [t.number for t in division_timetable(state_of(past), "men")] == [3]


@pytest.mark.clause("ACF-1.V.B")
def test_the_next_round_waits_for_every_result_of_the_one_before(past: History) -> None:
    ruled(past, "m1", "W D")
    waiting = when_next(state_of(past), "men", 0)
    assert waiting is not None
    assert (waiting.number, waiting.why) == (2, "1 match of round 1 still open")
    ruled(past, "m2", "W D")
    state = state_of(past)
    ready = when_next(state, "men", 0)
    assert ready is not None
    assert "still open" not in ready.why
    [first] = division_rounds(state, "men")
    assert completed_at(state, first) == past.events[-1].at


def test_every_draw_that_was_looked_at_is_on_record(past: History) -> None:
    for n, why in enumerate(("", "a late withdrawal")):
        body = ev.RoundPreviewed(f"s{n}", "swiss 1", (("ann", "ben"),), ("cid",), why)
        past.write(HALL, entities.preview("men", 2, f"d{n}"), body)
    previews = state_of(past).previews["men", 2]
    assert [(p.seed, p.why) for p in previews] == [("s0", ""), ("s1", "a late withdrawal")]
