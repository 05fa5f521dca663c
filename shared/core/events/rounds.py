"""Rounds as they are drawn and published, and matches that are called."""

from typing import Annotated, Final, Literal

import msgspec

from shared.core.events import entities
from shared.core.events.base import Body, Count, Instant, Points, kind
from shared.core.events.office import Plain, RefusalState
from shared.core.text.fields import Ident, Note, Word

PLAYOFF: Final = "playoff"
"""The slot of a match that is called for a title alone, after the last round (ACF-1.XIII.B)."""
MOST_IN_A_LINE: Final = 4_096
"""So many players a line of the pairing log may name."""
Logged = Annotated[
    tuple[Plain | Annotated[tuple[Plain, ...], msgspec.Meta(max_length=MOST_IN_A_LINE)], ...],
    msgspec.Meta(max_length=8),
]
"""A line of the pairing log as it travels: its tag, then its fields, each a plain value.

A newer version may send one that this software cannot read (see ``shared/pairing/log/lines.py``).
"""


class PairedMatch(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One match of a pairing: who sits at seat 0, ``first``, and at seat 1, ``second``.

    ``slot`` is its place on a draw sheet, or ``PLAYOFF``; ``length`` the posted match length in
    points; "" and 0 where the match has none. ``starts_at`` (UTC ms) is its own hour where it was
    paired after its round was published, 0 for the round's. A ``decisive`` match is played on
    until one side is ahead, though a tie costs half a life elsewhere (DARK-KO).

    The ``uid`` names what is played at a table: all that the table writes speaks of seats. Where
    others sit there than were paired, a pairing by hand gives it their names, and they play on.
    """

    uid: Ident
    table: Ident
    first: Ident
    second: Ident
    slot: Ident = ""
    length: Points = 0
    starts_at: Instant = 0
    decisive: bool = False

    @property
    def players(self) -> tuple[Ident, Ident]:
        """Both, in seat order."""
        return self.first, self.second


class FieldEntry(msgspec.Struct, frozen=True, array_like=True):
    """A player as they stood when the round was drawn: match points, and byes had."""

    player: Ident
    match_points: Count
    byes: Count = 0


class Ruled(msgspec.Struct, frozen=True, array_like=True):
    """A rule of the pairing that the referee set otherwise for one round, and why."""

    rule: Word
    words: Note


@kind("a.round.previewed", entities.preview, by="pair")
class RoundPreviewed(Body, frozen=True):
    """A round was drawn and looked at, published or not (ACF-3.VIII).

    ``why`` is the referee's reason for a redraw, "" for the first draw of a round; ``changed``
    where it was drawn again because players or results changed after the one before. ``ruled`` is
    what the referee had ruled for it, ``first_round`` how they chose to pair round 1, "" where they
    chose nothing: with both the same draw comes out again.
    """

    seed: Word
    algorithm: Word
    pairs: tuple[tuple[Ident, Ident], ...]
    byes: tuple[Ident, ...] = ()
    why: Note = ""
    changed: bool = False
    ruled: tuple[Ruled, ...] = ()
    first_round: Word = ""


HandReason = Literal[
    "latecomer", "sat_wrongly", "absent", "wrong_pairing", "table", "paper", "void", "postponed",
    "other",
]  # fmt: skip
"""Why a referee pairs by hand, or moves a published round; "postponed" and "other" are said in the
referee's own words."""


class Checked(msgspec.Struct, frozen=True, array_like=True):
    """A line of the checker's report on a round that was paired by hand."""

    clause: Word
    verdict: Literal["holds", "fails", "not_tried"]


class ByHand(msgspec.Struct, frozen=True, array_like=True):
    """What a referee answers for who changes a round by hand (ACF-3.VIII).

    ``words`` are the referee's own, never parsed. ``changes`` is the published pairing that this
    one takes the place of, "" where none was published. ``overruled`` names each kind of warning
    that was shown before the yes.
    """

    reason: HandReason
    words: Note = ""
    changes: Ident = ""
    checked: tuple[Checked, ...] = ()
    overruled: tuple[Word, ...] = ()


@kind("a.round.paired", entities.pairing, by="pair")
class RoundPaired(Body, frozen=True):
    """The pairing of a round, published. ``starts_at`` is UTC in milliseconds.

    ``seed``, ``field`` and ``algorithm`` (name and version) are what the draw can be repeated
    from; ``trace`` is what the pairing log has to say. ``off`` says why a pairing is taken back
    before play, "" while it stands; one that is taken back has no matches. ``by_hand`` is None
    for a round as it was drawn. ``rules`` is the version of the division that it is played under,
    the event's id, "" for the one that the round falls under. ``begun`` says that its publication
    is its start, at ``starts_at``.
    """

    starts_at: Instant
    seed: Word
    matches: tuple[PairedMatch, ...]
    byes: tuple[Ident, ...] = ()
    witnesses: tuple[Ident, ...] = ()
    trace: tuple[Logged, ...] = ()
    algorithm: Word = ""
    field: tuple[FieldEntry, ...] = ()
    off: Note = ""
    by_hand: ByHand | None = None
    rules: Ident = ""
    begun: bool = False


@kind("a.round.started", entities.start, by="pair")
class RoundStarted(Body, frozen=True):
    """The referee has given the start of a round, at ``at`` (UTC ms).

    ``pairing`` is the event that published it: one that is published again is started again, one
    that is changed by hand stays started.
    ``off`` says why a start given by mistake is taken back, "" while it stands.
    """

    at: Instant
    pairing: Ident
    off: Note = ""


@kind("a.match.called", entities.call, by="pair")
class MatchCalled(Body, frozen=True):
    """One match, called when its players and a table are free: open play, or a call board.

    ``starts_at`` is UTC ms. ``off`` says why the call is taken back, "" while it stands.
    ``rules`` is as in ``RoundPaired``.
    """

    paired: PairedMatch
    starts_at: Instant
    off: Note = ""
    rules: Ident = ""


@kind("a.challenge.refused", entities.refusal, by="rule")
class ChallengeRefused(Body, frozen=True):
    """A challenge was refused, and what has come of it since (APCA-31).

    The refuser's card is withheld until they are "ready" for the challenger, or "excused".
    """

    state: RefusalState = "refused"
    note: Note = ""
