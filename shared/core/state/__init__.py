"""The state of the hall: frozen values that the fold derives from the set of events.

Nothing here depends on the order in which events arrived or on what a clock reads now.
"""

from shared.core.state.decided import Carried, Decision, InForce, Standing, granted, in_force
from shared.core.state.matches import Matches
from shared.core.state.played import (
    NO_RESULT,
    Match,
    MatchStanding,
    Preview,
    Result,
    ResultStatus,
    Round,
    Version,
)
from shared.core.state.taking_part import (
    FALLBACK,
    PLAYED_BY,
    Classified,
    Device,
    Division,
    DivisionVersion,
    FoundAt,
    OptOut,
    Player,
    Table,
    Tournament,
    holders,
    taken,
)
from shared.core.state.told import Alarm, Branch, Fork, Noted, Report, Unforced
from shared.core.state.whole import EMPTY, HallState

__all__ = [
    "EMPTY",
    "FALLBACK",
    "NO_RESULT",
    "PLAYED_BY",
    "Alarm",
    "Branch",
    "Carried",
    "Classified",
    "Decision",
    "Device",
    "Division",
    "DivisionVersion",
    "Fork",
    "FoundAt",
    "HallState",
    "InForce",
    "Match",
    "MatchStanding",
    "Matches",
    "Noted",
    "OptOut",
    "Player",
    "Preview",
    "Report",
    "Result",
    "ResultStatus",
    "Round",
    "Standing",
    "Table",
    "Tournament",
    "Unforced",
    "Version",
    "granted",
    "holders",
    "in_force",
    "taken",
]
