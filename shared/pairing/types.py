"""The values of a pairing: who may be paired, what was drawn, and why it cannot be.

No rule is carried out here beyond what makes two players legal opponents.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.rulebooks.groups import SwissRule
from shared.core.text.sentence import Players, Sentence
from shared.pairing.log.lines import LogLine, Relaxation
from shared.pairing.points import Points

FirstRound = Literal["draw", "top_half"]
"""How a Swiss pairs round 1: by draw, or top half against bottom half by rating (ACF-2.V.A)."""


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Which round of a Swiss is paired or checked, and by which rules."""

    number: int
    """Counted from 1."""
    of: int | None = None
    """How many rounds there are: the place of the round decides what may repeat. Without it every
    round is an ordinary one."""
    rulebook: Rulebook = RULEBOOKS["acf-masters"]
    relaxed: Collection[Relaxation] = ()
    """What a referee's ruling allows if no legal round exists."""

    @property
    def swiss(self) -> SwissRule:
        """The rule of the sheet. Raises ValueError for a rulebook without Swiss pairing."""
        if self.rulebook.swiss is None:
            raise ValueError(f"{self.rulebook.title} has no Swiss pairing")
        return self.rulebook.swiss

    @property
    def to_come(self) -> int | None:
        """How many rounds come after it; None where that is not known."""
        return None if self.of is None else self.of - self.number


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired in this round, as they stand before it."""

    player: str
    """The player's id, unique in the division."""
    match_points: Points
    rating: int | None
    had_bye: bool
    met: frozenset[str]
    """Ids of all earlier opponents; a published pairing counts as met, even if forfeited."""
    later_byes: int = 0
    """Byes after the first one, where rounds outnumber players (ACF-2.V.B)."""

    @property
    def byes(self) -> int:
        """How often they had the bye."""
        return self.had_bye + self.later_byes


@dataclass(frozen=True, slots=True)
class Float:
    """A player who was dropped to an opponent of a lower score group (ACF-2.V.C)."""

    player: str
    opponent: str
    from_points: Points
    """Match points of the player's own score group."""
    to_points: Points
    """Match points of the score group in which they were paired."""
    groups: int
    """How many score groups they were dropped: 1 is the next lower one."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drawn."""

    player_pairs: tuple[tuple[str, str], ...]
    """In table order from the top; in each pair the player with more match points stands first."""
    bye: str | None
    floats: tuple[Float, ...]
    """In table order. The bye is not a float."""
    trace: tuple[LogLine, ...]
    """How it came about, for the signed pairing log (ACF-3.VIII)."""
    repeats: tuple[tuple[str, str], ...] = ()
    """The pairs that have met before, in table order (ACF-2.V.D, ACF-2.V.E)."""


class PairingImpossible(Exception):
    """No legal round exists; its sentence says what, why, and what the referee can do."""

    def __init__(self, message: str, **facts: object) -> None:
        said = message if isinstance(message, Sentence) else Sentence(message, **facts)
        super().__init__(said)
        self.sentence = said


class Decided(PairingImpossible):
    """There is nothing more to play: the sentence says who has won."""


def each_fault(message: str, players: Iterable[str]) -> list[Sentence]:
    """Return a sentence about each of the players, who stand in it as ``{player}``."""
    return [Sentence(message, player=Players(player)) for player in players]


@contextmanager
def agreeing(division: str) -> Iterator[None]:
    """Raise PairingImpossible for a ValueError within: the results of a division contradict each
    other.

    They may, once one was corrected, taken back or entered elsewhere.
    """
    try:
        yield
    except ValueError as error:
        sentence = Sentence(
            "What is known of {division} does not fit together: {why}. Nothing was paired: "
            "correct the result that is wrong, or rule void what was played after it.",
            division=division,
            why=str(error),
        )
        raise PairingImpossible(sentence) from error


@dataclass(frozen=True, slots=True)
class Legality:
    """What is legal in a round."""

    opponents: Callable[[Entrant, Entrant], bool]
    """Whether two may meet; symmetric."""
    bye: Callable[[Entrant], bool]
    """Whether a player may have the bye."""
    costly: Callable[[Entrant, Entrant], bool] | None = None
    """Whether a legal pairing is one of those to have few of; None where all are equally good."""
    costly_after: int | None = None
    """How many groups from the top are kept whole before costly pairings are avoided: 0 if they are
    avoided before any float. None: group by group, kept whole first."""


def have_met(a: Entrant, b: Entrant) -> bool:
    """Return whether two have met before."""
    return b.player in a.met or a.player in b.met


def fresh(a: Entrant, b: Entrant) -> bool:
    """Return whether two have not met before."""
    return not have_met(a, b)
