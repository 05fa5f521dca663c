"""Players who leave after the pairing: what is not finished of their round is forfeited."""

import msgspec
import pytest

from shared.core.events.measures import MatchDecided
from shared.core.state import HallState, Match, OptOut
from tests.core.decided import grounds, measures_in
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    keys,
    live,
    majors,
    masters,
    match,
    opened,
    outcome,
    shown,
    under_way,
)

PAIR = ("p1", "p2")
ALONE = match("m1", "t1", PAIR, seated=(True, False))
BOTH = under_way("m1", "t1", PAIR, clock=None, presses=0)
NOW = START + 20 * MINUTE


def hall(of: Match, **players: dict[str, object]) -> HallState:
    """Return a hall where something is so of players."""
    state = majors(masters(of))
    changed = {
        ident: msgspec.structs.replace(state.players[ident], **more)
        for ident, more in players.items()
    }
    return msgspec.structs.replace(state, players={**state.players, **changed})


GONE: dict[str, object] = {"withdrawn_after": 0}
SKIPS: dict[str, object] = {"opt_out": OptOut(1, False)}


@pytest.mark.clause("ACF-2.IV.D", "ACF-2.V.F")
@pytest.mark.parametrize(
    ("who", "title", "clause", "games"),
    [
        ({"p2": GONE}, "Withdrawn after the pairing: Bo King", "ACF-2.IV.D", "W* W*"),
        ({"p1": GONE, "p2": GONE}, "Both players are withdrawn", "ACF-2.IV.D", "X* X*"),
        ({"p2": SKIPS}, "Skips after the pairing: Bo King", "ACF-2.V.F", "W* W*"),
    ],
)
async def test_round_of_players_who_leave_before_it_is_forfeited_by_keys(
    who: dict[str, dict[str, object]], title: str, clause: str, games: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(ALONE, **who), at=NOW)
        await keys(pilot, *["down"] * [q.kind for q in desk.app.desk.questions].index("withdrawn"))
        assert title in shown(desk)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MatchDecided.by(outcome(games)),)
        assert grounds(draft)[0] == clause


@pytest.mark.clause("ACF-2.IV.D")
@pytest.mark.parametrize(
    ("told", "picks", "games"),
    [
        ({"game": 1, "clocked": False}, (), "W* W*"),
        ({"game": 1, "running": (), "waits": 2, "clocked": False}, ("1",), "W W*"),
        ({"game": 2, "clocked": False}, ("2",), "D W*"),
        ({}, ("1",), "W* W*"),
    ],
)
async def test_games_that_a_player_who_fell_ill_has_not_finished_are_forfeited(
    told: dict[str, object], picks: tuple[str, ...], games: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(BOTH, p2=GONE), at=NOW)
        if told:
            desk.see(live(BOTH, **told))
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        assert "Withdrawn after the pairing: Bo King" in shown(desk)
        assert ("not finished are forfeited" in shown(desk)) == bool(picks)
        await keys(pilot, *(picks or ("a",)))
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures_in(draft) == (MatchDecided.by(outcome(games)),)
