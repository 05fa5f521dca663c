"""What votes decide: the committee that adjudicates a game, and the one that hears an appeal.

Owns the counting. Who may vote and on what is the referee's to see to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from shared.core.match.outcome import Code
from shared.core.text.fields import Name
from shared.core.text.language import _

MEMBERS: Final = 3
"""Members of an adjudication committee (ACF-1.X.B.d)."""

Ballot = Literal["first", "second", "draw", "change", "uphold", "abstain"]


class Vote(msgspec.Struct, frozen=True, array_like=True):
    """How one member voted: a win for seat 0 ("first") or 1 ("second"), a draw; or on an appeal."""

    voter: Name
    ballot: Ballot


@dataclass(frozen=True, slots=True)
class Appeal:
    """What came of an appeal, with the votes that were cast."""

    changed: bool
    for_change: int
    cast: int


def adjudicated(votes: Sequence[Vote]) -> Code:
    """Return the game as three votes have it, read for seat 0 (ACF-1.X.B.d).

    Only a unanimous vote wins; anything else is a draw. Raises ValueError unless three different
    members voted for a win or a draw.
    """
    _check(votes, ("first", "second", "draw"))
    if len(votes) != MEMBERS:
        message = _(
            "the committee has {members} members, and each votes: there are {count}"
        ).format(members=MEMBERS, count=len(votes))
        raise ValueError(message)
    ballots = {vote.ballot for vote in votes}
    if ballots == {"first"}:
        return Code.WIN
    return Code.LOSS if ballots == {"second"} else Code.DRAW


def appealed(votes: Sequence[Vote]) -> Appeal:
    """Return whether a ruling is changed: by an absolute majority of the votes cast (USBGF-5).

    Who abstains has cast none; a tie upholds. The director may vote. Raises ValueError for a
    member named twice, for another ballot, or where no vote was cast.
    """
    _check(votes, ("change", "uphold", "abstain"))
    cast = sum(vote.ballot != "abstain" for vote in votes)
    if not cast:
        message = _("no vote was cast")
        raise ValueError(message)
    change = sum(vote.ballot == "change" for vote in votes)
    return Appeal(2 * change > cast, change, cast)


def _check(votes: Sequence[Vote], allowed: tuple[Ballot, ...]) -> None:
    names = [vote.voter.casefold() for vote in votes]
    if len(set(names)) != len(names):
        message = _("a member votes once")
        raise ValueError(message)
    for vote in votes:
        if vote.ballot not in allowed:
            raise ValueError(f"{vote.voter} votes {vote.ballot}: say {', '.join(allowed)}")
