"""How a published pairing is named wherever it is posted, so that an older one is known as such."""

from __future__ import annotations

from shared.core.state import Round
from shared.core.text.language import _
from shared.tui.times import clock_time


def posting(paired: Round, zone: str) -> str:
    """Return ``Round 4, pairing 2, 14:02``: a photograph of pairing 1 is out of date."""
    if not paired.edition:
        return _("Round {number}").format(number=paired.number)
    return _("Round {number}, pairing {edition}, {time}").format(
        number=paired.number,
        edition=paired.edition,
        time=clock_time(paired.published_at, zone),
    )
