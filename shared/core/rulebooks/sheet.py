"""What a rule sheet says besides its numbers: who decides what by which clause, what can be
reported of a match, and what a clause may make of it.

Holds the things that several sheets know, without a clause. What each sheet makes of them stands
in the sheet's own module.
"""

from typing import Final, Literal

import msgspec

from shared.core.match.outcome import ReportType
from shared.core.match.preferences import Subject
from shared.core.text.language import N_
from shared.core.text.official import Official

Course = Literal[
    "referee", "caution", "correct", "game", "move", "go_on", "remove", "out", "out_at_once",
    "points_out", "bar", "set_up", "carry_out", "leave",
]  # fmt: skip
"""What a clause makes of an incident.

``referee``: the referee decides. ``caution``: a caution first, then the game. ``correct``: it is
put right, and a player who persists loses the game. ``game``: it costs the game. ``move``: the
touched piece is moved, or the game is lost. ``go_on``: the piece goes on the way it was pushed.
``remove``: the helper leaves. ``out``: a warning first, then the round. ``out_at_once``: the round,
with no warning first. ``points_out``: as ``remove``, but what is wrong between two games may be
said. ``bar``: a spectator is kept from this match. ``set_up``: put right until both have ended two
turns. ``carry_out``: what was stated or implied is done. ``leave``: with consent, company or the
referee's leave alone."""


class What(msgspec.Struct, frozen=True):
    """One thing that can be reported; ``code`` is "" where the kind of report says it all.

    ``at_table``: the table offers it (its page has room for four); the referee notes the others.
    """

    kind: ReportType
    code: str = ""
    words: str = ""
    of_player: bool = True
    at_table: bool = True


class Incident(msgspec.Struct, frozen=True):
    """One line of a sheet's incident table."""

    what: What
    clause: str
    course: Course = "referee"


PHONE: Final = What("phone")
CALL: Final = What("call")
CLOCK_DEFECT: Final = What("clock_defect")
MOVE_TIME: Final = What("move_time")
TIMEKEEPER: Final = What("timekeeper")
DRAW_RULING: Final = What("draw_ruling")
AWAY: Final = What("away")
BACK: Final = What("back")

CAPTURE: Final = What("illegal_move", "capture", N_("Capture missed or cut short"))
WRONG_MOVE: Final = What("illegal_move", "wrong_move", N_("Wrong move of a piece"))
KING_ROW: Final = What("illegal_move", "king_row", N_("Into the king row and out"))
PRESSED_FIRST: Final = What("illegal_move", "pressed_first", N_("Pressed before moving"))
PLAY: Final = What("illegal_move", "play", N_("Not what the dice say"))
EARLY_ROLL: Final = What("illegal_move", "early_roll", N_("Rolled too early"))
SET_UP: Final = What("illegal_move", "set_up", N_("Set up wrongly"), of_player=False)
CUBE: Final = What("illegal_move", "cube", N_("Cube action denied"))

ADJUSTED: Final = What("touched_piece", "adjusted", N_("Adjusted without notice"))
PLAYABLE: Final = What("touched_piece", "playable", N_("Touched, can move"))
UNPLAYABLE: Final = What("touched_piece", "unplayable", N_("Touched, cannot move"))
CORNER: Final = What("touched_piece", "corner", N_("Pushed over the corner"))
HANDLING: Final = What("touched_piece", "handling", N_("Checkers handled"))
DICE: Final = What("touched_piece", "dice", N_("Dice or roll"))

FIVE_MINUTES: Final = What("move_time", "five_minutes", N_("Told, and not moved in time"))
LOWDER: Final = What("move_time", "lowder", N_("No move within the minute"))

SPECTATOR: Final = What("disturbance", "spectator", N_("A spectator helps"), of_player=False)
UNWANTED: Final = What("disturbance", "unwanted", N_("A spectator is to leave"), of_player=False)
COACHED: Final = What("disturbance", "coached", N_("A player is helped"))
ANNOYING: Final = What("disturbance", "annoying", N_("Disturbs, talks, comments"))
LANGUAGE: Final = What("disturbance", "language", N_("Profanity"))
INTOXICATION: Final = What("disturbance", "intoxication", N_("Intoxication"), at_table=False)
EQUIPMENT: Final = What("disturbance", "equipment", N_("Board or pieces"), at_table=False)
DRESS: Final = What("disturbance", "dress", N_("Dress"), at_table=False)

SLEPT: Final = What("restart", "slept", N_("It slept"), of_player=False)
"""A table that stood still without a reason: no sheet's, so that no sheet lists it."""


class Ground(msgspec.Struct, frozen=True):
    """For what a player is put out, in words; ``warned``: after a warning only."""

    clause: str
    words: str
    warned: bool = False


class RuleSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The procedures of a rule sheet. A clause is "" where the sheet has no such rule."""

    authority: str
    """The referee decides what no other clause covers."""
    incidents: tuple[Incident, ...]
    """What can be reported, in the order in which it is offered."""
    grounds: tuple[Ground, ...] = ()
    """For what a player may be put out, besides the referee's own say."""
    official: Official = "referee"
    """What the sheet calls the person who decides."""
    arbiter: Literal["final", "disinterested"] = "final"
    """Whether a ruling wants an arbiter without an interest in the match."""
    appeal: str = ""
    """A committee stands above the referee."""
    adjudication: str = ""
    """A committee decides a game that cannot be finished."""
    agreed_result: str = ""
    """A result that was agreed without play is an offence."""
    withdrawal: str = ""
    """Who withdraws after the pairing forfeits the round."""
    score_report: str = ""
    """The players report their score."""
    classing: str = ""
    """A committee, not the player, says in which division the player plays."""
    ticks: str = ""
    """Who is short of time may tick instead of writing the moves down."""
    written_score: str = ""
    """The only written score takes precedence."""
    subjects: tuple[Subject, ...] = ()
    """What players may wish to play with, the clock aside, in the order in which it is shown."""
    equipment: str = ""
    """Other equipment may be used."""
    wrong_length: str = ""
    """How a match goes on that was played to a wrong length."""
    match_clock: str = ""
    """A clock is used where both players agree on it, or where the referee assigns one."""
    forgotten_press: str = ""
    """Time is given back for a press that was forgotten."""
    power_cut: str = "HALL-power-cut"
    """The clocks go on from the last saved reading; no sheet says so, so that the hall does."""
    board: str = ""
    """How the board is set up."""
    replay: str = ""
    """A void match of a draw sheet is played again."""

    def exactly(self, kind: ReportType) -> tuple[Incident, ...]:
        """Return what a report of ``kind`` may be about; () where the kind says it all."""
        return tuple(one for one in self.incidents if one.what.kind == kind and one.what.code)

    def offered(self, kind: ReportType) -> tuple[Incident, ...]:
        """Return what of :meth:`exactly` a table offers its players."""
        return tuple(one for one in self.exactly(kind) if one.what.at_table)

    def incident(self, kind: ReportType, code: str = "") -> Incident | None:
        """Return the line of the table for a report; a code that the sheet does not know is its
        kind."""
        mine = [one for one in self.incidents if one.what.kind == kind]
        exact = (one for one in mine if one.what.code == code)
        return next(exact, next((one for one in mine if not one.what.code), None))
