"""A round before it is published: who is paired, where, when, and what is written."""

import itertools

import msgspec
import pytest

from hall_server.referee.derived.pairing.draft_round import (
    HowDrawn,
    Start,
    next_start,
    open_tables,
    publication,
    seats,
    seed_trouble,
    witness_trouble,
    witnesses,
    witnesses_missing,
)
from hall_server.referee.derived.pairing.drawing import preview_lines
from hall_server.referee.said.pair_words import start_time
from shared.core.events import RoundPaired
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import Division, Player, Preview, Table
from shared.pairing import Systems
from shared.pairing.log.lines import Discarded
from shared.pairing.log.words import log_of, sentences
from tests.hall_server.referee.halls import (
    MASTERS,
    MINUTE,
    START,
    confirmed,
    masters,
    moment,
    pairs,
    under_way,
)
from tests.words.spoken import said_in

FIRST = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
SECOND = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))


def numbered(*numbers: int) -> tuple[Table, ...]:
    return tuple(Table(f"t{n}", str(n), "") for n in numbers)


def test_tables_are_given_in_natural_order_and_missing_ones_are_counted() -> None:
    hall = moment(masters(count=8, tables=numbered(10, 2, 1)))
    assert seats(hall, "masters", pairs(4)).tables == ("t1", "t2")
    few = seats(hall, "masters", pairs(8))
    assert few.tables == ()
    assert "1 more table is needed." in few.trouble


def test_tables_at_which_another_division_plays_are_not_given() -> None:
    busy = under_way("x1", "t1", ("p7", "p8"), division="minors")
    divisions = {
        "masters": Division("masters", "Masters", "acf-masters", 4, ""),
        "minors": Division("minors", "Minors", "acf-minors", 4, ""),
    }
    state = msgspec.structs.replace(masters(busy, count=8), divisions=divisions)
    hall = moment(state)
    assert seats(hall, "masters", pairs(4)).tables == ("t2", "t3")
    assert seats(hall, "minors", pairs(4)).tables == ("t1", "t2")


def test_division_stays_in_its_range_and_players_keep_their_table() -> None:
    state = masters(count=4, tables=numbered(1, 2, 3, 4, 5))
    own = msgspec.structs.replace(state.divisions["masters"], tables=("t2", "t3", "t4"))
    keeps = msgspec.structs.replace(state.players["p3"], table="t5")
    state = msgspec.structs.replace(
        state, divisions={"masters": own}, players={**state.players, "p3": keeps}
    )
    assert seats(moment(state), "masters", pairs(4)).tables == ("t2", "t5")


def test_a_table_that_a_player_of_another_division_keeps_is_not_given() -> None:
    state = masters(count=4, tables=numbered(1, 2, 3))
    other = Player("x1", "Wim", "minors", 0, "", table="t1")
    state = msgspec.structs.replace(state, players={**state.players, "x1": other})
    assert seats(moment(state), "masters", pairs(4)).tables == ("t2", "t3")


def test_two_who_keep_different_tables_and_meet_are_a_question_for_the_referee() -> None:
    state = masters(count=4, tables=numbered(1, 2, 3))
    known = dict(state.players)
    known["p1"] = msgspec.structs.replace(known["p1"], table="t1")
    known["p2"] = msgspec.structs.replace(known["p2"], table="t2")
    found = seats(moment(msgspec.structs.replace(state, players=known)), "masters", pairs(4))
    assert "p1 keeps table t1 and p2 keeps table t2" in found.trouble
    assert "You may release" in found.trouble


@pytest.mark.clause("ACF-3.VIII")
def test_a_seed_is_chance_and_fresh() -> None:
    state = masters(FIRST, SECOND)
    key = ("masters", 2)
    assert seed_trouble(state, key, "3 5 1 6 2") == ""
    assert "Too short" in seed_trouble(state, key, "3 5 1")
    assert "Too short" in seed_trouble(state, key, "-------")
    assert "at most 64" in seed_trouble(state, key, "4" * 65)
    assert "at most 64" in seed_trouble(state, key, "4 5 6 \x1b[2J")
    used = state.rounds["masters", 1].seed
    assert "Round 1 was drawn from it" in seed_trouble(state, key, used)
    assert seed_trouble(state, ("masters", 1), used) == ""


@pytest.mark.clause("ACF-3.VIII")
def test_every_draw_that_was_looked_at_stands_in_the_log_with_the_reason_of_the_next() -> None:
    drawn = [Preview(f"s{n}", "swiss 1", (), (), why, n) for n, why in enumerate(("", "late", ""))]
    assert sentences(preview_lines(drawn)) == (
        "Preview 1, seed s0, discarded: late",
        "Preview 2, seed s1, discarded: another one was published",
    )
    assert preview_lines(drawn[:1]) == ()


def test_open_results_name_their_tables() -> None:
    silent = under_way("m2", "t2", ("p3", "p4"))
    assert open_tables(moment(masters(FIRST, silent)), "masters") == ["t2"]
    assert open_tables(moment(masters(FIRST, SECOND)), "masters") == []
    assert open_tables(moment(masters(count=4)), "masters") == []


def test_the_proposed_start_is_ten_minutes_away_rounded_up_to_five() -> None:
    noon = 1_700_049_600_000
    assert next_start(noon) == noon + 10 * MINUTE
    assert next_start(noon + 1) == noon + 15 * MINUTE


@pytest.mark.clause("ACF-3.VIII")
def test_one_word_of_a_name_is_the_player_and_of_several_the_whole_name_is_asked_for() -> None:
    hall = masters(count=2)
    division = next(iter(hall.divisions))
    namesake = msgspec.structs.replace(hall.players["p1"], id="other", name="Ann King")
    two = msgspec.structs.replace(hall, players={**hall.players, "other": namesake})
    assert witnesses(two, "lee, BO") == ("Ann Lee", "Bo King")
    assert not witness_trouble(two, division, ("Ann Lee", "Bo King"))
    assert witness_trouble(two, division, witnesses(two, "ann, bo")) == (
        "ann may be Ann King or Ann Lee: type the whole name."
    )
    # Who begins like a player may be an assistant referee.
    assert witnesses(two, "Le") == ("Le",)


@pytest.mark.clause("ACF-3.VIII")
def test_one_assistant_referee_or_two_players_witness_a_pairing() -> None:
    rule = RULEBOOKS["acf-masters"].swiss
    assert rule is not None
    players = {"Ann Lee", "Bo King"}
    hall = masters(count=2)
    assert witnesses(hall, "Ann Lee, Bo King and  Al; Al") == ("Ann Lee", "Bo King", "Al")
    for language, joined in (("es", "Ann y Bo"), ("fr", "Ann et Bo"), ("ru", "Ann и Bo")):
        with said_in(language):
            assert witnesses(hall, f"{joined} and Al") == ("Ann Lee", "Bo King", "Al")
    assert witnesses_missing((), players.__contains__, rule)
    assert witnesses_missing(("Ann Lee",), players.__contains__, rule)
    assert not witnesses_missing(("Ann Lee", "Bo King"), players.__contains__, rule)
    assert not witnesses_missing(("R. Assistant",), players.__contains__, rule)
    three = msgspec.structs.replace(rule, witness_players=3)
    assert witnesses_missing(("Ann Lee", "Bo King"), players.__contains__, three) == (
        "Ann Lee and Bo King watch. Name 1 player more, or 1 assistant referee."
    )


@pytest.mark.clause("ACF-3.VIII")
def test_published_round_holds_seed_trace_witnesses_and_every_reason() -> None:
    proposal = Systems().pair(masters(FIRST, SECOND), "masters", 2, "5eed")
    numbers = itertools.count(1)
    late = Discarded(1, "00", "words", "a player came late")
    drawn = HowDrawn("5eed", ("Al", "Bo"), (late,))
    seated = (proposal, ("t1", "t2"))
    draft = publication(MASTERS, 2, seated, drawn, Start(START), lambda: f"u{next(numbers)}")
    body = draft.body
    assert isinstance(body, RoundPaired)
    assert draft.ent == "masters/2/pairing"
    assert [(m.uid, m.table) for m in body.matches] == [("u1", "t1"), ("u2", "t2")]
    assert tuple(m.players for m in body.matches) == proposal.pairs
    assert body.seed == "5eed"
    assert body.algorithm == "swiss 1"
    assert {(e.player, e.match_points, e.byes) for e in body.field} == {
        ("p1", 4, 0), ("p2", 0, 0), ("p3", 2, 0), ("p4", 2, 0)
    }  # fmt: skip
    assert body.witnesses == ("Al", "Bo")
    assert body.trace[0] == ("discarded", 1, "00", "words", "a player came late")
    assert log_of(body.trace[1:]) == sentences(proposal.trace)


def test_a_round_without_enough_tables_is_not_made() -> None:
    proposal = Systems().pair(masters(FIRST, SECOND), "masters", 2, "seed")
    with pytest.raises(ValueError, match="shorter"):
        publication(MASTERS, 2, (proposal, ("t1",)), HowDrawn(""), Start(0), str)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("now", 0),
        ("+20", 20 * MINUTE),
        ("+10 minutes", 10 * MINUTE),
        ("+20 min", 20 * MINUTE),
        ("+30 s", 30_000),
        ("22:30", 1_000_000),
        ("22.30", 1_000_000),
        ("09:00", 38_800_000),
    ],
)
def test_a_start_is_typed_as_people_say_it(text: str, after: int) -> None:
    assert start_time(text, START, "UTC") == Start(START + after, now=text == "now")


def test_an_hour_that_has_just_passed_stays_today_and_one_long_past_is_tomorrow() -> None:
    for text, minutes in (("21:43", -30), ("20:14", -119), ("20:13", 24 * 60 - 120)):
        starts = start_time(text, START, "UTC")
        assert starts is not None
        assert (starts.at - START + 20_000) // MINUTE == minutes
    after_midnight = START + 2 * 60 * MINUTE
    began = after_midnight - 23 * MINUTE - 20_000
    assert start_time("23:50", after_midnight, "UTC") == Start(began)


@pytest.mark.parametrize("text", ["", "soon", "25:00", "12:60", "12", "+x"])
def test_malformed_time_is_refused(text: str) -> None:
    assert start_time(text, START, "UTC") is None
