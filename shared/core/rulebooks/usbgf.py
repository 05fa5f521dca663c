"""The USBGF Tournament Rules 2017: Open, other skill divisions, and Doubles.

Holds each number of that sheet and its table of incidents, with their clauses.
"""

from typing import Final

from shared.core.match.controls import UNCLOCKED
from shared.core.match.preferences import Subject
from shared.core.rulebooks import sheet as i
from shared.core.rulebooks.base import Cited, Rulebook
from shared.core.rulebooks.making import UNSAID, CitedGroup, absent, cited, no_prizes, under
from shared.core.rulebooks.sheet import Ground, Incident, RuleSheet
from shared.core.text.language import N_

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 60 * _MINUTE_MS

SHEET: Final = RuleSheet(
    authority="USBGF-1",
    official="director",
    appeal="USBGF-5",
    score_report="USBGF-4.6",
    classing="USBGF-1.4",
    written_score="USBGF-4.7",
    subjects=(
        Subject("two_dice", "preference", "USBGF-3.6"),
        Subject("lipped_cups", "preference", "USBGF-3.6"),
        Subject("endless_clock", "preference", "USBGF-4.1.8"),
        Subject("baffle_box", "option", "USBGF-3.4"),
        Subject("approved_device", "option", "USBGF-3.4"),
    ),
    equipment="USBGF-3.7",
    wrong_length="USBGF-4.8",
    forgotten_press="USBGF-4.1.8",
    replay="USBGF-4.6",
    grounds=(
        Ground("USBGF-4.2.3", N_("Illegal plays again and again: disqualified")),
        Ground("USBGF-1.4", N_("The director bars the player from this event")),
    ),
    incidents=(
        Incident(i.PHONE, "USBGF-1.7"),
        Incident(i.CLOCK_DEFECT, "USBGF-4.3"),
        Incident(i.AWAY, "USBGF-2.2d"),
        Incident(i.BACK, "USBGF-2.2d"),
        Incident(i.PLAY, "USBGF-4.2.3", "correct"),
        Incident(i.EARLY_ROLL, "USBGF-4.1", "correct"),
        Incident(i.SET_UP, "USBGF-4.2.4", "set_up"),
        Incident(i.CUBE, "USBGF-4.4.3", "carry_out"),
        Incident(i.HANDLING, "USBGF-4.2"),
        Incident(i.DICE, "USBGF-4.1"),
        Incident(i.SPECTATOR, "USBGF-1.6", "points_out"),
        Incident(i.UNWANTED, "USBGF-1.6", "bar"),
        Incident(i.COACHED, "USBGF-1.7"),
        Incident(i.ANNOYING, "USBGF-1.2"),
    ),
)
"""What the divisions' sheet says besides their numbers."""

_ALL: Final[dict[str, Cited | CitedGroup]] = {
    **absent("USBGF-1", "honor", "swiss", "round_robin", "leaving", "open_play", "lives"),
    **UNSAID,
    **absent("USBGF-1", "opt_out_points", "opt_out_late_points"),
    **absent("USBGF-1", "cards", "contest", "counts", "schedule", "titles"),
    **absent("USBGF-2.2b", "lateness"),
    **absent("USBGF-3.5", "move_time", "lowder", "turn", "imposed_clocks"),
    **absent("USBGF-1.4", "entry"),
    "game": ("backgammon", "USBGF-1"),
    "base_rules": ("USBGF Tournament Rules 2017, draft for comment", "USBGF-1"),
    "sides": (("White", "Black"), "USBGF-3.6"),
    "colour_choice": ("winner_chooses", "USBGF-3.6"),
    "pairing_system": ("draw_sheet", "USBGF-4.6"),
    "rounds": (1, "USBGF-4.6"),
    "games_per_match": (1, "USBGF-4.5"),
    "even_games": (False, "USBGF-4.5"),
    "scoring": ("points", "USBGF-4.5"),
    "match_stake": (1, "USBGF-4.6"),
    "win_points": (1, "USBGF-4.6"),
    "draw_points": (0, "USBGF-4.5"),
    "loss_points": (0, "USBGF-4.6"),
    "bye_points": ((1,), "USBGF-4.6"),
    "max_byes": (1, "USBGF-4.6"),
    "forfeited_round_points": (1, "USBGF-2.2b"),
    "agreed_void_points": (0, "USBGF-4.5"),
    "game_lost_by_both": ("lost_by_each", "HALL-lost-by-both"),
    "tied_places": ("shared", "USBGF-1"),
    "low_time_ms": (0, "USBGF-4.3"),
    "smoking_break_ms": (0, "USBGF-2.2a"),
    "flag_costs": ("match", "USBGF-4.3"),
    "move_count_authority": ("score_sheet", "USBGF-4.7"),
    "opening_mode": ("go_as_you_please", "USBGF-4.1"),
    "same_opening": (False, "USBGF-4.1"),
    "count_profile": ("none", "USBGF-4.5"),
    "device_rule": (
        "Devices only to record, to clock, to keep score or to hear music, pictures only while "
        "one's own clock runs. "
        "The director decides what any other use costs.",
        "USBGF-1.7",
    ),
    "draw_sheet": {
        "next_start_ms": (10 * _MINUTE_MS, "USBGF-2.2c"),
        "sign_out_ms": (10 * _MINUTE_MS, "USBGF-2.2d"),
    },
    "prizes": no_prizes("USBGF-1"),
}

_TIME: Final[CitedGroup] = {
    **under(
        "USBGF-2.2b",
        first_penalty_ms=10 * _MINUTE_MS,
        further_penalty_ms=5 * _MINUTE_MS,
        forfeit_divisor=2,
        points_to_opponent=True,
    ),
    **under(
        "USBGF-2.2a",
        break_ms=6 * _MINUTE_MS,
        break_period_ms=_HOUR_MS,
        urgent_only_ms=_HOUR_MS,
    ),
}


def _sheet(name: str, title: str, minutes_a_point: int, delay_s: int, use: str) -> Rulebook:
    """Return a division's rulebook: the divisions differ in their clocks alone."""
    clock = f"{minutes_a_point}/{delay_s}"
    controls = (clock,) if use == "obligation" else (clock, UNCLOCKED)
    return cited(
        name,
        title,
        SHEET,
        _ALL,
        time_controls=(controls, "USBGF-3.5"),
        usbgf_time={**_TIME, "clock_use": (use, "USBGF-3.5")},
    )


OPEN: Final = _sheet("usbgf-open", "USBGF Open", 2, 12, "preference")
LIMITED: Final = _sheet("usbgf-limited", "USBGF Limited", 2, 15, "option")
DOUBLES: Final = _sheet("usbgf-doubles", "USBGF Doubles", 3, 15, "obligation")
