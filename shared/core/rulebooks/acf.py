"""The ACF National Tournament Rules 2016: Masters, Majors and Minors.

Holds each number of that sheet and its table of incidents, with their clauses.
"""

from typing import Final

from shared.core.rulebooks import sheet as i
from shared.core.rulebooks.base import Cited
from shared.core.rulebooks.making import (
    COUNT_PROFILES,
    UNSAID,
    CitedGroup,
    absent,
    cited,
    under,
)
from shared.core.rulebooks.sheet import Ground, Incident, RuleSheet
from shared.core.text.language import N_

_SECOND_MS: Final = 1_000
_MINUTE_MS: Final = 60 * _SECOND_MS
_HOUR_MS: Final = 60 * _MINUTE_MS
_MORNING, _NOON, _AFTERNOON = "08:30", "12:30", "16:30"

SHEET: Final = RuleSheet(
    authority="ACF-1.VII",
    adjudication="ACF-1.X.B.d",
    agreed_result="ACF-2.I.B",
    withdrawal="ACF-2.IV.D",
    board="ACF-3.I",
    ticks="ACF-1.X.A.h",
    score_report="ACF-3.II.I",
    match_clock="ACF-1.X.B.b",
    classing="ACF-1.IV.B",
    grounds=(
        Ground(
            "ACF-3.II.B",
            N_("Profanity, after a warning: out for the round and until it ceases"),
            warned=True,
        ),
        Ground(
            "ACF-3.II.C", N_("Intoxication, without a warning: out for the round and until sober")
        ),
    ),
    incidents=(
        Incident(i.PHONE, "ACF-3.II.J", "game"),
        Incident(i.CLOCK_DEFECT, "ACF-1.X.A.e"),
        Incident(i.TIMEKEEPER, "ACF-1.X.B.a"),
        Incident(i.DRAW_RULING, "ACF-3.IV"),
        Incident(i.AWAY, "ACF-1.IX"),
        Incident(i.BACK, "ACF-1.IX"),
        Incident(i.CAPTURE, "ACF-3.I", "correct"),
        Incident(i.WRONG_MOVE, "ACF-3.I", "correct"),
        Incident(i.KING_ROW, "ACF-3.III.A", "correct"),
        Incident(i.PRESSED_FIRST, "ACF-3.III.A", "correct"),
        Incident(i.ADJUSTED, "DARK-touch", "caution"),
        Incident(i.PLAYABLE, "ACF-3.II.G", "move"),
        Incident(i.UNPLAYABLE, "ACF-3.III.A", "correct"),
        Incident(i.CORNER, "ACF-3.II.G", "go_on"),
        Incident(i.FIVE_MINUTES, "DARK-time", "game"),
        Incident(i.LOWDER, "ACF-1.X.B.c", "game"),
        Incident(i.SPECTATOR, "ACF-3.II.H", "remove"),
        Incident(i.COACHED, "ACF-3.II.H"),
        Incident(i.ANNOYING, "ACF-3.II.D"),
        Incident(i.LANGUAGE, "ACF-3.II.B", "out"),
        Incident(i.INTOXICATION, "ACF-3.II.C", "out_at_once"),
        Incident(i.EQUIPMENT, "ACF-3.II.D"),
        Incident(i.DRESS, "ACF-3.II.D"),
    ),
)
"""What the three divisions' sheet says besides their numbers."""

_HONOR: Final[CitedGroup] = {
    **under("ACF-2.IV.A", drop_lowest=1, each_meeting_counts=True),
    **under("ACF-2.IV.B", bye_honor=0, bye_is_dropped_item=False),
    **under("ACF-2.IV.C", dropout_rate_counts_byes=True, dropout_rate_counts_absence=False),
}
_ENTRY: Final[CitedGroup] = {
    **under("ACF-1.III.E", fee_cents=2000, life_discount_cents=1000),
    **under("ACF-1.IV.C", merge_below_players=None),
}
_PRIZES: Final[CitedGroup] = {
    "associate_under_age": (21, "ACF-1.III.B"),
    "form_from_cents": (600_00, "ACF-3.VI"),
    "odd_cents": ("higher_honor_points", "ACF-1.XIII.A"),
    "dropouts_excluded": (True, "ACF-2.IV.C"),
}

_ALL_DIVISIONS: Final[dict[str, Cited | CitedGroup]] = {
    "game": ("english", "ACF-3.I"),
    "base_rules": ("WCDF Rules of Draughts (Checkers), 2012 edition", "ACF-3.I"),
    "sides": (("Red", "White"), "ACF-1.X.A.d"),
    "colour_choice": ("drawn", "ACF-1.VIII.A"),
    "pairing_system": ("swiss", "ACF-1.III.A"),
    "games_per_match": (2, "ACF-2.I.A"),
    "even_games": (False, "ACF-2.I.A"),
    "max_byes": (1, "ACF-2.V.B"),
    "agreed_void_points": (0, "ACF-2.I.B"),
    "game_lost_by_both": ("lost_by_each", "HALL-lost-by-both"),
    **UNSAID,
    "tied_places": ("honor_points", "ACF-1.XIII.A"),
    "low_time_ms": (5 * _MINUTE_MS, "ACF-1.X.A.d"),
    "smoking_break_ms": (5 * _MINUTE_MS, "ACF-3.II.A"),
    "flag_costs": ("game_and_next", "ACF-1.X.A.b"),
    "move_count_authority": ("score_sheet", "ACF-1.X.A.g"),
    "opening_mode": ("three_move", "ACF-1.III.D"),
    "same_opening": (True, "ACF-1.VIII.A"),
    "cards": under("ACF-1.VIII.A", cards=13, openings_per_card=12),
    "device_rule": (
        "No phone or other device during play. A phone that rings costs its owner the game.",
        "ACF-3.II.J",
    ),
    "swiss": {
        "first_round": ("draw", "ACF-2.V.A"),
        "group_order": ("draw", "ACF-2.V.C"),
        "re_pairing_rounds": (2, "ACF-2.V.D"),
        "re_pairing_pairs": (2, "ACF-2.V.D"),
        "repeat_before_breaking": ("top_group", "ACF-2.V.D"),
        "last_round_keeps_groups": (True, "ACF-2.V.E"),
        "forfeited_pairing_counts": (True, "ACF-2.V.D"),
        "witness_assistants": (1, "ACF-3.VIII"),
        "witness_players": (2, "ACF-3.VIII"),
    },
    "lateness": {
        **under("ACF-1.VI.A", first_forfeit_ms=30 * _MINUTE_MS, second_forfeit_ms=60 * _MINUTE_MS),
        **under(
            "ACF-1.VI.B",
            grace_ms=15 * _MINUTE_MS,
            grace_min_ms=5 * _MINUTE_MS,
            grace_max_ms=15 * _MINUTE_MS,
        ),
    },
    "count_profile": ("wcdf", "ACF-3.I"),
    "counts": COUNT_PROFILES["wcdf"],
    **absent("ACF-2.IV.C", "leaving"),
    **absent("ACF-1.III.A", "open_play", "lives", "draw_sheet"),
    **absent("ACF-2.I.A", "contest"),
    **absent("ACF-3.I", "turn", "usbgf_time"),
    **absent("ACF-1.X.B.a", "imposed_clocks"),
}

_MAJORS_AND_MINORS: Final[dict[str, Cited | CitedGroup]] = {
    **_ALL_DIVISIONS,
    "rounds": (10, "ACF-1.V.C"),
    "scoring": ("per_game", "ACF-2.III"),
    "match_stake": (4, "ACF-2.III"),
    "win_points": (2, "ACF-2.III"),
    "draw_points": (1, "ACF-2.III"),
    "loss_points": (0, "ACF-2.III"),
    "bye_points": ((3,), "ACF-2.III"),
    "forfeited_round_points": (4, "ACF-2.III"),
    "opt_out_points": (2, "ACF-2.V.F"),
    "opt_out_late_points": (0, "ACF-2.V.F"),
    "time_controls": (("90:00", "80:00+10", "unclocked"), "ACF-1.X.B.a"),
    "honor": {**_HONOR, "dropout_cap": (30, "ACF-2.IV.C")},
    "round_robin": {
        "max_players": (12, "ACF-2.VI.A"),
        **under("ACF-2.VI.B", keep_after_rounds=4, ask_until_rounds=5, void_is_rated=True),
    },
    "move_time": under(
        "ACF-1.X.B.a",
        move_ms=5 * _MINUTE_MS,
        single_jump_ms=_MINUTE_MS,
        after_told_ms=_MINUTE_MS,
    ),
    "lowder": under(
        "ACF-1.X.B.c",
        notice_before_end_ms=30 * _MINUTE_MS,
        move_ms=_MINUTE_MS,
        warning_ms=10 * _SECOND_MS,
    ),
    "schedule": {
        **under(
            "ACF-1.V.C",
            days=(
                (_NOON, _AFTERNOON),
                (_MORNING, _NOON, _AFTERNOON),
                (_MORNING, _NOON, _AFTERNOON),
                (_MORNING, _NOON),
            ),
            round_length_ms=3 * _HOUR_MS,
        ),
        "no_new_game_before_end_ms": (30 * _MINUTE_MS, "ACF-1.X.B.e"),
        **under("ACF-1.V.A", pairing_rank=2, registration_day=1, registration_time="12:00"),
    },
    "prizes": {**_PRIZES, "sheet_copies": (0, "ACF-1.XII")},
}

MASTERS: Final = cited(
    "acf-masters",
    "ACF Masters",
    SHEET,
    _ALL_DIVISIONS,
    rounds=(12, "ACF-1.V.B"),
    scoring=("ballot", "ACF-2.II.A"),
    game_lost_by_both=("rest_decides", "HALL-lost-by-both"),
    match_stake=(4, "ACF-2.II.A"),
    win_points=(4, "ACF-2.II.A"),
    draw_points=(2, "ACF-2.II.A"),
    loss_points=(0, "ACF-2.II.A"),
    bye_points=((4,), "ACF-2.II.C"),
    forfeited_round_points=(4, "ACF-2.II.C"),
    opt_out_points=(None, "ACF-2.V.F"),
    opt_out_late_points=(None, "ACF-2.V.F"),
    time_controls=(("90:00", "80:00+10"), "ACF-1.X.A.a"),
    honor={**_HONOR, "dropout_cap": (36, "ACF-2.IV.C")},
    round_robin={
        "max_players": (12, "ACF-2.VI.A"),
        **under("ACF-2.VI.B", keep_after_rounds=5, ask_until_rounds=5, void_is_rated=True),
    },
    move_time=(None, "ACF-1.X.A.a"),
    lowder=(None, "ACF-1.X.A.i"),
    schedule={
        **under(
            "ACF-1.V.B",
            days=((_MORNING, _NOON, _AFTERNOON),) * 4,
            round_length_ms=3 * _HOUR_MS,
        ),
        "no_new_game_before_end_ms": (None, "ACF-1.X.B.e"),
        # "The evening prior" ends with the day.
        **under("ACF-1.V.A", pairing_rank=1, registration_day=0, registration_time="23:59"),
    },
    entry={
        **_ENTRY,
        **under("ACF-1.IV.C", rating_min=2000, rating_max=None),
        **under("ACF-1.IV.A", winner_plays_up_to="", winner_plays_up_for=0),
    },
    titles={
        "first_place_tie": ("playoff_or_co_champions", "ACF-1.XIII.B"),
        **under("ACF-1.XIII.D", junior_max_age=21, junior_rank=1),
    },
    prizes={**_PRIZES, "sheet_copies": (2, "ACF-1.XII")},
)

MAJORS: Final = cited(
    "acf-majors",
    "ACF Majors",
    SHEET,
    _MAJORS_AND_MINORS,
    entry={
        **_ENTRY,
        **under("ACF-1.IV.C", rating_min=1700, rating_max=1999),
        **under("ACF-1.IV.A", winner_plays_up_to="acf-masters", winner_plays_up_for=3),
    },
    titles={
        "first_place_tie": ("co_winners", "ACF-1.XIII.B"),
        **under("ACF-1.XIII.D", junior_max_age=21, junior_rank=2),
    },
)

MINORS: Final = cited(
    "acf-minors",
    "ACF Minors",
    SHEET,
    _MAJORS_AND_MINORS,
    entry={
        **_ENTRY,
        **under("ACF-1.IV.C", rating_min=None, rating_max=1699),
        **under("ACF-1.IV.A", winner_plays_up_to="acf-majors", winner_plays_up_for=3),
    },
    titles={
        "first_place_tie": ("co_winners", "ACF-1.XIII.B"),
        **under("ACF-1.XIII.D", junior_max_age=21, junior_rank=3),
    },
)
