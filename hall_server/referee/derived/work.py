"""Work of some seconds that goes on at this desk, as the row above every screen shows it."""

from dataclasses import dataclass

from shared.core.text.language import _
from shared.core.text.sentence import said

PATIENCE_MS = 60_000
"""Work that has not ended after so long is not said to go on any more: what failed is a question
in the queue, or a message."""


@dataclass(frozen=True, slots=True)
class Work:
    """``doing`` names it; ``since`` is when it began, in ms of the monotonic clock; the step of
    ``steps`` that has begun counts from 1, both are 0 where it has none."""

    doing: str
    since: int
    step: int = 0
    steps: int = 0

    def is_over(self, mono_ms: int) -> bool:
        """Return whether it has taken longer than anything that still goes on."""
        return mono_ms - self.since > PATIENCE_MS

    def forms(self, mono_ms: int) -> tuple[str, ...]:
        """Return a bar of the steps that have begun, what is done and the seconds so far; the
        longest form first."""
        bar = "█" * self.step + "░" * (self.steps - self.step)
        took = _("{count} s").format(count=(mono_ms - self.since) // 1000)
        return (
            " ".join(filter(None, (bar, said(self.doing), f"· {took}"))),
            " ".join(filter(None, (bar or said(self.doing), took))),
        )
