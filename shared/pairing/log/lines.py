"""The pairing log: one small value for each line of how a round came about (ACF-3.VIII).

A line holds players, numbers and the referee's own words; ``words`` puts it into a sentence.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from shared.core.events.base import Count, Tagged
from shared.core.events.office import Plain
from shared.core.events.rounds import MOST_IN_A_LINE, HandReason, Logged
from shared.core.text.fields import Ident, Note, Word
from shared.pairing.points import Points

Players = Annotated[tuple[Ident, ...], msgspec.Meta(max_length=MOST_IN_A_LINE)]
Score: TypeAlias = Count | Word
"""Match points: a whole number; of a file's field also a fraction, as text: "7/2"."""
Rating: TypeAlias = int | None
Relaxation = Literal["re_pairing", "second_bye", "lowest_repeat", "fresh_only"]
"""What a referee may rule on a round: a re-pairing or a second bye where no legal round exists; the
lowest pairings repeat before a group is broken; none repeats while a fresh round exists."""
Why = Literal["words", "changed", "other"]
"""Why a draw was discarded: the referee's own words, players or results that changed after it, or
another draw that was published."""


def score(points: Points) -> Score:
    """Return match points as a line holds them."""
    return points if isinstance(points, int) else str(points)


class ByGroups(Tagged, frozen=True):
    """The round is drawn by score groups; in a group by draw, or by rating."""

    number: Count
    seed: Word
    players: Count
    groups: Count
    by_draw: bool


class LastRound(Tagged, frozen=True):
    """Groups are kept even where pairings repeat, as it is the last round."""

    clause: Word


class LowestRepeat(Tagged, frozen=True):
    """No fresh pairing exists: the ``count`` lowest pairings may repeat."""

    number: Count
    rounds: Count
    count: Count
    clause: Word


class RatherRepeat(Tagged, frozen=True):
    """Without a repeat more players of the top group, or of any group, would be dropped: the
    ``count`` lowest pairings may repeat."""

    count: Count
    top: bool
    clause: Word


class RepeatByRuling(Tagged, frozen=True):
    """No legal pairing exists: by the referee's ruling pairings may repeat."""


class Group(Tagged, frozen=True):
    """The players of a score group, in the order in which they are paired."""

    points: Score
    players: Players
    by_draw: bool


class FromAbove(Tagged, frozen=True):
    """Players dropped into the group are paired first: ``ones`` have ``points`` and meet
    ``others``; ``again`` are those of ``ones`` who have met theirs before."""

    ones: Players
    others: Players
    points: Annotated[tuple[Score, ...], msgspec.Meta(max_length=MOST_IN_A_LINE)]
    again: Players = ()

    def __post_init__(self) -> None:
        if not len(self.ones) == len(self.points) == len(self.others):
            raise ValueError("each who was dropped has points and an opponent")


class Within(Tagged, frozen=True):
    """The pairs within a group; ``again`` are those of ``ones`` who have met theirs before."""

    ones: Players
    others: Players
    again: Players = ()

    def __post_init__(self) -> None:
        if len(self.ones) != len(self.others):
            raise ValueError("each has an opponent")


class Dropped(Tagged, frozen=True):
    """Who is paired in a lower group."""

    players: Players


class GroupBye(Tagged, frozen=True):
    """Who has the bye, the player's bye number ``number``, and who was passed over for it."""

    player: Ident
    points: Score
    number: Count
    passed: Players = ()


class Proved(Tagged, frozen=True):
    """Whether the floats of the groups from ``high`` to ``low`` points are proved to be the fewest;
    "" and "" for all groups."""

    proved: bool
    high: Score = ""
    low: Score = ""


class ProvedByCounting(Tagged, frozen=True):
    """All other groups are proved by counting."""


class ByHalves(Tagged, frozen=True):
    """Round 1: the top half by rating meets the bottom half."""

    seed: Word


class Rated(Tagged, frozen=True):
    """Two who meet in round 1, with their ratings."""

    one: Ident
    rating: Rating
    other: Ident
    other_rating: Rating


class LastByRating(Tagged, frozen=True):
    """The last by rating has the bye."""

    player: Ident
    rating: Rating


class ByBerger(Tagged, frozen=True):
    """The round stands in the Berger table, drawn in round ``first`` from ``seed``.

    ``number`` and ``rounds`` are those of the round robin, which may be a part of the event.
    """

    number: Count
    rounds: Count
    players: Count
    seed: Word
    first: Count = 1


class HasGone(Tagged, frozen=True):
    """A player of the table has gone."""

    player: Ident


class ByLives(Tagged, frozen=True):
    """The round is drawn among those who have lives left."""

    number: Count
    players: Count
    seed: Word


class HasBye(Tagged, frozen=True):
    """A player has the bye."""

    player: Ident


class MeetAgain(Tagged, frozen=True):
    """Two who have met before."""

    one: Ident
    other: Ident


class PlayedOn(Tagged, frozen=True):
    """A tie would leave nobody in: each new match is played on until one side is ahead."""

    clause: Word


class BySheet(Tagged, frozen=True):
    """The round stands on the draw sheet, drawn in round 1 from ``seed``."""

    number: Count
    entries: Count
    seed: Word
    slots: Players


class NoConsolation(Tagged, frozen=True):
    """``sheet`` has a consolation, but only one loser, who cannot play it alone."""

    sheet: Word


class WaitsOnSheet(Tagged, frozen=True):
    """A player has a bye to the next round."""

    player: Ident


class AsPublished(Tagged, frozen=True):
    """A round is played again as it was published."""

    number: Count
    seed: Word


class FromFile(Tagged, frozen=True):
    """The round was paired elsewhere, and read from ``source``."""

    source: Note


class SetByEvent(Tagged, frozen=True):
    """A field of the rulebook that the event has set otherwise than the sheet."""

    path: Word
    value: Plain | tuple[Plain, ...]
    clause: Word


class Discarded(Tagged, frozen=True):
    """A draw that was previewed and not published."""

    preview: Count
    seed: Word
    why: Why
    words: Note = ""


class TakenBack(Tagged, frozen=True):
    """The round was published before, and taken back before play."""

    words: Note


class Allowed(Tagged, frozen=True):
    """The referee ruled that a rule gives way."""

    rule: Relaxation
    words: Note


class FirstRoundChosen(Tagged, frozen=True):
    """The referee chose how round 1 is paired: by ``halves``, or by draw."""

    halves: bool
    clause: Word


class PairedOpen(Tagged, frozen=True):
    """The round was paired although results were open at ``tables``."""

    tables: Players
    words: Note


class Kept(Tagged, frozen=True):
    """The referee kept this pairing when two stood side by side."""


class ChangedByHand(Tagged, frozen=True):
    """The referee changed the round by hand; ``words`` are their own, for the reason "other"."""

    reason: HandReason
    words: Note = ""


class NewPair(Tagged, frozen=True):
    """A pair that was not in the round before; ``table`` is "" where it has none."""

    one: Ident
    other: Ident
    table: Ident


class Moved(Tagged, frozen=True):
    """A pair at another table; "" where it has none."""

    one: Ident
    other: Ident
    table: Ident


class NoLonger(Tagged, frozen=True):
    """A pair that is not in the round any more."""

    one: Ident
    other: Ident


class GoesOn(Tagged, frozen=True):
    """A new pair goes on with what was begun at its table under other names."""

    one: Ident
    other: Ident


class GotBye(Tagged, frozen=True):
    """A player has the bye now."""

    player: Ident


class LostBye(Tagged, frozen=True):
    """A player has the bye no longer."""

    player: Ident


LogLine: TypeAlias = (
    ByGroups | LastRound | LowestRepeat | RatherRepeat | RepeatByRuling | Group | FromAbove
    | Within | Dropped | GroupBye | Proved | ProvedByCounting | ByHalves | Rated | LastByRating
    | ByBerger | HasGone | ByLives | HasBye | MeetAgain | PlayedOn | BySheet | WaitsOnSheet
    | NoConsolation | AsPublished | FromFile | SetByEvent | Discarded | TakenBack | Allowed
    | FirstRoundChosen | PairedOpen | Kept | ChangedByHand | NewPair | Moved | NoLonger | GoesOn
    | GotBye | LostBye
)  # fmt: skip
"""Everything that a pairing log can say."""


def written(lines: Iterable[LogLine]) -> tuple[Logged, ...]:
    """Return the lines as the event of a round carries them."""
    return tuple(line.as_plain() for line in lines)


def read(raw: Logged) -> LogLine | None:
    """Return the line that an event carries; None for one that this software cannot read."""
    try:
        line: LogLine = msgspec.convert(raw, LogLine)
    except msgspec.ValidationError:
        return None
    return line if line.tells_all(raw) else None


def as_points(points: Score) -> Points:
    """Return the match points that a line holds; 0 for a text that is no number."""
    if isinstance(points, int):
        return points
    try:
        return Fraction(points)
    except (ValueError, ZeroDivisionError):
        return 0
