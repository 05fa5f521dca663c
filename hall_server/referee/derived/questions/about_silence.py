"""Tables that have gone silent while a match is played there, and those never heard: one each.

A table needs no network to play on: what it takes in is held there. So nothing is lost, and
nothing is decided here.
"""

from collections.abc import Iterator, Sequence

from hall_server.referee.derived.moment import SILENT_MS, Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _, ngettext
from shared.tui.times import duration

_SHOWN = 6


def about_silent_tables(moment: Moment, mono_ms: int) -> Iterator[Question]:
    """Asked once the hall itself is heard; ``mono_ms`` is this node's monotonic clock.

    While the hall is away no table is heard, and that is another question.
    """
    if moment.link.state != "live":
        return
    played = [m for m in moment.playing if m.standing == "in_force" and not m.result.counts]
    yield from _never_heard(moment, [m for m in played if moment.is_unheard(m.table)])
    heard = [(match, moment.heard_at(match.table)) for match in played]
    gone = [(match, mono_ms - at) for match, at in heard if at is not None]
    silent = [(match, gone_ms) for match, gone_ms in gone if gone_ms >= SILENT_MS]
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


def _never_heard(moment: Moment, unheard: Sequence[Match]) -> Iterator[Question]:
    """Yield a table that was never switched on takes no press: nobody there is late by its word."""
    due = [match for match in unheard if moment.hall_ms >= match.starts_at]
    if not due:
        return
    tables = sorted({match.table for match in due}, key=hall_order)
    players = [
        f"{moment.table(match.table).capitalize()}: {' – '.join(moment.names(match))}"
        for match in due
    ]
    yield Question(
        key=f"unheard:{','.join(tables)}",
        kind="silent",
        urgency=Urgency.SOON,
        since=min(match.starts_at for match in due),
        title=ngettext(
            "A table has not been heard yet: {tables}",
            "{count} tables have not been heard yet: {tables}",
            len(tables),
        ).format(count=len(tables), tables=moment.tables(tables[:_SHOWN])),
        clause="",
        evidence=tuple(players[:_SHOWN]),
        proposal=_(
            "Switch the device on, or give the table another one. Until then nobody can press "
            "there, and who sits is not seen."
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
