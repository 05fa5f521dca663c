"""Every worked example is read by a test."""

from tests.core.worked import (
    test_worked_backgammon,
    test_worked_pool,
    test_worked_scoring,
    test_worked_standings,
    test_worked_time,
)
from tests.core.worked_kit import CLOCK_KEYS, DECLARED, EXAMPLES
from tests.pairing_systems import test_worked_brackets

READERS = (
    test_worked_backgammon,
    test_worked_brackets,
    test_worked_pool,
    test_worked_scoring,
    test_worked_standings,
    test_worked_time,
)
"""Imported here: so they have declared what they read, whichever tests are run."""


def test_each_key_of_the_worked_examples_is_declared_by_a_test_that_reads_it() -> None:
    assert set(EXAMPLES) == DECLARED | CLOCK_KEYS
    assert DECLARED.isdisjoint(CLOCK_KEYS)
