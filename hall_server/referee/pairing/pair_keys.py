"""The keys of the pairing screen, and what a referee may rule to give way. Shows nothing."""

from __future__ import annotations

from hall_server.referee.moment import Moment
from hall_server.referee.pairing import by_hand
from hall_server.referee.pairing.pair_report import InHand
from hall_server.referee.pairing.start_signal import START, start_keys
from hall_server.referee.pairing.taking_back import may_take_back
from shared.core.language import N_
from shared.pairing import Relaxation
from shared.tui.actions import Action

RELAXATIONS: dict[Relaxation, tuple[str, str]] = {
    "re_pairing": (
        N_("A re-pairing: players who have met may meet again ({clause})"),
        "swiss.re_pairing_pairs",
    ),
    "second_bye": (N_("A second bye for a player ({clause})"), "max_byes"),
}
"""What may give way, in words, and the field of the rulebook that says otherwise."""

NEXT = Action(
    "next", "enter", N_("Next"), N_("Go on to the next step: seed, preview, start, publish")
)
REDRAW = Action(
    "redraw", "r", N_("Draw again"), N_("Draw again with a reason that stays in the log")
)
ANYWAY = Action(
    "anyway", "v", N_("Pair anyway"), N_("Pair although results are open, with a reason")
)
RELAX = Action(
    "relax", "x", N_("Allow"), N_("Rule that a rule gives way in this round, with a reason")
)
UNDO = Action(
    "undo", "w", N_("Take back"), N_("Take the published round back while no game has begun")
)
CHECK = Action(
    "check", "k", N_("Check"), N_("Show the pairs or the check report, where both do not fit")
)
HAND = Action(
    "hand",
    "h",
    N_("By hand"),
    N_("Pair by hand: swap players, take a pair apart, pair two, give a bye, another table"),
)
CHANGE = Action(
    "change",
    "f2",
    N_("Change round"),
    N_("Change the last published round by hand, as long as the next one is not published"),
)
BACK = Action("back", "escape", N_("Back"), N_("One step back; what is drawn stays drawn"))
ACTIONS = (NEXT, REDRAW, ANYWAY, RELAX, UNDO, START, HAND, CHANGE, CHECK, BACK)


def offered(moment: Moment, hand: InHand) -> tuple[Action, ...]:
    """The keys of a step."""
    to_change = by_hand.to_change(moment, hand.division) is not None
    if hand.step == "blocked":
        start = start_keys(moment, moment.state.divisions[hand.division])
        anyway = () if hand.trouble else (ANYWAY,)
        undo = () if may_take_back(moment, hand.division) else (UNDO,)
        return (*start, *((HAND,) if to_change else ()), *anyway, *undo, BACK)
    change = (CHANGE,) if to_change else ()
    if hand.step == "preview":
        drawn = (NEXT, REDRAW, HAND, BACK, CHECK) if hand.proposal else (RELAX, REDRAW, BACK)
        return (*drawn, *change)
    return (NEXT, *(() if hand.step == "start" else change), BACK)
