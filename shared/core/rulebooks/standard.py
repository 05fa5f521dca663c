"""Standard American checkers as Darkfish has collected the rules.

Holds each number of that sheet and its table of incidents, with their clauses.
"""

from typing import Final

from shared.core.rulebooks import incidents as i
from shared.core.rulebooks.incidents import Incident
from shared.core.rulebooks.making import absent, cited, under
from shared.core.rulebooks.profiles import COUNT_PROFILES
from shared.core.rulebooks.sheet import RuleSheet

_MINUTE_MS: Final = 60_000

TOUCHED: Final = (
    Incident(i.ADJUSTED, "DARK-touch", "caution"),
    Incident(i.PLAYABLE, "DARK-touch", "move"),
    Incident(i.UNPLAYABLE, "DARK-touch", "caution"),
    Incident(i.CORNER, "DARK-touch", "go_on"),
)
CONDUCT: Final = (
    Incident(i.SPECTATOR, "DARK-conduct", "remove"),
    Incident(i.COACHED, "DARK-conduct"),
    Incident(i.ANNOYING, "DARK-conduct", "caution"),
    Incident(i.AWAY, "DARK-conduct", "leave"),
    Incident(i.BACK, "DARK-conduct"),
)

SHEET: Final = RuleSheet(
    authority="DARK-arbiter",
    arbiter="disinterested",
    board="DARK-set",
    incidents=(
        Incident(i.PHONE, "DARK-conduct"),
        Incident(i.TIMEKEEPER, "DARK-time"),
        Incident(i.DRAW_RULING, "DARK-40"),
        Incident(i.CAPTURE, "DARK-jump", "correct"),
        Incident(i.WRONG_MOVE, "DARK-arbiter", "correct"),
        *TOUCHED,
        Incident(i.FIVE_MINUTES, "DARK-time", "game"),
        *CONDUCT,
    ),
)
"""What the sheet says besides its numbers."""

STANDARD: Final = cited(
    "standard",
    "Standard American Checkers",
    SHEET,
    {
        **absent("DARK-KO", "honor", "swiss", "round_robin", "leaving", "open_play", "draw_sheet"),
        **absent("DARK-KO", "contest"),
        **absent("DARK-first", "cards"),
        **absent("DARK-time", "lowder", "turn", "imposed_clocks", "usbgf_time"),
        **absent("DARK-arbiter", "lateness", "schedule", "entry", "titles"),
    },
    game=("english", "DARK-set"),
    base_rules=("Standard American Checkers, compiled by Darkfish", "DARK-set"),
    sides=(("Black", "White"), "DARK-first"),
    colour_choice=("drawn", "DARK-first"),
    pairing_system=("knockout", "DARK-KO"),
    rounds=(1, "DARK-KO"),
    games_per_match=(2, "DARK-KO"),
    even_games=(False, "DARK-KO"),
    scoring=("per_game", "DARK-KO"),
    match_stake=(4, "DARK-KO"),
    win_points=(2, "DARK-KO"),
    draw_points=(1, "DARK-KO"),
    loss_points=(0, "DARK-KO"),
    bye_points=((4,), "DARK-KO"),
    max_byes=(1, "DARK-KO"),
    forfeited_round_points=(4, "DARK-end"),
    agreed_void_points=(0, "DARK-arbiter"),
    game_lost_by_both=("lost_by_each", "HALL-lost-by-both"),
    opt_out_points=(None, "DARK-arbiter"),
    opt_out_late_points=(None, "DARK-arbiter"),
    late_entry_points=(0, "HALL-late-entry"),
    requested_byes=(0, "HALL-requested-byes"),
    requested_bye_points=(0, "HALL-requested-byes"),
    withdrawn_after_pairing=("forfeited_round", "HALL-withdrawn-after-pairing"),
    tied_places=("shared", "DARK-arbiter"),
    low_time_ms=(0, "DARK-time"),
    smoking_break_ms=(0, "DARK-conduct"),
    time_controls=(("unclocked",), "DARK-time"),
    flag_costs=("game", "DARK-time"),
    move_count_authority=("score_sheet", "DARK-arbiter"),
    opening_mode=("go_as_you_please", "DARK-first"),
    same_opening=(False, "DARK-first"),
    device_rule=(
        "No player may distract the opponent. The arbiter decides what a phone costs.",
        "DARK-conduct",
    ),
    lives=under("DARK-KO", half_lives=4, loss_costs=2, tie_costs=1),
    move_time=under(
        "DARK-time",
        move_ms=5 * _MINUTE_MS,
        single_jump_ms=_MINUTE_MS,
        after_told_ms=_MINUTE_MS,
    ),
    count_profile=("pask", "DARK-50"),
    counts={**COUNT_PROFILES["pask"], "advantage_moves": (40, "DARK-40")},
    prizes=under(
        "DARK-arbiter",
        associate_under_age=None,
        form_from_cents=None,
        odd_cents="order_of_names",
        dropouts_excluded=True,
        sheet_copies=0,
    ),
)
