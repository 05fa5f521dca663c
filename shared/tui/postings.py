"""The name of a published pairing wherever it is posted, so that people recognise an older one."""

from shared.core.state import Round
from shared.core.text.language import _
from shared.tui.times import clock_time


def posting(paired: Round, zone: str) -> str:
    """Return a name such as ``Round 4, pairing 2, 14:02``."""
    if not paired.edition:
        return _("Round {number}").format(number=paired.number)
    return _("Round {number}, pairing {edition}, {time}").format(
        number=paired.number,
        edition=paired.edition,
        time=clock_time(paired.published_at, zone),
    )
