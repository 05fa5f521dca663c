"""What the sheet says of divisions, hours and last rounds, as a referee meets it at the desk."""

import msgspec
import pytest
from msgspec.structs import replace

from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import RoundPaired
from shared.core.match.schedule import PostedChange
from shared.core.state import Division, HallState
from tests.hall_server.referee.halls import MINUTE, START, Desk, keys, masters, opened, shown
from tests.hall_server.referee.test_ruling_pairs import played

BIG = (100, 30)
DRAW = ("A", "enter", "7", "7", "7", "7", "enter")


def in_two_divisions() -> HallState:
    """p1 to p4 in the Masters, p5 to p8 in the Majors; nobody has played."""
    state = masters(count=8)
    majors = Division("majors", "Majors", "acf-majors", 10, "unclocked", first_day="2023-11-14")
    first = replace(state.divisions["masters"], first_day="2023-11-14")
    moved = {
        ident: replace(p, division="majors") if int(ident[1:]) > 4 else p
        for ident, p in state.players.items()
    }
    return replace(state, players=moved, divisions={"majors": majors, "masters": first})


def queue(desk: Desk) -> list[str]:
    return [line.key for line in desk.app.screen.query_one("#queue", PickList).lines_shown]


@pytest.mark.clause("ACF-1.III.A")
@pytest.mark.parametrize(("division", "own"), [("masters", "1234"), ("majors", "5678")])
async def test_each_division_is_paired_among_its_own_players_alone(division: str, own: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, in_two_divisions())
        lines = queue(desk)
        place = next(n for n, key in enumerate(lines) if key == f"pair:{division}:1")
        await keys(pilot, *["down"] * place, "a", *DRAW, "enter", "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        named = {player for match in body.matches for player in match.players}
        assert named == {f"p{n}" for n in own}
        assert desk.port.drafts[-1].ent == f"{division}/1/pairing"


@pytest.mark.clause("ACF-1.V.A")
async def test_the_queue_has_the_masters_first_and_says_when_registration_closes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, in_two_divisions())
        lines = [key for key in queue(desk) if key.startswith("pair:")]
        assert lines == ["pair:masters:1", "pair:majors:1"]
        await keys(pilot, *["down"] * queue(desk).index("pair:majors:1"))
        assert "Masters are paired first (ACF-1.V.A): their round 1 is not." in shown(desk)
        assert "Registration ought to be complete 12:00 (ACF-1.V.A)." in shown(desk)


@pytest.mark.clause("ACF-1.V.B")
async def test_the_hour_of_the_next_round_is_offered_as_soon_as_the_last_result_is_in() -> None:
    state = played("12 34 56", total=12)
    division = replace(state.divisions["masters"], first_day="2023-11-14")
    hotel = {("masters", 2): PostedChange(2, START + 150 * MINUTE, "the hotel")}
    state = replace(state, divisions={"masters": division}, moved=hotel)
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", *DRAW, "enter")
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.round.step == "start"
        await keys(pilot, "enter", "y")
        [body] = [d.body for d in desk.port.drafts if isinstance(d.body, RoundPaired)]
        assert body.starts_at // MINUTE == (START + 150 * MINUTE) // MINUTE


@pytest.mark.clause("ACF-2.V.E")
async def test_in_the_last_round_two_alone_in_their_group_meet_again() -> None:
    """p3 and p5 have met and lead alone with 12; before the last round both would drop."""
    state = played("21 46 35", "61 52 43", "31 54 62", "36 51 24", total=5)
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", *DRAW)
        screen = desk.app.screen
        assert isinstance(screen, PairScreen)
        assert screen.round.proposal is not None
        assert {"p3", "p5"} in [set(pair) for pair in screen.round.proposal.pairs]
        assert "ACF-2.V.E The last round, in which pairings may repeat" in shown(desk)
        assert all(finding.verdict != "fails" for finding in screen.round.proposal.findings)


@pytest.mark.clause("ACF-2.V.A")
async def test_an_odd_field_by_halves_gives_the_bye_to_the_last_by_rating() -> None:
    state = masters(count=7)
    state = msgspec.structs.replace(state, rounds={}, matches={})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "p", "A", "enter", "f3", "7", "7", "7", "7", "enter")
        assert "bye Gus van der Meer (0)" in shown(desk)


@pytest.mark.clause("ACF-2.IV.B")
async def test_a_bye_brings_no_honor_points_and_the_standings_say_so() -> None:
    state = masters(*played("12 34").matches.values(), count=5, byes={("masters", 1): "p5"})
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await opened(desk, pilot, state, "s")
        lines = [line.key for line in desk.app.screen.query_one(PickList).lines_shown]
        await keys(pilot, "home", *["down"] * lines.index("p5"), "enter")
        assert "Round 1: a bye, 0 honor points (ACF-2.IV.B)." in shown(desk)
