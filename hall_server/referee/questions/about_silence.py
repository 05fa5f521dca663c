"""Tables that were heard and have gone silent while a match is played there. One question for all.

A table needs no network to play on: what it takes in is held there. So nothing is lost, and
nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.moment import Moment
from hall_server.referee.questions.question import Question, Urgency
from shared.core.language import _, ngettext
from shared.tui.times import duration

SILENT_MS = 30_000
"""A terminal that starts again is back before that."""
_SHOWN = 6


def about_silent_tables(moment: Moment, mono_ms: int) -> Iterator[Question]:
    """Asked once the hall itself is heard; ``mono_ms`` is this node's monotonic clock.

    While the hall is away no table is heard, and that is another question.
    """
    if moment.link.state != "live":
        return
    silent = []
    for match in moment.playing:
        seen = moment.live.get(match.uid)
        if seen is None or match.result.counts or match.standing != "in_force":
            continue
        gone_ms = mono_ms - seen.seen_at
        if gone_ms >= SILENT_MS:
            silent.append((match, gone_ms))
    if not silent:
        return
    lines = [
        _("{table}: {players}, not heard for {time}").format(
            table=moment.table(match.table).capitalize(),
            players=" – ".join(moment.names(match)),
            time=duration(gone_ms),
        )
        for match, gone_ms in silent
    ]
    more = [_("and {count} more").format(count=len(lines) - _SHOWN)] if len(lines) > _SHOWN else []
    tables = sorted({match.table for match, gone_ms in silent})
    yield Question(
        key=f"silent:{','.join(tables)}:{min(gone_ms for match, gone_ms in silent) - mono_ms}",
        kind="silent",
        urgency=Urgency.SOON,
        since=moment.hall_ms - max(gone_ms for match, gone_ms in silent),
        title=_title(moment, len(silent), tables),
        clause="",
        evidence=(*lines[:_SHOWN], *more),
        proposal=_(
            "Look at the cable, the Wi-Fi and the power there. The match plays on, and "
            "what was entered is held at the table."
        ),
        opens="note",
        table=tables[0] if len(tables) == 1 else "",
    )


def _title(moment: Moment, count: int, tables: list[str]) -> str:
    if len(tables) > _SHOWN:
        return _("{count} tables are offline").format(count=count)
    return ngettext(
        "A table is offline: {tables}", "{count} tables are offline: {tables}", count
    ).format(count=count, tables=moment.tables(tables))
