"""The hall at one moment, with what several pages need worked out once. Reads no clock."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from shared.core.standings.order import StandingsRow
from shared.core.standings.wall_chart import WallChart
from shared.core.state import Division, HallState, Match, Player, Round
from shared.core.state.office import Beside
from shared.pairing.places import beside_standings
from shared.public.answer import Reckoned, reckoned
from shared.public.charts import chart_of
from shared.public.lookup import current_round
from shared.public.views.values import segment

T = TypeVar("T")


class Moment:
    """``state`` at ``now`` (UTC ms), as ``secrecy.public`` leaves it. For one thread at a time.

    Only where it ``answers`` can a reader ask for a name: a file answers nothing.
    """

    def __init__(self, state: HallState, zone: str, now: int, *, answers: bool = True) -> None:
        self.state, self.zone, self.now, self.answers = state, zone, now, answers
        self._kept: dict[tuple[str, str], Any] = {}

    @cached_property
    def matches_of(self) -> dict[str, list[Match]]:
        """Player id → their matches, by round."""
        found: dict[str, list[Match]] = {}
        for match in self.state.matches.values():
            if match.standing != "withdrawn":
                for player in match.players:
                    found.setdefault(player, []).append(match)
        for matches in found.values():
            matches.sort(key=lambda match: (match.key.round_no, match.starts_at))
        return found

    @cached_property
    def players(self) -> dict[str, Player]:
        """Part of a path → the player."""
        return {segment(ident): player for ident, player in self.state.players.items()}

    @cached_property
    def divisions(self) -> dict[str, Division]:
        """Part of a path → the division."""
        return {segment(ident): division for ident, division in self.state.divisions.items()}

    def paired(self, division: Division) -> Round | None:
        """Return the newest round of a division."""
        return self.once("paired", division.id, lambda: current_round(self.state, division.id))

    def reckoned(self, division: str) -> Reckoned:
        """Return standings and records of a division."""
        return self.once("reckoned", division, lambda: reckoned(self.state, division))

    def beside(self, division: Division) -> dict[Beside, tuple[StandingsRow, ...]]:
        """Return the places within a consolation and a last chance."""
        return self.once("beside", division.id, lambda: beside_standings(self.state, division.id))

    def chart(self, division: Division) -> WallChart | None:
        """Return the crosstable of a division."""
        if division.unreadable:
            return None
        rows = self.reckoned(division.id)[0]
        return self.once("chart", division.id, lambda: chart_of(self.state, division, rows))

    def once(self, what: str, of: str, work: Callable[[], T]) -> T:
        """Return what ``work`` returned the first time that it was asked for."""
        if (what, of) not in self._kept:
            self._kept[what, of] = work()
        found: T = self._kept[what, of]
        return found
