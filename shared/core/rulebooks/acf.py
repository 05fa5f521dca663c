"""The numbers of the ACF National Tournament Rules 2016: Masters, Majors and Minors.

Owns each number of that sheet. Holds no rule's procedure.
"""

from __future__ import annotations

from typing import Final

from shared.core.rulebooks.base import Cited, cited

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 60 * _MINUTE_MS

_ALL_DIVISIONS: Final[dict[str, Cited]] = {
    "sides": (("Red", "White"), "ACF-1.X.A.d"),
    "games_per_match": (2, "ACF-2.I.A"),
    "max_byes": (1, "ACF-2.V.B"),
    "agreed_void_points": (0, "ACF-2.I.B"),
    "drop_lowest": (1, "ACF-2.IV.A"),
    "bye_honor": (0, "ACF-2.IV.B"),
    "bye_is_dropped_item": (False, "ACF-2.IV.B"),
    "late_first_forfeit_ms": (30 * _MINUTE_MS, "ACF-1.VI.A"),
    "late_second_forfeit_ms": (60 * _MINUTE_MS, "ACF-1.VI.A"),
    "grace_default_ms": (15 * _MINUTE_MS, "ACF-1.VI.B"),
    "low_time_ms": (5 * _MINUTE_MS, "ACF-1.X.A.d"),
    "smoking_break_ms": (5 * _MINUTE_MS, "ACF-3.II.A"),
    "opening_mode": ("three_move", "ACF-1.III.D"),
    "deck_size": (156, "ACF-1.III.D"),
    "device_rule": (
        "No phone or other device during play. A phone that rings costs its owner the game.",
        "ACF-3.II.J",
    ),
}

_MAJORS_AND_MINORS: Final[dict[str, Cited]] = {
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
    "dropout_cap": (30, "ACF-2.IV.C"),
    "round_length_ms": (3 * _HOUR_MS, "ACF-1.V.C"),
    "no_new_game_before_end_ms": (30 * _MINUTE_MS, "ACF-1.X.B.e"),
    "time_controls": (("90:00", "80:00+10", "unclocked"), "ACF-1.X.B.a"),
}

MASTERS: Final = cited(
    "acf-masters",
    "ACF Masters",
    _ALL_DIVISIONS,
    rounds=(12, "ACF-1.V.B"),
    scoring=("ballot", "ACF-2.II.A"),
    match_stake=(4, "ACF-2.II.A"),
    win_points=(4, "ACF-2.II.A"),
    draw_points=(2, "ACF-2.II.A"),
    loss_points=(0, "ACF-2.II.A"),
    bye_points=((4,), "ACF-2.II.C"),
    forfeited_round_points=(4, "ACF-2.II.C"),
    opt_out_points=(None, "ACF-2.V.F"),
    dropout_cap=(36, "ACF-2.IV.C"),
    round_length_ms=(3 * _HOUR_MS, "ACF-1.V.B"),
    no_new_game_before_end_ms=(None, "ACF-1.X.B.e"),
    time_controls=(("90:00", "80:00+10"), "ACF-1.X.A.a"),
)

MAJORS: Final = cited("acf-majors", "ACF Majors", _MAJORS_AND_MINORS)
MINORS: Final = cited("acf-minors", "ACF Minors", _MAJORS_AND_MINORS)
