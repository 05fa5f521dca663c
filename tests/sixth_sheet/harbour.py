"""The Harbour Club's own sheet: two games of English draughts under a clock, in a Swiss.

All that the hall needs of a further sheet stands here; nothing else in the programs knows it.
"""

from typing import Final

from shared.core.rulebooks import sheet as i
from shared.core.rulebooks.making import absent, cited, under
from shared.core.rulebooks.sheet import Incident, RuleSheet, What

_MINUTE_MS: Final = 60_000

GULLS: Final = What("disturbance", "gulls", "Feeds the gulls")
"""What no other sheet knows."""

SHEET: Final = RuleSheet(
    authority="HARBOUR-9",
    incidents=(
        Incident(i.PHONE, "HARBOUR-7", "game"),
        Incident(i.CAPTURE, "HARBOUR-4", "correct"),
        Incident(GULLS, "HARBOUR-8", "caution"),
        Incident(i.ANNOYING, "HARBOUR-8"),
    ),
)

HARBOUR: Final = cited(
    "harbour",
    "Harbour Club",
    SHEET,
    {
        **absent("HARBOUR-1", "round_robin", "leaving", "open_play", "lives", "draw_sheet"),
        **absent("HARBOUR-1", "honor", "contest", "entry", "titles", "cards"),
        **absent("HARBOUR-3", "move_time", "lowder", "turn", "imposed_clocks", "usbgf_time"),
        **absent("HARBOUR-2", "schedule"),
    },
    game=("english", "HARBOUR-1"),
    base_rules=("Rules of the Harbour Club, 1921", "HARBOUR-1"),
    sides=(("Blue", "White"), "HARBOUR-1"),
    colour_choice=("drawn", "HARBOUR-1"),
    pairing_system=("swiss", "HARBOUR-2"),
    rounds=(5, "HARBOUR-2"),
    games_per_match=(2, "HARBOUR-2"),
    even_games=(False, "HARBOUR-2"),
    scoring=("per_game", "HARBOUR-2"),
    match_stake=(4, "HARBOUR-2"),
    win_points=(2, "HARBOUR-2"),
    draw_points=(1, "HARBOUR-2"),
    loss_points=(0, "HARBOUR-2"),
    bye_points=((2,), "HARBOUR-2"),
    max_byes=(1, "HARBOUR-2"),
    forfeited_round_points=(4, "HARBOUR-2"),
    agreed_void_points=(0, "HARBOUR-2"),
    game_lost_by_both=("lost_by_each", "HARBOUR-6"),
    opt_out_points=(None, "HARBOUR-2"),
    opt_out_late_points=(None, "HARBOUR-2"),
    late_entry_points=(0, "HARBOUR-2"),
    requested_byes=(0, "HARBOUR-2"),
    requested_bye_points=(0, "HARBOUR-2"),
    withdrawn_after_pairing=("forfeited_round", "HARBOUR-2"),
    tied_places=("shared", "HARBOUR-2"),
    low_time_ms=(0, "HARBOUR-3"),
    smoking_break_ms=(0, "HARBOUR-3"),
    time_controls=(("20:00",), "HARBOUR-3"),
    flag_costs=("game", "HARBOUR-3"),
    move_count_authority=("score_sheet", "HARBOUR-3"),
    opening_mode=("go_as_you_please", "HARBOUR-4"),
    same_opening=(False, "HARBOUR-4"),
    device_rule=("A phone that rings costs its owner the game.", "HARBOUR-7"),
    swiss={
        **under("HARBOUR-2", first_round="draw", group_order="draw"),
        **under(
            "HARBOUR-2", re_pairing_rounds=1, re_pairing_pairs=1, repeat_before_breaking="never"
        ),
        **under("HARBOUR-2", last_round_keeps_groups=False, forfeited_pairing_counts=True),
        **under("HARBOUR-2", witness_assistants=0, witness_players=0),
    },
    lateness={
        **under("HARBOUR-6", first_forfeit_ms=10 * _MINUTE_MS, second_forfeit_ms=20 * _MINUTE_MS),
        **under("HARBOUR-6", grace_ms=5 * _MINUTE_MS),
        **under("HARBOUR-6", grace_min_ms=5 * _MINUTE_MS, grace_max_ms=5 * _MINUTE_MS),
    },
    count_profile=("pask", "HARBOUR-5"),
    counts=under("HARBOUR-5", quiet_moves=50, repetitions=4),
    prizes=under(
        "HARBOUR-2",
        associate_under_age=None,
        form_from_cents=None,
        odd_cents="order_of_names",
        dropouts_excluded=True,
        sheet_copies=0,
    ),
)
