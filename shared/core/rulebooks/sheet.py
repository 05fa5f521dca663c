"""What a rule sheet says besides its numbers: who decides what by which clause, and incidents."""

from typing import Literal

import msgspec

from shared.core.match.outcome import ReportType
from shared.core.match.preferences import Subject
from shared.core.rulebooks.incidents import Incident
from shared.core.text.official import Official


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
