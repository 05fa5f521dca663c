"""Standard American checkers as Darkfish has collected the rules, and the elimination contest.

Holds each number of these sheets and their tables of incidents, with their clauses.
"""

from typing import Final

from shared.core.rulebooks import sheet as i
from shared.core.rulebooks.making import COUNT_PROFILES, UNSAID, absent, cited, no_prizes, under
from shared.core.rulebooks.sheet import Incident, RuleSheet

_SECOND_MS: Final = 1_000
_MINUTE_MS: Final = 60 * _SECOND_MS

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
        **UNSAID,
        **absent(
            "DARK-arbiter",
            "opt_out_points",
            "opt_out_late_points",
            "lateness",
            "schedule",
            "entry",
            "titles",
        ),
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
    prizes=no_prizes("DARK-arbiter"),
)


_GAMES: Final = 3

CONTEST_SHEET: Final = RuleSheet(
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
    CONTEST_SHEET,
    {
        **absent("SE-1", "honor", "swiss", "round_robin", "leaving", "open_play", "lives"),
        **UNSAID,
        **absent("SE-1", "opt_out_points", "opt_out_late_points", "draw_sheet", "entry", "titles"),
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
    prizes=no_prizes("SE-1"),
)
