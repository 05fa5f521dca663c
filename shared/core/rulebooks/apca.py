"""The APCA Tournament Rules of Play: American pool checkers.

Holds each number of that sheet and its table of incidents, with their clauses.
"""

from typing import Final

from shared.core.rulebooks import sheet as i
from shared.core.rulebooks.making import COUNT_PROFILES, UNSAID, absent, cited, under
from shared.core.rulebooks.sheet import Incident, RuleSheet

_MINUTE_MS: Final = 60_000

SHEET: Final = RuleSheet(
    authority="APCA-35",
    official="director",
    appeal="APCA-35",
    board="APCA-1",
    incidents=(
        Incident(i.PHONE, "APCA-29"),
        Incident(i.CALL, "APCA-8"),
        Incident(i.CLOCK_DEFECT, "APCA-9"),
        Incident(i.TIMEKEEPER, "APCA-9"),
        Incident(i.AWAY, "APCA-29", "leave"),
        Incident(i.BACK, "APCA-29"),
        Incident(i.CAPTURE, "APCA-10", "correct"),
        Incident(i.WRONG_MOVE, "APCA-10", "correct"),
        Incident(i.ADJUSTED, "APCA-11", "caution"),
        Incident(i.PLAYABLE, "APCA-12", "move"),
        Incident(i.UNPLAYABLE, "APCA-12", "caution"),
        Incident(i.CORNER, "APCA-13", "go_on"),
        Incident(i.SPECTATOR, "APCA-33", "remove"),
        Incident(i.COACHED, "APCA-33"),
        Incident(i.ANNOYING, "APCA-35"),
    ),
)
"""What the sheet says besides its numbers."""

APCA: Final = cited(
    "apca",
    "APCA Pool Checkers",
    SHEET,
    {
        **absent("HALL-apca-ties", "honor"),
        **absent("APCA-31", "swiss", "round_robin", "lives", "draw_sheet"),
        **absent("APCA-7", "cards"),
        **absent("APCA-32", "contest"),
        **absent("APCA-8", "move_time", "lowder", "turn"),
        **absent("APCA-9", "usbgf_time", "schedule"),
        **UNSAID,
        **absent("APCA-30", "opt_out_points", "opt_out_late_points"),
        **absent("APCA-35", "lateness", "entry", "titles"),
    },
    game=("pool", "APCA-14"),
    base_rules=("APCA Tournament Rules of Play", "APCA-14"),
    sides=(("Black", "White"), "APCA-7"),
    colour_choice=("winner_chooses", "APCA-6"),
    pairing_system=("open_play", "APCA-31"),
    rounds=(1, "APCA-31"),
    games_per_match=(2, "APCA-9"),
    even_games=(True, "APCA-32"),
    scoring=("per_game", "APCA-32"),
    match_stake=(8, "APCA-32"),
    win_points=(4, "APCA-32"),
    draw_points=(2, "APCA-32"),
    loss_points=(0, "APCA-32"),
    # Points are earned over the board; the director may award others, and an event set others.
    bye_points=((0,), "APCA-30"),
    max_byes=(1, "APCA-30"),
    forfeited_round_points=(8, "APCA-25"),
    agreed_void_points=(0, "APCA-30"),
    game_lost_by_both=("lost_by_each", "HALL-lost-by-both"),
    tied_places=("shared", "HALL-apca-ties"),
    low_time_ms=(0, "APCA-9"),
    smoking_break_ms=(0, "APCA-29"),
    # Clocks are the officials' to bring (imposed_clocks): the players choose none.
    time_controls=(("unclocked",), "APCA-9"),
    flag_costs=("game", "HALL-apca-flag"),
    move_count_authority=("score_sheet", "APCA-9"),
    opening_mode=("go_as_you_please", "APCA-7"),
    same_opening=(False, "APCA-7"),
    device_rule=(
        "No phone or other two-way device during play. The director decides what a phone costs.",
        "APCA-29",
    ),
    leaving=under("APCA-30", keep_share=(3, 5), unplayed_points=4),
    open_play=under("APCA-34", first_play=("club", "state", "region"), violation_points=0),
    imposed_clocks=under(
        "APCA-9",
        match_alarm_ms=90 * _MINUTE_MS,
        match_each_ms=45 * _MINUTE_MS,
        game_each_ms=30 * _MINUTE_MS,
    ),
    count_profile=("pool", "APCA-26"),
    counts=COUNT_PROFILES["pool"],
    prizes={
        **under("APCA-35", associate_under_age=None, form_from_cents=None),
        "odd_cents": ("order_of_names", "HALL-apca-ties"),
        "dropouts_excluded": (True, "APCA-30"),
        "sheet_copies": (0, "APCA-9"),
    },
)
