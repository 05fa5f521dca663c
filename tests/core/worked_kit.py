"""The published worked examples, and the helpers by which a test declares which of them it reads.

Owns no number: the examples are read from the file, the rules from the rulebooks.
"""

import json
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from shared.core.match.outcome import Code, Outcome, Seat

EXAMPLES: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("worked_examples.json").read_text(encoding="utf-8")
)
DECLARED: Final[set[str]] = set()
"""The keys that some test has declared to read."""

CLOCK_KEYS: Final = frozenset(
    {
        # in test_clock_worked
        "clock_fischer_80m_10s",
        "clock_us_delay_5pt_10m_12s",
        "clock_bronstein_dgt_example_5m3s",
        "us_delay_vs_bronstein_same_thinking",
        "clock_us_delay_flag_instant",
        "clock_90_carry",
        # in test_day_formats
        "acf_flag",
    }
)
"""The examples that a clock has to run for."""

MINUTE: Final = 60_000
SECOND: Final = 1_000

T = TypeVar("T")


def worked(key: str) -> pytest.MarkDecorator:
    """Run a test for each example under ``key``, as its parameter ``example``."""
    found = examples(key)
    return pytest.mark.parametrize("example", found if isinstance(found, list) else [found])


def worked_lines(key: str) -> pytest.MarkDecorator:
    """Run a test for each line of the one example under ``key``: its ``name`` and ``value``."""
    return pytest.mark.parametrize(("name", "value"), list(examples(key).items()))


def examples(key: str) -> Any:
    """Return what stands under ``key``, which is read from now on."""
    DECLARED.add(key)
    return EXAMPLES[key]


def held(rule: T | None) -> T:
    """Return a group of a rulebook that the sheet has."""
    assert rule is not None
    return rule


def ms(number: float, unit: int) -> int:
    """``number`` minutes or seconds, to the nearest millisecond."""
    return round(number * unit)


def match(*codes: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in codes))


def seat_of(letter: str) -> Seat:
    return 0 if letter == "A" else 1
