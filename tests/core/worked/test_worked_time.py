"""The worked examples of lateness, delays, reserve, Lowder's minute and the five-minute rule."""

import re
from typing import Any

import msgspec
import pytest

from shared.core.match.controls import parse_time_control
from shared.core.match.delays import (
    delay_that_forfeits,
    penalty,
    penalty_points,
    points_that_forfeit,
)
from shared.core.match.lateness import lateness, propose
from shared.core.match.move_time import (
    five_minutes,
    lowder_may_begin,
    lowder_minute,
    lowder_notice_at,
)
from shared.core.match.outcome import Code, Outcome
from shared.core.match.schedule import drawn_unplayed, game_start, instant, timetable
from shared.core.rulebooks import Rulebook, rulebook
from shared.core.standings.scoring import match_points
from tests.core.worked_kit import MINUTE, SECOND, held, ms, worked, worked_lines

MASTERS, MAJORS, MINORS = (rulebook(f"acf-{name}") for name in ("masters", "majors", "minors"))
OPEN, LIMITED, DOUBLES = (
    held(rulebook(f"usbgf-{name}").usbgf_time) for name in ("open", "limited", "doubles")
)
START = 1_470_000_000_000
ZONE = "America/Chicago"


@pytest.mark.clause("ACF-1.VI.A")
@pytest.mark.parametrize("book", [MASTERS, MAJORS, MINORS], ids=lambda book: str(book.name))
@worked("acf_lateness_no_clock")
def test_lateness_beyond_half_an_hour_costs_a_game_and_an_hour_costs_two(
    example: dict[str, Any], book: Rulebook
) -> None:
    now = START + ms(example["minutes_late"], MINUTE)
    cost = lateness(held(book.lateness), START, now, games_per_match=book.games_per_match)
    assert cost.games == example["games_forfeited"]


@pytest.mark.clause("ACF-1.VI.B")
@worked("acf_lateness_clock_90min")
def test_after_the_grace_the_absent_side_uses_its_own_time(example: dict[str, Any]) -> None:
    arrives, grace = START + example["arrives"] * MINUTE, example["grace"] * MINUTE
    control = parse_time_control(MASTERS.time_controls[0])
    rule = msgspec.structs.replace(held(MASTERS.lateness), grace_ms=grace)
    proposal = propose(rule, starts_at=START, now=arrives, absent=(1,))
    runs = arrives >= START + grace
    assert proposal.kind == ("start_clock" if runs else "nothing")
    since = proposal.since or arrives
    assert since == (START + grace if runs else arrives)
    left = max(0, control.main_ms - (arrives - since))
    assert left == example["left_minutes"] * MINUTE
    assert (left == 0) is example["flag"]


@pytest.mark.clause("USBGF-2.2b")
@pytest.mark.parametrize("rule", [OPEN, LIMITED, DOUBLES], ids=["open", "limited", "doubles"])
@worked("usbgf_penalty")
def test_ten_minutes_of_delay_cost_a_point_and_each_further_five_another(
    example: dict[str, Any], rule: Any
) -> None:
    assert penalty_points(rule, ms(example["delay_min"], MINUTE)) == example["points"]


@pytest.mark.clause("USBGF-2.2b")
@worked("usbgf_forfeit_minutes")
def test_more_points_than_half_the_length_forfeit_the_match(example: dict[str, Any]) -> None:
    length, delay = example["match_length"], example["delay_min"] * MINUTE
    assert points_that_forfeit(OPEN, length) == example["points_needed"]
    assert delay_that_forfeits(OPEN, length) == delay
    assert penalty(OPEN, length, delay).forfeit
    assert not penalty(OPEN, length, delay - 1).forfeit


@pytest.mark.clause("USBGF-3.5")
@worked("usbgf_reserve")
def test_the_reserve_is_so_many_minutes_a_point_with_a_simple_delay(
    example: dict[str, Any],
) -> None:
    length, delay = example["match_length"], example["delay"]
    opened, limited, doubles = (
        parse_time_control(rulebook(f"usbgf-{name}").time_controls[0])
        for name in ("open", "limited", "doubles")
    )
    for control in (opened, limited):
        assert control.for_length(length).main_ms == example["reserve_min"] * MINUTE
    assert doubles.for_length(length).main_ms == example["doubles_reserve_min"] * MINUTE
    assert opened.bonus_ms == delay["open"] * SECOND
    assert limited.bonus_ms == delay["other"] * SECOND
    seconds, minutes = doubles.bonus_ms // SECOND, doubles.per_point_ms // MINUTE
    assert delay["doubles"] == f"{seconds} with {minutes} min/pt"


@pytest.mark.clause("ACF-1.X.B.c", "ACF-1.X.B.e")
@pytest.mark.parametrize("book", [MAJORS, MINORS], ids=lambda book: str(book.name))
@worked("acf_lowder")
def test_near_the_end_no_game_starts_and_each_move_has_a_minute(
    example: dict[str, Any], book: Rulebook
) -> None:
    lowder, schedule = held(book.lowder), held(book.schedule)
    first = timetable(schedule, "2016-08-15", ZONE, book.rounds)[0]

    def at(clock: str) -> int:
        return instant("2016-08-15", clock[:5], ZONE)

    assert [first.starts_at, first.ends_at] == [at(clock) for clock in example["round"].split("-")]
    notice = lowder_notice_at(lowder, first.ends_at)
    assert notice == at(example["warn_earliest"])
    assert not lowder_may_begin(lowder, first.ends_at, notice - 1, notice + 1)
    assert lowder_may_begin(lowder, first.ends_at, notice, notice + 1)

    start = game_start(schedule, first.ends_at, notice, clocked=False)
    assert start.until == at(example["no_new_game_after"])
    assert start.ruling == "start"
    late = game_start(schedule, first.ends_at, held(start.until) + SECOND, clocked=False)
    assert late.ruling == "drawn_unplayed"
    points = re.search(r"\((\d)-(\d) Majors/Minors\)", example["unstarted_game2"])
    assert points is not None
    with_a_win = match_points(book, Outcome(drawn_unplayed((Code.WIN,), book.games_per_match)))
    assert with_a_win == (book.win_points + int(points[1]), book.loss_points + int(points[2]))

    warned = example["warning_at_elapsed_s"] * SECOND
    assert lowder.move_ms == example["per_move_s"] * SECOND
    assert lowder_minute(lowder, warned - 1).state == "running"
    assert lowder_minute(lowder, warned).state == "tell"
    over = example["forfeit_after_s"] * SECOND
    assert lowder_minute(lowder, over, warned).state == "told"
    assert lowder_minute(lowder, over + 1, warned).state == "lost"


@pytest.mark.clause("DARK-time", "ACF-1.X.B.a")
@pytest.mark.parametrize("book", ["standard", "acf-majors", "acf-minors"])
@worked_lines("dark_time")
def test_a_player_is_told_at_the_limit_and_loses_a_minute_later(
    name: str, value: list[Any], book: str
) -> None:
    rule, single = held(rulebook(book).move_time), name == "single_jump"
    limit, warned, further, lost = value
    assert (warned, lost) == ("warn", "loss")
    told = limit * SECOND
    last = told + further * SECOND

    def state(elapsed_ms: int, told_ms: int | None = None) -> str:
        return five_minutes(rule, elapsed_ms, told_ms, single_jump=single).state

    assert [state(told - 1), state(told)] == ["running", "tell"]
    assert [state(last - 1, told), state(last, told)] == ["told", "lost"]
