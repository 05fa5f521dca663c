"""Lateness: what it costs, from the scheduled start, with and without a clock."""

import pytest

from shared.core.match.lateness import (
    LatenessRule,
    LateProposal,
    lateness,
    propose,
)
from shared.core.rulebooks import rulebook
from tests.core.worked_kit import held

SECOND = 1_000
MINUTE = 60 * SECOND
START = 1_470_000_000_000

RULE = held(rulebook("acf-masters").lateness)


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize(
    ("late_ms", "games"),
    [
        (30 * MINUTE, 0),
        (30 * MINUTE + 1, 1),
        (60 * MINUTE - 1, 1),
        (60 * MINUTE, 2),
    ],
)
def test_the_first_game_is_lost_past_half_an_hour_and_the_second_at_the_hour_to_the_millisecond(
    late_ms: int, games: int
) -> None:
    assert lateness(RULE, START, START + late_ms, games_per_match=2).games == games


def test_lateness_names_the_next_threshold_until_the_last_game_is_gone() -> None:
    following = [
        lateness(RULE, START, START + minutes * MINUTE, games_per_match=2).next_ms
        for minutes in (0, 31, 60)
    ]
    assert following == [RULE.first_forfeit_ms, RULE.second_forfeit_ms, None]
    alone = lateness(RULE, START, START + 61 * MINUTE, games_per_match=1)
    assert (alone.games, alone.next_ms) == (1, None)


def test_nobody_is_late_before_the_scheduled_start() -> None:
    early = lateness(RULE, START, START - MINUTE, games_per_match=2)
    assert (early.late_ms, early.games) == (0, 0)


@pytest.mark.parametrize(
    ("late_ms", "unsure"),
    [
        (30 * MINUTE - 500, False),
        (30 * MINUTE - 499, True),
        (30 * MINUTE + 499, True),
        (30 * MINUTE + 500, False),
        (60 * MINUTE + 499, True),
    ],
)
def test_a_threshold_nearer_than_the_clocks_are_exact_is_left_to_the_referee(
    late_ms: int, unsure: bool
) -> None:
    assert lateness(RULE, START, START + late_ms, 500, games_per_match=2).unsure is unsure


@pytest.mark.clause("ACF-1.VI.B")
def test_the_absent_sides_clock_starts_when_the_grace_is_over() -> None:
    def proposed(arrives_ms: int) -> LateProposal:
        return propose(
            RULE,
            starts_at=START,
            now=START + arrives_ms,
            absent=(1,),
        )

    since = START + 15 * MINUTE
    waits = LateProposal("nothing", (1,), next_at=since)
    assert proposed(15 * MINUTE - 1) == waits
    assert proposed(15 * MINUTE) == LateProposal("start_clock", (1,), since=since)


@pytest.mark.clause("ACF-1.VI.B")
def test_a_clock_replaces_the_forfeits_altogether() -> None:
    proposal = propose(
        RULE,
        starts_at=START,
        now=START + 75 * MINUTE,
        absent=(0,),
    )
    assert proposal.kind == "start_clock"
    assert proposal.since == START + 15 * MINUTE


@pytest.mark.clause("ACF-1.VI.B")
def test_both_clocks_run_where_both_are_absent() -> None:
    proposal = propose(
        RULE,
        starts_at=START,
        now=START + 15 * MINUTE,
        absent=(1, 0),
    )
    assert proposal == LateProposal("start_clock", (0, 1), since=START + 15 * MINUTE)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"second_forfeit_ms": 30 * MINUTE}, "forfeited later than the first"),
        ({"grace_ms": 4 * MINUTE}, "between grace_min_ms and grace_max_ms"),
        ({"grace_ms": 16 * MINUTE}, "between grace_min_ms and grace_max_ms"),
    ],
)
def test_a_rule_that_contradicts_itself_is_refused(changes: dict[str, int], words: str) -> None:
    fields = {name: getattr(RULE, name) for name in RULE.__struct_fields__}
    with pytest.raises(ValueError, match=words):
        LatenessRule(**{**fields, **changes})
