"""A node under attack does not fill its log."""

import pytest

from shared.node.commits import MOST_LINES, Refusals


def test_refusals_are_told_until_they_are_no_news(caplog: pytest.LogCaptureFixture) -> None:
    refusals = Refusals()

    for number in range(10 * MOST_LINES):
        refusals.say(f"reason {number}")

    assert len(caplog.messages) == MOST_LINES + 1
    assert "reason 0" in caplog.messages[0]
    assert "no longer" in caplog.messages[-1]
