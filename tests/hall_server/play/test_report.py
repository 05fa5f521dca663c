"""The report of a rehearsal: what was measured, what was slow or unreachable, what to do."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall_server.play.carried_over import CarriedOver, Expected
from hall_server.play.report import WIDE, Course, RehearsalReport, lines_of, percentile, report_of
from shared.core.fold import fold
from shared.core.state import HallState
from shared.core.state.office import DeviceCheck
from tests.core.events_kit import DECISION, ONE, REFEREE, ROOT, TWO, opened_hall, rules

TABLE = Expected(ONE, "Table 1", "terminal", "t1")
OTHER = Expected(TWO, "Table 2", "terminal", "t2")
KIOSK = Expected("k" * 32, "Kiosk 1", "kiosk")
GOOD = DeviceCheck("1.0", 80, 24, 3, -20, 0, (40, 55))


def finished() -> HallState:
    """Table 1 has its result."""
    past = opened_hall()
    past.write(REFEREE, DECISION, rules("W W"))
    return fold(ROOT, past.events)


def report(
    *expected: Expected,
    check: DeviceCheck = GOOD,
    contact: int = 900,
    ended: str = "",
    state: HallState | None = None,
) -> RehearsalReport:
    """Return a rehearsal in which all but OTHER were heard."""
    heard = {who.node: contact for who in expected if who is not OTHER}
    checked = msgspec.structs.replace(state or finished(), checks=dict.fromkeys(heard, check))
    event = CarriedOver("R", "UTC", expected, (), {})
    return report_of(checked, event, Course(heard, "1.0", 12, ended))


def test_a_good_device_has_its_figures_and_no_sentence() -> None:
    found = report(TABLE, KIOSK)
    table, kiosk = found.devices
    assert (table.first_contact_ms, table.round_trip_ms, table.clock_offset_ms) == (900, 3, -20)
    assert (table.to_hall_p50_ms, table.to_hall_p95_ms, table.to_hall_slowest_ms) == (40, 55, 55)
    assert (table.results, table.matches, table.unfinished) == (2, 1, 0)
    assert (table.screen, table.software, table.findings) == ("80x24", "1.0", ())
    assert (kiosk.matches, kiosk.reached) == (0, True)
    assert found.good
    assert found.rounds == {"men": 1}
    assert found.sentences() == ("Every device was reached, and nothing was slow.",)


def test_missing_device_is_named_with_the_action_to_take() -> None:
    found = report(TABLE, OTHER)
    assert not found.good
    assert [device.label for device in found.unreached] == ["Table 2"]
    [sentence] = found.sentences()
    assert sentence.startswith("Table 2 was never heard. Is it switched on")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"round_trip_ms": 201}, "takes 201 ms. Use a cable"),
        ({"waits": (40, 2_001)}, "a result takes 2.0 s to the hall"),
        ({"lost": 1}, "lost the hall once"),
        ({"lost": 3}, "lost the hall 3 times"),
        ({"offset_ms": 61_500}, "is 61.5 s fast"),
        ({"offset_ms": -1_001}, "is 1.0 s slow"),
        ({"software": "0.9"}, "runs version 0.9, the hall 1.0"),
        ({"columns": 40}, "has 40x24 signs"),
    ],
)
def test_whatever_is_past_its_threshold_becomes_one_sentence(
    changes: dict[str, object], says: str
) -> None:
    found = report(TABLE, check=msgspec.structs.replace(GOOD, **changes))
    [sentence] = found.sentences()
    assert says in sentence
    assert found.good


@pytest.mark.parametrize(
    "changes",
    [
        {"round_trip_ms": 200},
        {"waits": (40, 2_000)},
        {"offset_ms": 1_000},
        {"columns": 50, "lines": 15},
        {"waits": ()},
    ],
)
def test_a_figure_at_its_threshold_is_good(changes: dict[str, object]) -> None:
    assert report(TABLE, check=msgspec.structs.replace(GOOD, **changes)).devices[0].findings == ()


def test_device_that_came_late_or_did_not_finish_is_named() -> None:
    late = report(TABLE, contact=15_001)
    assert "came 15.0 s after" in late.sentences()[0]
    stuck = report(TABLE, state=fold(ROOT, opened_hall().events))
    assert stuck.devices[0].unfinished == 1
    assert "its match did not come to its end" in stuck.sentences()[0]


def test_a_report_of_a_rehearsal_that_ended_early_says_so_first() -> None:
    found = report(TABLE, ended="a real round was paired")
    assert found.sentences() == ("The rehearsal ended early: a real round was paired.",)
    assert not found.good


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=60), st.integers(1, 100))
def test_a_percentile_is_the_smallest_value_that_covers_so_many(
    values: list[int], hundredths: int
) -> None:
    found = percentile(values, hundredths)
    assert found in values
    assert 100 * sum(value <= found for value in values) >= hundredths * len(values)
    assert 100 * sum(value < found for value in values) < hundredths * len(values)


def test_the_lines_fit_a_screen_and_say_the_same() -> None:
    slow = msgspec.structs.replace(GOOD, round_trip_ms=1_201, offset_ms=-3_600_000, lost=12)
    found = report(TABLE, OTHER, KIOSK, check=slow)
    lines = list(lines_of(found))
    assert max(map(len, lines)) <= WIDE
    assert lines[0] == "R: 2 of 3 devices reached."
    assert next(line for line in lines if line.startswith("Table 2")).split() == [
        *("Table", "2", "never", "heard"),
    ]
    told = " ".join(" ".join(lines).split())
    assert all(sentence in told for sentence in found.sentences())


def test_the_report_is_read_back_from_its_json() -> None:
    found = report(TABLE, OTHER, KIOSK)
    assert msgspec.json.decode(msgspec.json.encode(found), type=RehearsalReport) == found
