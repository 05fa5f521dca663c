"""One door to all systems: each rulebook draws its own kind of round from the state of the hall."""

import itertools
from collections.abc import Sequence

import msgspec
import pytest

from shared.core.events import BracketPlan, FieldEntry, PairedMatch
from shared.core.events.entities import MatchKey
from shared.core.rulebooks import overrides_json
from shared.core.state import Division, HallState, OptOut, Player, Result, Round
from shared.pairing import (
    PairingImpossible,
    Proposal,
    PublishedPairings,
    Systems,
    decided_already,
    lives_now,
    systems,
)
from shared.pairing.from_hall import entrants, opted_out
from shared.pairing.knockout.lives import LifePairs
from shared.pairing.log.words import sentence
from shared.pairing.places import division_standings
from tests.hall_server.referee.halls import confirmed, masters, outcome, under_way
from tests.tui.fake_port import START, hall, match

FIRST = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
SECOND = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))


def with_player(state: HallState, ident: str, **changes: object) -> HallState:
    player = msgspec.structs.replace(state.players[ident], **changes)
    return msgspec.structs.replace(state, players={**state.players, ident: player})


def opened(count: int, rulebook: str, rounds: int, **more: object) -> HallState:
    """Return a division before round 1; ``p1`` … in it."""
    overrides = overrides_json(more.pop("override", {}))  # type: ignore[arg-type]
    division = Division("d", "Open", rulebook, rounds, "", overrides, **more)  # type: ignore[arg-type]
    players = [Player(f"p{n}", f"P{n}", "d", 0, "") for n in range(1, count + 1)]
    return hall(players=players, matches=(), divisions=(division,))


def played(state: HallState, number: int, drawn: Proposal, results: Sequence[str]) -> HallState:
    """Return the state after a round whose matches ended so, each read for the player named
    first."""
    matches, paired = [], []
    slots = drawn.slots or (("", 0),) * len(drawn.pairs)
    for at, (pair, slot, games) in enumerate(zip(drawn.pairs, slots, results, strict=True)):
        uid, table = f"r{number}m{at}", f"t{at + 1}"
        said = outcome(games)
        known = match(uid, table, pair, result=Result("confirmed", said) if games else Result())
        key = MatchKey("d", number, uid)
        known = msgspec.structs.replace(known, key=key, slot=slot[0], decisive=drawn.decisive)
        matches.append(known)
        paired.append(PairedMatch(uid, table, *pair, *slot, decisive=drawn.decisive))
    field = tuple(FieldEntry(e.player, int(e.match_points), e.byes) for e in drawn.field)
    done = Round(
        "d", number, START, f"seed {number}", tuple(paired), drawn.byes, contested=False,
        algorithm=drawn.algorithm, field=field,
    )  # fmt: skip
    return msgspec.structs.replace(
        state,
        rounds={**state.rounds, done.key: done},
        matches={**state.matches, **{m.uid: m for m in matches}},
    )


def pair(state: HallState, number: int, seed: str = "") -> Proposal:
    return Systems().pair(state, "d", number, seed or f"seed {number}")


def met(state: HallState) -> list[frozenset[str]]:
    return [frozenset(m.players) for m in state.matches.values()]


def test_a_swiss_round_pairs_everybody_and_brings_its_check_report() -> None:
    proposal = Systems().pair(masters(FIRST, SECOND), "masters", 2, "seed")
    assert {p for both in proposal.pairs for p in both} == {"p1", "p2", "p3", "p4"}
    assert ("p1", "p2") not in proposal.pairs
    assert proposal.findings
    assert proposal.algorithm == "swiss 1"


@pytest.mark.clause("ACF-2.IV.D")
def test_player_who_withdrew_before_the_pairing_is_not_paired() -> None:
    state = with_player(masters(FIRST, SECOND), "p3", withdrawn_after=1)
    assert [e.player for e in entrants(state, "masters", 2)] == ["p1", "p2", "p4"]
    assert [e.player for e in entrants(state, "masters", 1)] == ["p1", "p2", "p3", "p4"]


@pytest.mark.clause("ACF-2.V.F")
def test_player_who_skips_the_last_round_is_left_out_of_it_alone() -> None:
    state = opened(6, "acf-majors", 2)
    state = played(state, 1, pair(state, 1), ["W W"] * 3)
    state = with_player(state, "p4", opt_out=OptOut(2, in_time=True))
    assert opted_out(state, "d", 2) == ("p4",)
    assert "p4" in {e.player for e in entrants(state, "d", 1)}
    drawn = pair(state, 2)
    assert "p4" not in {p for both in drawn.pairs for p in both} | set(drawn.byes)
    assert any(finding.clause == "ACF-2.V.F" for finding in drawn.findings)


def test_entrants_carry_points_opponents_and_byes() -> None:
    state = masters(FIRST, count=3)
    paired = msgspec.structs.replace(state.rounds["masters", 1], byes=("p3",))
    state = msgspec.structs.replace(state, rounds={("masters", 1): paired})
    field = {e.player: e for e in entrants(state, "masters", 2)}
    assert [field[p].match_points for p in ("p1", "p2", "p3")] == [4, 0, 4]
    assert field["p1"].met == {"p2"}
    assert [field[p].byes for p in ("p1", "p2", "p3")] == [0, 0, 1]
    assert field["p1"].rating == 2200


def test_a_published_tournament_is_replayed_as_it_was() -> None:
    source = PublishedPairings({2: [("p3", "p1"), ("p2", "p4")]})
    proposal = source.pair(masters(FIRST, SECOND, count=5), "masters", 2, "seed")
    assert proposal.pairs == (("p3", "p1"), ("p2", "p4"))
    assert proposal.byes == ("p5",)
    with pytest.raises(PairingImpossible, match="No published pairing of round 3"):
        source.pair(masters(FIRST, SECOND), "masters", 3, "seed")
    with pytest.raises(PairingImpossible, match="In no pair of round 2: p5, p6"):
        source.pair(masters(FIRST, SECOND, count=6), "masters", 2, "seed")
    with pytest.raises(PairingImpossible, match="withdrawn: p3, p4"):
        source.pair(masters(FIRST), "masters", 2, "seed")


def test_override_of_the_event_is_said_where_it_applies() -> None:
    state = opened(4, "acf-masters", 3, override={"swiss.first_round": "top_half_bottom_half"})
    assert sentence(pair(state, 1).trace[-1]) == (
        "Set by the event: swiss.first_round is top_half_bottom_half (sheet: ACF-2.V.A)."
    )


@pytest.mark.clause("ACF-2.VI.A")
@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_round_robin_meets_everybody_once_from_the_first_rounds_seed(count: int) -> None:
    rounds = count - 1 + count % 2
    state = opened(count, "acf-masters", rounds, override={"pairing_system": "round_robin"})
    for number in range(1, rounds + 1):
        drawn = pair(state, number)
        assert [f.sentence for f in drawn.findings if f.clause == "ACF-2.VI.A"]
        state = played(state, number, drawn, ["W W"] * len(drawn.pairs))
    assert sorted(map(sorted, met(state))) == sorted(
        [a, b] for a, b in itertools.combinations(sorted(state.players), 2)
    )


def test_player_who_leaves_a_round_robin_leaves_the_opponent_without_a_match() -> None:
    state = opened(4, "acf-masters", 3, override={"pairing_system": "round_robin"})
    first = pair(state, 1)
    state = played(state, 1, first, ["W W"] * 2)
    state = with_player(state, "p1", withdrawn_after=1)
    second = pair(state, 2)
    assert len(second.pairs) == 1
    assert len(second.byes) == 1
    assert "p1" not in {p for both in second.pairs for p in both} | set(second.byes)


@pytest.mark.clause("SE-1")
def test_a_knockout_goes_on_with_its_winners_until_one_is_left() -> None:
    state = opened(5, "contest", 3)
    first = pair(state, 1)
    assert len(first.pairs) == 1
    assert len(first.byes) == 3
    state = played(state, 1, first, ["W W"])
    second = pair(state, 2)
    assert len(second.pairs) == 2
    loser = first.pairs[0][1]
    assert loser not in {p for both in second.pairs for p in both}
    state = played(state, 2, second, ["L L", "W L W"])
    final = pair(state, 3)
    assert final.pairs == ((second.pairs[0][1], second.pairs[1][0]),)
    state = played(state, 3, final, ["W W"])
    with pytest.raises(PairingImpossible, match=f"{final.pairs[0][0]} has won Open"):
        pair(state, 4)


def test_an_equal_match_of_a_knockout_has_to_be_played_on() -> None:
    state = opened(4, "contest", 2)
    state = played(state, 1, pair(state, 1), ["W W", "W L D"])
    with pytest.raises(PairingImpossible, match=r"table t2 is equal.*they play on"):
        pair(state, 2)


def test_knockout_waits_for_every_result() -> None:
    state = opened(4, "contest", 2)
    state = played(state, 1, pair(state, 1), ["W W", ""])
    with pytest.raises(PairingImpossible, match=r"Round 1 is not complete.*table t2"):
        pair(state, 2)


def test_player_who_leaves_a_knockout_loses_without_a_match() -> None:
    state = opened(4, "contest", 2)
    first = pair(state, 1)
    state = played(state, 1, first, ["W W", "W W"])
    state = with_player(state, first.pairs[0][0], withdrawn_after=1)
    with pytest.raises(PairingImpossible, match=f"{first.pairs[1][0]} has won Open"):
        pair(state, 2)


def test_a_double_elimination_is_played_in_rounds_with_slots_and_lengths() -> None:
    plan = BracketPlan("double", main=(5, 7), losers=(3,), final=(9,))
    state = opened(4, "usbgf-open", 6, bracket=plan)
    first = pair(state, 1)
    assert first.slots == (("M1-1", 5), ("M1-2", 5))
    state = played(state, 1, first, ["W", "W"])
    second = pair(state, 2)
    assert set(second.slots) == {("M2-1", 7), ("L1-1", 3)}
    state = played(state, 2, second, ["W", "W"])
    third = pair(state, 3)
    assert third.slots == (("L2-1", 3),)
    state = played(state, 3, third, ["W"])
    final = pair(state, 4)
    assert final.slots == (("F1", 9),)
    state = played(state, 4, final, ["L"])
    assert pair(state, 5).slots == (("F2", 9),)


def test_backgammon_without_posted_lengths_is_not_drawn() -> None:
    with pytest.raises(PairingImpossible, match="no match lengths"):
        pair(opened(4, "usbgf-open", 2), 1)


@pytest.mark.clause("DARK-KO")
def test_a_double_knockout_draws_everybody_who_has_a_life_left() -> None:
    state = opened(4, "standard", 8, override={"pairing_system": "double_knockout"})
    first = pair(state, 1)
    state = played(state, 1, first, [LIFE_WON] * 2)
    second = pair(state, 2)
    assert {p for both in second.pairs for p in both} == {"p1", "p2", "p3", "p4"}
    state = with_player(state, "p1", withdrawn_after=1)
    third = pair(state, 2)
    assert "p1" not in {p for both in third.pairs for p in both} | set(third.byes)


@pytest.mark.clause("DARK-KO")
def test_whether_a_double_knockout_is_decided_is_seen_without_a_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = opened(2, "standard", 8, override={"pairing_system": "double_knockout"})
    first = pair(state, 1)
    once = played(state, 1, first, [LIFE_WON])
    twice = played(once, 2, pair(once, 2), [LIFE_WON])
    monkeypatch.setattr(systems, "draw_round", lambda *_, **__: pytest.fail("a round was drawn"))
    assert not decided_already(state, "d", 1)
    assert not decided_already(once, "d", 2)
    rule = state.divisions["d"].book.lives
    assert rule is not None
    winner, loser = first.pairs[0]
    lost_once = rule.half_lives - rule.loss_costs
    assert lives_now(once, "d", 2).halves == {winner: rule.half_lives, loser: lost_once}
    assert decided_already(twice, "d", 3)
    assert lives_now(twice, "d", 3).champion == winner


def lives(count: int, half_lives: int = 2) -> HallState:
    """Return a double knockout in which two ties put a player out."""
    override = {"pairing_system": "double_knockout", "lives.half_lives": half_lives}
    return opened(count, "standard", 8, override=override)


@pytest.mark.clause("DARK-KO")
@pytest.mark.parametrize("count", [2, 4])
def test_tie_that_would_eliminate_all_players_is_played_on_until_one_is_ahead(
    count: int,
) -> None:
    state = lives(count)
    first = pair(state, 1)
    assert not first.decisive, "a tie costs each half a life, and both have one more"
    state = played(state, 1, first, ["W L"] * (count // 2))
    second = pair(state, 2)
    assert second.decisive
    assert (
        "A tie in every match would leave nobody in: an equal match is played on until one side is"
        " ahead (DARK-KO)."
    ) in map(sentence, second.trace)
    equal = played(state, 2, second, [*["W W"] * (count // 2 - 1), "W L"])
    with pytest.raises(PairingImpossible, match=rf"won the match at table t{count // 2}.*play on"):
        pair(equal, 3)
    assert not decided_already(equal, "d", 3)
    over = played(state, 2, second, ["W L D W"] * (count // 2))
    assert set(lives_now(over, "d", 3).left) == {one for one, _ in second.pairs}
    assert [row.player for row in division_standings(over, "d") if row.rank == 1] == (
        [one for one, _ in second.pairs] if count == 2 else sorted(o for o, _ in second.pairs)
    )


@pytest.mark.clause("DARK-KO")
def test_a_tie_costs_half_a_life_where_a_player_is_left_in_any_case() -> None:
    state = lives(3)
    state = played(state, 1, pair(state, 1), ["D D"])
    bye = pair(state, 2)
    assert bye.byes
    assert not bye.decisive, "who has the bye goes on"
    state = lives(2)
    state = played(state, 1, pair(state, 1), ["D D"])
    gone = with_player(state, "p2", withdrawn_after=1)
    assert decided_already(gone, "d", 2)
    apart = played(lives(2, 3), 1, pair(lives(2, 3), 1), ["W W"])
    apart = played(apart, 2, pair(apart, 2), ["D D"])
    left = lives_now(apart, "d", 3)
    assert left.champion is not None, "the other's last half life is lost, and one is left"


def test_a_swiss_round_is_never_decided_before_it_is_drawn() -> None:
    assert not decided_already(masters(FIRST, SECOND), "masters", 2)


def test_a_lives_round_without_a_player_who_is_in_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check knows who has a life from the results, not from the draw."""
    state = opened(4, "standard", 8, override={"pairing_system": "double_knockout"})
    half = LifePairs((("p1", "p2"),), None, ())
    monkeypatch.setattr(systems, "draw_round", lambda *_, **__: half)
    told = [(f.verdict, f.sentence) for f in pair(state, 1).findings]
    assert told == [("fails", "p3 is left out."), ("fails", "p4 is left out.")]


LIFE_WON = "W W"


@pytest.mark.clause("HALL-late-entry")
def test_a_late_entry_joins_a_swiss_and_is_told_of_where_the_draw_is_made() -> None:
    swiss = opened(4, "acf-majors", 3)
    swiss = played(swiss, 1, pair(swiss, 1), ["W W"] * 2)
    late = Player("p9", "Late", "d", 0, "")
    joined = msgspec.structs.replace(swiss, players={**swiss.players, "p9": late})
    drawn = pair(joined, 2)
    assert "p9" in {p for both in drawn.pairs for p in both} | set(drawn.byes)
    robin = opened(4, "acf-masters", 3, override={"pairing_system": "round_robin"})
    robin = played(robin, 1, pair(robin, 1), ["W W"] * 2)
    joined = msgspec.structs.replace(robin, players={**robin.players, "p9": late})
    told = [f.sentence for f in pair(joined, 2).findings if f.clause == "HALL-late-entry"]
    assert told == [told[0]]
    assert told[0].startswith("p9 entered after round 1")


@pytest.mark.clause("APCA-31")
def test_open_play_has_no_rounds_to_draw() -> None:
    with pytest.raises(PairingImpossible, match="open play"):
        pair(opened(4, "apca", 3), 1)


def test_rules_that_this_software_cannot_read_pair_no_players() -> None:
    state = opened(4, "acf-2040", 3)
    with pytest.raises(PairingImpossible, match=r"cannot be paired here.*Update this node"):
        pair(state, 1)


def test_the_same_seed_gives_the_same_round_and_another_one_another() -> None:
    state = opened(12, "acf-masters", 3)
    assert pair(state, 1, "one") == pair(state, 1, "one")
    assert pair(state, 1, "one").pairs != pair(state, 1, "two").pairs
