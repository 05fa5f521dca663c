"""The keys of the pairing screen, and what a referee may rule to give way. Shows nothing."""

from __future__ import annotations

from hall_server.referee.pairing.pair_report import Step
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
START = Action(
    "start",
    "s",
    N_("Start"),
    N_("Give the start of the published round now, or take it back while no game has begun"),
)
UNSTART = Action(START.id, START.key, N_("Undo start"), START.help)
CHECK = Action(
    "check", "k", N_("Check"), N_("Show the pairs or the check report, where both do not fit")
)
HAND = Action(
    "hand",
    "h",
    N_("By hand"),
    N_("Pair by hand: swap players, take a pair apart, pair two, give a bye, another table"),
)
BACK = Action("back", "escape", N_("Back"), N_("One step back; what is drawn stays drawn"))
ACTIONS = (NEXT, REDRAW, ANYWAY, RELAX, UNDO, START, HAND, CHECK, BACK)


def offered(step: Step, *, drawn: bool, blocked: tuple[Action, ...]) -> tuple[Action, ...]:
    """The keys of a step; ``blocked`` are those while the round before is open."""
    if step == "blocked":
        return blocked
    if step == "preview":
        return (NEXT, REDRAW, HAND, BACK, CHECK) if drawn else (RELAX, REDRAW, BACK)
    return (NEXT, BACK)
