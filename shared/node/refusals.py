"""Says why events were refused, as long as that is news: an enemy may send millions.

The program that reads the log may be slow, or stuck; a node that waits for it serves nobody.
"""

from __future__ import annotations

import logging

MOST_LINES = 50

log = logging.getLogger(__name__)


class Refusals:
    """Of one node, since its start."""

    def __init__(self) -> None:
        self._lines = 0

    def say(self, why: object) -> None:
        """Log why an event was refused."""
        self._lines += 1
        if self._lines <= MOST_LINES:
            log.warning("refused an event: %s", why)
        elif self._lines == MOST_LINES + 1:
            log.warning("more events are refused; they are listed no longer")
