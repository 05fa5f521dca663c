"""A round before it is published: who is paired, where, when, and what is written."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from hall_server.pairing import PairingImpossible
from hall_server.referee.draft_round import (
    PublishedPairings,
    Swiss,
    entrants,
    free_tables,
    next_start,
    open_tables,
    publication,
    witnesses,
    witnesses_missing,
)
from hall_server.referee.moment import Moment
from hall_server.referee.pair_words import named, start_time
from shared.core.events import RoundPaired
from shared.core.state import Division, Table
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    moment,
    under_way,
)

FIRST = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
SECOND = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))


def test_a_swiss_round_pairs_everybody_and_brings_its_check_report() -> None:
    proposal = Swiss().pair(masters(FIRST, SECOND), "masters", 2, "seed")
    assert {p for pair in proposal.drawn.player_pairs for p in pair} == {"p1", "p2", "p3", "p4"}
    assert ("p1", "p2") not in proposal.drawn.player_pairs
    assert proposal.findings
    assert all(finding.ok for finding in proposal.findings)


@pytest.mark.clause("ACF-2.IV.D")
def test_who_withdrew_before_the_pairing_is_not_paired() -> None:
    state = masters(FIRST, SECOND)
    gone = msgspec.structs.replace(state.players["p3"], withdrawn_after=1)
    state = msgspec.structs.replace(state, players={**state.players, "p3": gone})
    assert [e.player for e in entrants(state, "masters", 2)] == ["p1", "p2", "p4"]
    assert [e.player for e in entrants(state, "masters", 1)] == ["p1", "p2", "p3", "p4"]


def test_entrants_carry_points_opponents_and_byes() -> None:
    state = masters(FIRST, count=3)
    paired = msgspec.structs.replace(state.rounds["masters", 1], bye="p3")
    state = msgspec.structs.replace(state, rounds={("masters", 1): paired})
    field = {e.player: e for e in entrants(state, "masters", 2)}
    assert [field[p].match_points for p in ("p1", "p2", "p3")] == [4, 0, 4]
    assert field["p1"].met == {"p2"}
    assert [field[p].had_bye for p in ("p1", "p2", "p3")] == [False, False, True]
    assert field["p1"].rating == 2200


def test_a_published_tournament_is_replayed_as_it_was() -> None:
    source = PublishedPairings({2: [("p3", "p1"), ("p2", "p4")]})
    proposal = source.pair(masters(FIRST, SECOND, count=5), "masters", 2, "seed")
    assert proposal.drawn.player_pairs == (("p3", "p1"), ("p2", "p4"))
    assert proposal.drawn.bye == "p5"
    with pytest.raises(PairingImpossible, match="No published pairing of round 3"):
        source.pair(masters(FIRST, SECOND), "masters", 3, "seed")
    with pytest.raises(PairingImpossible, match="In no pair of round 2: p5, p6"):
        source.pair(masters(FIRST, SECOND, count=6), "masters", 2, "seed")
    with pytest.raises(PairingImpossible, match="p3, p4"):
        source.pair(masters(FIRST), "masters", 2, "seed")


def test_tables_are_given_in_natural_order_and_missing_ones_are_counted() -> None:
    tables = tuple(Table(f"t{n}", str(n), "") for n in (10, 2, 1))
    hall = moment(masters(count=8, tables=tables))
    assert free_tables(hall, "masters", 2).tables == ("t1", "t2")
    assert free_tables(hall, "masters", 4).missing == 1


def test_tables_at_which_another_division_plays_are_not_given() -> None:
    busy = under_way("x1", "t1", ("p7", "p8"), division="minors")
    divisions = {
        "masters": Division("masters", "Masters", "acf-masters", 4, ""),
        "minors": Division("minors", "Minors", "acf-minors", 4, ""),
    }
    state = msgspec.structs.replace(masters(busy, count=8), divisions=divisions)
    hall = moment(state)
    assert free_tables(hall, "masters", 2).tables == ("t2", "t3")
    assert free_tables(hall, "minors", 2).tables == ("t1", "t2")


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
def test_one_assistant_referee_or_two_players_witness_a_pairing() -> None:
    players = {"Ann Lee", "Bo King"}
    assert witnesses("Ann Lee, Bo King and  Al; Al") == ("Ann Lee", "Bo King", "Al")
    assert witnesses_missing((), players.__contains__)
    assert witnesses_missing(("Ann Lee",), players.__contains__)
    assert not witnesses_missing(("Ann Lee", "Bo King"), players.__contains__)
    assert not witnesses_missing(("R. Assistant",), players.__contains__)


@pytest.mark.clause("ACF-3.VIII")
def test_what_is_published_holds_seed_trace_witnesses_and_every_reason() -> None:
    proposal = Swiss().pair(masters(FIRST, SECOND), "masters", 2, "5eed")
    numbers = itertools.count(1)
    draft = publication(
        ("masters", 2),
        proposal,
        ("t1", "t2"),
        starts_at=START,
        seed="5eed",
        names=("Al", "Bo"),
        notes=("Preview 1, seed 00, discarded: a player came late",),
        token=lambda: f"u{next(numbers)}",
    )
    body = draft.body
    assert isinstance(body, RoundPaired)
    assert draft.ent == "masters/2/pairing"
    assert [(m.uid, m.table) for m in body.matches] == [("u1", "t1"), ("u2", "t2")]
    assert tuple(m.players for m in body.matches) == proposal.drawn.player_pairs
    assert body.seed == "5eed"
    assert body.witnesses == ("Al", "Bo")
    assert body.trace[0] == "Preview 1, seed 00, discarded: a player came late"
    assert body.trace[1:] == proposal.drawn.trace


def test_a_round_without_enough_tables_is_not_made() -> None:
    proposal = Swiss().pair(masters(FIRST, SECOND), "masters", 2, "seed")
    with pytest.raises(ValueError, match="shorter"):
        publication(
            ("masters", 2), proposal, ("t1",), starts_at=0, seed="", names=(), notes=(), token=str
        )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("now", 0),
        ("+20", 20 * MINUTE),
        ("+30 s", 30_000),
        ("22:30", 1_000_000),
        ("22.30", 1_000_000),
        ("09:00", 38_800_000),
    ],
)
def test_a_start_is_typed_as_people_say_it(text: str, after: int) -> None:
    assert start_time(text, START, "UTC") == START + after


@pytest.mark.parametrize("text", ["", "soon", "25:00", "12:60", "12", "+x"])
def test_what_is_no_time_is_refused(text: str) -> None:
    assert start_time(text, START, "UTC") is None


def test_ids_in_the_report_are_read_as_names() -> None:
    hall = Moment(masters(count=12), LIVE, START, {})
    assert named("All 2 players", lambda ident: f"player {ident}").startswith("player All 2 ")
    assert (
        named("p1 and p12 have met before.", hall.name) == "Ann Lee and Lou Åberg have met before."
    )
