"""The sheets' numbers and decisions that act only at a table, a desk or in the engine.

Each row is read off a sheet by hand: where it differs from the rulebook, one of them is wrong.
"""

from __future__ import annotations

from typing import Any

import pytest

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.fields import value_at

MINUTE = 60_000
MASTERS, MAJORS, MINORS = ("acf-masters",), ("acf-majors",), ("acf-minors",)
ACF = MASTERS + MAJORS + MINORS
USBGF = ("usbgf-open", "usbgf-limited", "usbgf-doubles")
APCA, STANDARD, CONTEST = ("apca",), ("standard",), ("contest",)


def rule(clause: str, names: tuple[str, ...], **fields: Any) -> list[Any]:
    """Rows of one clause; a field of a group is written group__field."""
    return [
        pytest.param(
            clause,
            name,
            field.replace("__", "."),
            value,
            id=f"{name}-{field}",
        )
        for name in names
        for field, value in fields.items()
    ]


DECISIONS = [
    *rule("ACF-1.III.A", ACF, pairing_system="swiss"),
    *rule("ACF-1.III.D", ACF, opening_mode="three_move", deck_size=156),
    *rule("ACF-1.IV.A", MASTERS, entry__winner_plays_up_to="", entry__winner_plays_up_for=0),
    *rule(
        "ACF-1.IV.A",
        MAJORS,
        entry__winner_plays_up_to="acf-masters",
        entry__winner_plays_up_for=3,
    ),
    *rule(
        "ACF-1.IV.A",
        MINORS,
        entry__winner_plays_up_to="acf-majors",
        entry__winner_plays_up_for=3,
    ),
    *rule("ACF-1.IV.C", MASTERS, entry__rating_min=2000, entry__rating_max=None),
    *rule("ACF-1.IV.C", MAJORS, entry__rating_min=1700, entry__rating_max=1999),
    *rule("ACF-1.IV.C", MINORS, entry__rating_min=None, entry__rating_max=1699),
    *rule("ACF-1.IV.C", ACF, entry__merge_below_players=None),
    *rule("ACF-1.V.A", MASTERS, schedule__pairing_rank=1),
    *rule("ACF-1.V.A", MAJORS + MINORS, schedule__pairing_rank=2),
    *rule(
        "ACF-1.VI.B",
        ACF,
        lateness__grace_ms=15 * MINUTE,
        lateness__grace_min_ms=5 * MINUTE,
        lateness__grace_max_ms=15 * MINUTE,
    ),
    *rule(
        "ACF-1.VIII.A",
        ACF,
        colour_choice="drawn",
        opening_drawn="both_seated",
        same_opening=True,
        cards__cards=13,
        cards__openings_per_card=12,
    ),
    *rule("ACF-1.X.A.b", ACF, flag_costs="game_and_next"),
    *rule("ACF-1.X.A.d", ACF, sides=("Red", "White"), low_time_ms=5 * MINUTE),
    *rule("ACF-1.XII", MASTERS, prizes__sheet_copies=2),
    *rule("ACF-1.XII", MAJORS + MINORS, prizes__sheet_copies=0),
    *rule("ACF-1.XIII.A", ACF, tied_places="honor_points", prizes__odd_cents="higher_honor_points"),
    *rule("ACF-1.XIII.D", MASTERS, titles__junior_max_age=21, titles__junior_rank=1),
    *rule("ACF-1.XIII.D", MAJORS, titles__junior_max_age=21, titles__junior_rank=2),
    *rule("ACF-1.XIII.D", MINORS, titles__junior_max_age=21, titles__junior_rank=3),
    *rule("ACF-2.I.A", ACF, games_per_match=2, even_games=False),
    *rule("ACF-2.V.A", ACF, swiss__first_round="draw"),
    *rule("ACF-2.V.B", ACF, max_byes=1),
    *rule("ACF-2.V.C", ACF, swiss__group_order="draw"),
    *rule(
        "ACF-2.V.D",
        ACF,
        swiss__re_pairing_rounds=2,
        swiss__re_pairing_pairs=2,
        swiss__forfeited_pairing_counts=True,
    ),
    *rule("ACF-2.V.E", ACF, swiss__last_round_keeps_groups=True),
    *rule("ACF-2.VI.A", ACF, round_robin__max_players=12),
    *rule("ACF-3.I", ACF, game="english", count_profile="wcdf"),
    *rule("ACF-3.II.A", ACF, smoking_break_ms=5 * MINUTE),
    *rule("ACF-3.VIII", ACF, swiss__witness_assistants=1, swiss__witness_players=2),
    *rule("APCA-6", APCA, colour_choice="winner_chooses", opening_drawn="both_seated"),
    *rule(
        "APCA-7",
        APCA,
        sides=("Black", "White"),
        opening_mode="go_as_you_please",
        deck_size=0,
        same_opening=False,
    ),
    *rule("APCA-9", APCA, time_controls=("unclocked",), prizes__sheet_copies=0),
    *rule("APCA-14", APCA, game="pool"),
    *rule("APCA-26", APCA, count_profile="pool"),
    *rule(
        "APCA-30",
        APCA,
        bye_points=(0,),
        max_byes=1,
        forfeited_round_points=0,
        agreed_void_points=0,
        leaving__keep_share=(3, 5),
        leaving__unplayed_points=4,
        prizes__dropouts_excluded=True,
    ),
    *rule("APCA-31", APCA, pairing_system="open_play"),
    *rule("APCA-32", APCA, even_games=True),
    *rule(
        "APCA-34",
        APCA,
        open_play__first_play=("club", "state", "region"),
        open_play__violation_points=0,
    ),
    *rule("HALL-apca-ties", APCA, tied_places="shared", prizes__odd_cents="order_of_names"),
    *rule("HALL-apca-flag", APCA, flag_costs="game"),
    *rule("USBGF-2.2b", USBGF, forfeited_round_points=1),
    *rule("USBGF-2.2c", USBGF, draw_sheet__next_start_ms=10 * MINUTE),
    *rule("USBGF-2.2d", USBGF, draw_sheet__sign_out_ms=10 * MINUTE),
    *rule("USBGF-4.3", USBGF, flag_costs="match"),
    *rule("USBGF-4.5", USBGF, games_per_match=1, draw_points=0),
    *rule("USBGF-4.6", USBGF, pairing_system="draw_sheet", bye_points=(1,), max_byes=1),
    *rule("DARK-first", STANDARD, sides=("Black", "White"), colour_choice="drawn"),
    *rule("DARK-50", STANDARD, count_profile="wcdf"),
    *rule(
        "DARK-KO",
        STANDARD,
        pairing_system="knockout",
        even_games=True,
        lives__half_lives=4,
        lives__loss_costs=2,
        lives__tie_costs=1,
        bye_points=(4,),
        max_byes=1,
    ),
    *rule("DARK-end", STANDARD, forfeited_round_points=4),
    *rule("DARK-time", STANDARD, time_controls=("unclocked",)),
    *rule("SE-1", CONTEST, pairing_system="knockout", bye_points=(1,), forfeited_round_points=1),
    *rule("SE-2", CONTEST, games_per_match=3, contest__wins_needed=2),
    *rule("SE-3", CONTEST, sides=("Black", "Red"), game="english"),
    *rule(
        "HALL-late-entry",
        ACF + APCA + USBGF + STANDARD + CONTEST,
        late_entry_points=0,
    ),
    *rule(
        "HALL-withdrawn-after-pairing",
        ACF + APCA + USBGF + STANDARD + CONTEST,
        withdrawn_after_pairing="forfeited_round",
    ),
]


@pytest.mark.parametrize(("clause", "name", "path", "value"), DECISIONS)
def test_a_decision_of_the_sheet_stands_in_the_rulebook_with_its_clause(
    clause: str, name: str, path: str, value: object
) -> None:
    book = rulebook(name)
    assert value_at(book, path) == value
    assert book.clauses[path] == clause
