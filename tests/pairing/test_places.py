"""Places on draw sheets and under lives: the champion won the deciding match, the others stand by
what put them out; those of one round share place and prize."""

from random import Random

import msgspec
import pytest

from hall_server.derived.prizes import division_payouts
from shared.core.rulebooks import rulebook
from shared.core.standings.order import StandingsRow
from shared.core.standings.titles import first_place
from shared.core.state import HallState
from shared.core.state.office import PrizeFund
from shared.pairing import PairingImpossible
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.knockout.lives import LifeMatch, LifeRound, draw_round, lives_after
from shared.pairing.places import (
    beside_reached,
    beside_standings,
    division_standings,
    lives_reached,
    sheet_reached,
)
from tests.pairing.test_odd_states import so_far
from tests.pairing.test_systems import pair, played, with_player
from tests.pairing_systems.sheets import by_hash, double, play_out, single
from tests.prove import times

OF_EACH = times(500, 2_000)


def first_two(reached: dict[str, tuple[int, str]]) -> list[str]:
    """Return the champion and the runner-up, who have to stand alone."""
    far = sorted(reached, key=lambda entry: -reached[entry][0])
    assert len({reached[entry][0] for entry in far[:3]}) == min(3, len(far)), reached
    return far[:2]


@pytest.mark.clause("USBGF-2.2c", "SE-1")
@pytest.mark.parametrize("kind", ["single", "double", "consolation"])
def test_the_champion_of_a_sheet_stands_alone_and_the_beaten_finalist_second(kind: str) -> None:
    for number in range(OF_EACH):
        count = Random(number).randint(3, 33)
        sheet = double(count) if kind == "double" else single(count, consolation_from=1)
        results = play_out(sheet, by_hash(str(number)))
        now = progress(sheet, results)
        if kind == "consolation":
            reached = beside_reached(now.states, "consolation")
            best = [entry for entry, put in reached.items() if put == max(reached.values())]
            # With one loser in round 1 there is nobody to play a consolation with.
            assert best == ([now.consolation_winner] if sheet.consolation_decider else [])
            continue
        reached = sheet_reached(now.states)
        assert len(reached) == count
        champion, runner_up = first_two(reached)
        assert champion == now.champion
        decider = [ident for ident in sheet.deciders if ident in results][-1]
        assert set(now.state(decider).sides) == {champion, runner_up}


@pytest.mark.clause("DARK-KO")
def test_the_last_one_with_a_life_stands_alone_and_who_was_beaten_last_second() -> None:
    rule = rulebook("standard").lives
    assert rule is not None
    for number in range(OF_EACH):
        chance = Random(number)
        field = [f"p{n}" for n in range(chance.randint(2, 9))]
        rounds: list[LifeRound] = []
        while len(left := lives_after(field, rounds, rule).left) > 1:
            drawn = draw_round(field, rounds, seed=str(number), rule=rule)
            ties = len(left) > 2
            rounds.append(
                LifeRound(
                    tuple(
                        LifeMatch(both, chance.choice((*both, None) if ties else both))
                        for both in drawn.pairs
                    ),
                    drawn.bye,
                )
            )
            try:
                lives_after(field, rounds, rule)
            except PairingImpossible:
                rounds[-1] = LifeRound(
                    tuple(LifeMatch(m.players, m.players[0]) for m in rounds[-1].matches),
                    rounds[-1].bye,
                )
        lives = lives_after(field, rounds, rule)
        reached = lives_reached(lives)
        best = max(reached, key=lambda player: reached[player][0])
        assert best == lives.champion
        beaten = {p for m in rounds[-1].matches for p in m.players} - {best}
        second = [p for p in field if reached[p][0] == len(rounds)]
        assert set(second) == beaten or len(rounds[-1].matches) > 1


def ranks(state: HallState) -> list[tuple[int | None, str, str]]:
    return [(row.rank, row.stands, row.out_at) for row in division_standings(state, "d")]


@pytest.mark.clause("USBGF-2.2c")
def test_players_put_out_in_one_round_share_the_place() -> None:
    state = so_far("double_elimination", 8, 9, [True])
    rows = division_standings(state, "d")
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [row.stands for row in rows] == ["won", *["out"] * 7]
    assert rows[1].out_at in ("F1", "F2")
    assert {row.out_at for row in rows if row.rank == 7} == {"L1-1", "L1-2"}
    assert first_place(rows, state.divisions["d"].book).title == "champion"


@pytest.mark.clause("USBGF-2.2c")
def test_players_still_in_are_placed_before_all_players_who_are_out() -> None:
    state = so_far("knockout", 8, 1, [True])
    assert ranks(state)[:4] == [(1, "in", "")] * 4
    assert {rank for rank, stands, _ in ranks(state) if stands == "out"} == {5}


@pytest.mark.clause("USBGF-2.2c")
def test_a_finalist_who_withdraws_keeps_place_and_prize() -> None:
    state = so_far("double_elimination", 4, 2, [True])
    finalist = division_standings(state, "d")[0].player
    whole = so_far("double_elimination", 4, 9, [True])
    second = division_standings(whole, "d")[1].player
    gone = with_player(whole, second, withdrawn_after=9)
    rows = division_standings(gone, "d")
    assert (rows[1].player, rows[1].rank) == (second, 2)
    paid = {p.player: p.paid_cents for p in division_payouts(gone, "d", PrizeFund((300, 100)))}
    assert paid[second] == 100
    left = with_player(state, finalist, withdrawn_after=2)
    row = next(row for row in division_standings(left, "d") if row.player == finalist)
    assert (row.stands, row.out_at) == ("out", "F1")


def test_a_final_that_both_lose_has_no_first_place() -> None:
    state = so_far("knockout", 4, 1, [True])
    drawn = pair(state, 2)
    over = played(state, 2, drawn, ["X*"])
    assert [row.rank for row in division_standings(over, "d")] == [2, 2, 4, 4]


@pytest.mark.clause("DARK-KO")
def test_under_lives_a_player_who_left_is_out_in_the_round_after() -> None:
    state = so_far("double_knockout", 8, 2, [True])
    whole = so_far("double_knockout", 8, 9, [True])
    rows = division_standings(whole, "d")
    assert (rows[0].rank, rows[0].stands, rows[1].rank) == (1, "won", 2)
    best = division_standings(state, "d")[0].player
    left = with_player(state, best, withdrawn_after=2)
    row = next(row for row in division_standings(left, "d") if row.player == best)
    assert (row.stands, row.out_at) == ("out", "3")


@pytest.mark.clause("USBGF-2.2c")
def test_a_consolation_has_places_and_prizes_of_its_own() -> None:
    state = so_far("consolation", 8, 9, [True])
    rows: tuple[StandingsRow, ...] = beside_standings(state, "d")["consolation"]
    assert [row.rank for row in rows] == [1, 2, 3, 3]
    assert {row.out_at for row in rows} >= {"", "C2-1"}
    main = division_standings(state, "d")
    assert [row.rank for row in main] == [1, 2, 3, 3, 5, 5, 5, 5]
    fund = PrizeFund((400, 200), consolation=(100, 50))
    paid = {p.player: p.paid_cents for p in division_payouts(state, "d", fund)}
    assert [paid[row.player] for row in rows] == [100, 50, 0, 0]
    assert [paid[row.player] for row in main[:2]] == [400, 200]
    assert msgspec.structs.replace(fund, consolation=()) == PrizeFund((400, 200))


@pytest.mark.clause("USBGF-2.2c")
def test_a_last_chance_has_places_and_prizes_of_its_own() -> None:
    state = so_far("last_chance", 16, 12, [True])
    rows = beside_standings(state, "d")["last_chance"]
    assert [row.rank for row in rows] == [1, 2, 3, 3]
    assert rows[0].stands == "won"
    assert rows[1].out_at.startswith("S")
    main = division_standings(state, "d")
    assert [row.rank for row in main[:5]] == [1, 2, 3, 3, 5]
    fund = PrizeFund((400,), last_chance=(50,))
    paid = {p.player: p.paid_cents for p in division_payouts(state, "d", fund)}
    assert (paid[rows[0].player], paid[main[0].player]) == (50, 400)
