"""Batteries that are nearly empty: one line each, once, until the device was charged."""

from collections.abc import Iterator, Mapping

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.state.floor import table_name
from shared.core.text.language import _
from shared.port import LiveTable

EMPTY_PERCENT = 10
"""A battery that holds less is a line in the queue."""
CHARGED_PERCENT = 20
"""It has to hold more than this before it may be a line again."""


def run_down(low: Mapping[str, int], live: LiveTable, now_ms: int) -> dict[str, int]:
    """Since when each table's device has been nearly empty, after what one has just told."""
    held = live.battery
    if held is None or held > CHARGED_PERCENT:
        return {table: since for table, since in low.items() if table != live.table}
    if held < EMPTY_PERCENT:
        return {live.table: now_ms, **low}
    return dict(low)


def about_power(moment: Moment, low: Mapping[str, int]) -> Iterator[Question]:
    """Yield one question for each; ``low`` goes by table id."""
    for table, since in low.items():
        reading = moment.reading_of(table)
        if reading is None or reading.live.battery is None:
            continue
        yield Question(
            key=f"power:{table}:{since}",
            kind="power",
            urgency=Urgency.SOON,
            since=since,
            title=_("{table}: the battery holds {percent} %").format(
                table=table_name(moment.label(table)), percent=reading.live.battery
            ),
            clause="",
            evidence=(_("Its device runs on the battery, and nobody has charged it."),),
            proposal=_(
                "Bring a cable. If it goes out, nothing that was entered is lost, and the clocks"
                " go on from the last second."
            ),
            opens="note",
            table=table,
        )
