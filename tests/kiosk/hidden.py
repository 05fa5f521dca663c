"""Matches that differ only in what no public page may show: clock, moves, what one side says."""

import msgspec

from shared.core.events import ClockLogged, ControlChosen, Press
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Match, Result
from tests.kiosk.lobby_states import versions
from tests.tui.fake_port import drawn


def with_clock(match: Match) -> Match:
    log = ClockLogged(1, (Press(0, 61_000), Press(1, 5_000)), (754_000, 571_000), (31, 30), "pause")
    control = ControlChosen("fischer-80-10", "agreed")
    return msgspec.structs.replace(match, clock=log, presses=61, control=control)


def with_other_moves(match: Match) -> Match:
    if match.draw is None:
        return match
    other = msgspec.structs.replace(drawn(match.draw.first_seat), opening=77, moves=("11-15",))
    return msgspec.structs.replace(match, draw=other)


def with_other_claims(match: Match) -> Match:
    if match.result.outcome is not None or not match.result.versions:
        return match
    other = versions(Outcome((Code.LOSS_BY_FORFEIT, Code.WIN)))[: len(match.result.versions)]
    return msgspec.structs.replace(match, result=Result(match.result.status, None, other))
