"""How far the round of each division is: every match counted once. Draws nothing."""

from dataclasses import dataclass

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import round_end
from hall_server.referee.derived.rounds import latest, matches_of
from shared.core.events.testimony import GAME_END
from shared.core.state import Match


@dataclass(frozen=True, slots=True)
class Progress:
    """The latest round of a division. ``unreported`` are played and have no result that counts.

    ``starts_at`` and ``ends_at`` are its schedule in UTC ms; ``ends_at`` is None where it has none.
    """

    division: str
    number: int
    rounds: int
    done: int
    playing: int
    waiting: int
    unreported: int
    starts_at: int
    ends_at: int | None

    @property
    def count(self) -> int:
        """All matches of the round."""
        return self.done + self.playing + self.waiting + self.unreported


def progress(moment: Moment) -> tuple[Progress, ...]:
    """Return the round of every division that is paired round by round."""
    found = []
    for division in moment.state.divisions.values():
        paired = latest(moment, division.id)
        if paired is None or division.book.pairing_system == "open_play":
            continue
        matches = matches_of(moment, paired)
        counts = {"done": 0, "playing": 0, "waiting": 0, "unreported": 0}
        for match in matches:
            counts[_stage(moment, match)] += 1
        found.append(
            Progress(
                division.name,
                paired.number,
                division.rounds,
                **counts,
                starts_at=paired.begun_at or paired.starts_at,
                ends_at=round_end(moment, matches[0]) if matches else None,
            )
        )
    return tuple(found)


def _stage(moment: Moment, match: Match) -> str:
    if match.settled:
        return "done"
    if match.result.status != "none" or _over(moment, match):
        return "unreported"
    return "playing" if all(match.seated) else "waiting"


def _over(moment: Moment, match: Match) -> bool:
    """Return whether a table has logged the end of its last game; of a match of points only the
    score tells."""
    book, log = moment.book(match), match.clock
    if log is None or book.scoring == "points":
        return False
    return log.why == GAME_END and log.game >= book.games_per_match
