"""The keys of the pairing screen, and at which step each is offered. Shows nothing."""

from hall_server.referee.asked.pairing.postponing import POSTPONE
from hall_server.referee.asked.pairing.start_signal import START, start_keys
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing import by_hand
from hall_server.referee.derived.pairing.draft_round import may_postpone, may_take_back
from hall_server.referee.derived.pairing.ruling import is_swiss
from hall_server.referee.said.pair_report import InHand
from shared.core.text.language import N_
from shared.pairing.by_hand.checked import BY_HAND
from shared.tui.actions import Action

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
    "relax", "x", N_("Allow"), N_("Set a rule on repeats or byes otherwise for this round")
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
PAPER = Action(
    "paper",
    "f4",
    N_("From paper"),
    N_("Enter the round as it was paired on paper"),
)
BEGINS = Action(
    "begins",
    "f3",
    N_("Draw or halves"),
    N_("Round 1 by draw, or top half against bottom half by rating; after a preview a redraw"),
)
BACK = Action("back", "escape", N_("Back"), N_("One step back; what is drawn stays drawn"))
ACTIONS = (
    NEXT,
    REDRAW,
    ANYWAY,
    RELAX,
    UNDO,
    POSTPONE,
    START,
    HAND,
    CHANGE,
    BEGINS,
    PAPER,
    CHECK,
    BACK,
)


def offered(moment: Moment, hand: InHand) -> tuple[Action, ...]:
    """Return the keys of a step."""
    to_change = by_hand.to_change(moment, hand.division) is not None
    if hand.step == "blocked":
        start = start_keys(moment, moment.state.divisions[hand.division])
        anyway = () if hand.trouble else (ANYWAY,)
        undo = () if may_take_back(moment, hand.division) else (UNDO,)
        later = (POSTPONE,) if may_postpone(moment, hand.division) else ()
        return (*start, *((HAND,) if to_change else ()), *anyway, *undo, BACK, *later)
    change = (CHANGE,) if to_change else ()
    division = moment.state.divisions[hand.division]
    by_hand_here = division.book.pairing_system in BY_HAND
    begins = (BEGINS,) if hand.round_no == 1 and is_swiss(division) else ()
    paper = (PAPER,) if by_hand_here else ()
    if hand.step == "preview":
        relax = (RELAX,) if is_swiss(division) and not hand.paper else ()
        if hand.proposal is None:
            return (*((HAND,) if by_hand_here else ()), *relax, REDRAW, BACK)
        relax = relax if hand.round_no > 1 else ()
        return (NEXT, REDRAW, HAND, *relax, BACK, CHECK, *begins, *paper, *change)
    if hand.step == "seed":
        return (NEXT, BACK, *begins, *paper, *change)
    if hand.step == "witnesses":
        return (NEXT, BACK, *begins, *change)
    return (NEXT, BACK)
