"""The single-elimination contest sheet.

Holds each number of that sheet and its table of incidents, with their clauses.
"""

from typing import Final

from shared.core.rulebooks import incidents as i
from shared.core.rulebooks.incidents import Incident
from shared.core.rulebooks.making import absent, cited, under
from shared.core.rulebooks.sheet import RuleSheet
from shared.core.rulebooks.standard import CONDUCT, TOUCHED

_SECOND_MS: Final = 1_000
_MINUTE_MS: Final = 60 * _SECOND_MS
_GAMES: Final = 3

SHEET: Final = RuleSheet(
    # The contest sheet is silent on what it does not name: there it is standard American checkers.
    authority="DARK-arbiter",
    arbiter="disinterested",
    board="SE-3",
    incidents=(
        Incident(i.PHONE, "SE-3"),
        Incident(i.MOVE_TIME, "SE-5"),
        Incident(i.TIMEKEEPER, "SE-7"),
        Incident(i.CAPTURE, "SE-4", "correct"),
        Incident(i.WRONG_MOVE, "SE-3", "correct"),
        *TOUCHED,
        *CONDUCT,
    ),
)
"""What the sheet says besides its numbers."""

CONTEST: Final = cited(
    "contest",
    "Single Elimination Contest",
    SHEET,
    {
        **absent("SE-1", "honor", "swiss", "round_robin", "leaving", "open_play", "lives"),
        **absent("SE-1", "draw_sheet", "entry", "titles"),
        **absent("SE-3", "cards"),
        **absent("SE-5", "move_time", "lowder", "usbgf_time", "imposed_clocks"),
        **absent("SE-6", "counts"),
        **absent("SE-7", "lateness", "schedule"),
    },
    game=("english", "SE-3"),
    base_rules=("Single elimination contest sheet", "SE-3"),
    sides=(("Black", "Red"), "SE-3"),
    colour_choice=("drawn", "SE-3"),
    pairing_system=("knockout", "SE-1"),
    rounds=(1, "SE-1"),
    games_per_match=(_GAMES, "SE-2"),
    even_games=(False, "SE-2"),
    scoring=("best_of", "SE-2"),
    match_stake=(1, "SE-1"),
    win_points=(1, "SE-1"),
    draw_points=(0, "SE-7"),
    loss_points=(0, "SE-1"),
    bye_points=((1,), "SE-1"),
    max_byes=(1, "SE-1"),
    forfeited_round_points=(1, "SE-1"),
    agreed_void_points=(0, "SE-1"),
    game_lost_by_both=("rest_decides", "HALL-lost-by-both"),
    opt_out_points=(None, "SE-1"),
    opt_out_late_points=(None, "SE-1"),
    late_entry_points=(0, "HALL-late-entry"),
    requested_byes=(0, "HALL-requested-byes"),
    requested_bye_points=(0, "HALL-requested-byes"),
    withdrawn_after_pairing=("forfeited_round", "HALL-withdrawn-after-pairing"),
    tied_places=("shared", "SE-1"),
    low_time_ms=(0, "SE-5"),
    smoking_break_ms=(0, "SE-7"),
    time_controls=(("unclocked",), "SE-5"),
    flag_costs=("game", "SE-5"),
    move_count_authority=("score_sheet", "SE-6"),
    opening_mode=("go_as_you_please", "SE-3"),
    same_opening=(False, "SE-3"),
    device_rule=("No help during play. The referee decides what a phone costs.", "SE-3"),
    contest={
        "games": (_GAMES, "SE-7"),
        "wins_needed": (2, "SE-2"),
        **under(
            "SE-7",
            match_ms=30 * _MINUTE_MS,
            extra_ms=3 * _MINUTE_MS,
        ),
    },
    turn=under("SE-5", turn_ms=30 * _SECOND_MS),
    count_profile=("none", "SE-6"),
    prizes=under(
        "SE-1",
        associate_under_age=None,
        form_from_cents=None,
        odd_cents="order_of_names",
        dropouts_excluded=True,
        sheet_copies=0,
    ),
)
