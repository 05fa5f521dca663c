"""What the dashboard asks about machines: a silent hall, silent tables, empty batteries.

A table needs no network to play on, so nothing is lost meanwhile, and nothing is decided here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from hall_server.derived.about import about
from hall_server.referee.derived.moment import SILENT_MS, Moment, first_of
from hall_server.referee.derived.questions.question import Question
from hall_server.serving.evidence import Evidence
from shared.core.state import Match
from shared.core.state.floor import hall_order, table_name
from shared.core.text.language import N_, _, headed, ngettext
from shared.core.text.sentence import said
from shared.port import LiveTable
from shared.tui.times import duration

OVERTAKEN = "written in an earlier term"
_OTHER = N_("A decision")
_WORDS = {
    "a.ruling.made": N_("A ruling"),
    "a.round.paired": N_("A pairing"),
    "a.device.assigned": N_("A device's place"),
    "a.report.answered": N_("An answer to a report"),
    "a.player.withdrawn": N_("A withdrawal"),
}
START_IT_AGAIN = N_(
    "The hall runs on this machine: start it again with hall-server run; on a single laptop, leave"
    " and start playing-hall."
)
HALL_SILENT_MS = 10_000
"""A hall that is started again by its supervisor is back before that."""


class CanTakeOver(Protocol):
    """A laptop that may become the hall."""

    def evidence(self) -> Evidence:
        """Return what to weigh before it does."""

    def take_over(self, reason: str) -> None:
        """Make it the hall."""


def about_old_terms(moment: Moment) -> Iterator[Question]:
    """Yield decisions that a takeover overtook: they have to be made again."""
    for unforced in moment.state.unforced:
        if not unforced.reason.startswith(OVERTAKEN):
            continue
        what = _(_WORDS.get(unforced.kind, _OTHER))
        yield Question(
            key=f"term:{unforced.event}",
            kind="alarm",
            since=moment.hall_ms,
            title=_("{what} does not count: another hall took over first").format(what=what),
            evidence=(f"{headed(about(moment.state, unforced.ent), said(unforced.reason))}.",),
            proposal=_("Look at it, and decide again if it still has to be decided."),
            opens="note",
        )


def about_the_hall(moment: Moment, laptop: CanTakeOver | None) -> Iterator[Question]:
    """Yield what a silent hall, or one that takes nothing in, asks of a laptop.

    Without ``laptop`` the hall runs on this very machine.
    """
    link = moment.link
    if laptop is not None and link.full == "hall":
        yield Question(
            key="hall:full",
            kind="hall",
            since=moment.hall_ms,
            title=_("The hall's disk is full"),
            evidence=(
                _("The hall takes nothing in any more."),
                _("The tables play on; what they enter is held there until there is room."),
            ),
            proposal=_("Make room on the hall's disk. If it is broken, make this laptop the hall."),
            opens="hall",
        )
    if link.state != "offline" or moment.now_ms - link.since < HALL_SILENT_MS:
        return
    notice = laptop.evidence().notice if laptop is not None else ""
    yield Question(
        key=f"hall:{link.since}",
        kind="hall",
        since=link.since - link.offset_ms,
        title=_("The hall does not answer"),
        evidence=(
            _("Not heard since {time}.").format(time=moment.at(link.since)),
            _("The tables play on; what they enter is held there."),
            *((notice,) if notice else ()),
        ),
        proposal=_(START_IT_AGAIN)
        if laptop is None
        else _("Have it started again. If it is gone for good, make this laptop the hall."),
        opens="note" if laptop is None else "hall",
    )


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
    tables = sorted({match.table for match, gone_ms in silent})
    yield Question(
        key=f"silent:{','.join(tables)}:{min(gone_ms for match, gone_ms in silent) - mono_ms}",
        kind="silent",
        since=moment.hall_ms - max(gone_ms for match, gone_ms in silent),
        title=_title(moment, len(silent), tables),
        evidence=first_of(lines, _SHOWN),
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
        headed(moment.table(match.table).capitalize(), " – ".join(moment.names(match)))
        for match in due
    ]
    yield Question(
        key=f"unheard:{','.join(tables)}",
        kind="silent",
        since=min(match.starts_at for match in due),
        title=ngettext(
            "A table has not been heard yet: {tables}",
            "{count} tables have not been heard yet: {tables}",
            len(tables),
        ).format(count=len(tables), tables=moment.tables(tables[:_SHOWN])),
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
            since=since,
            title=_("{table}: the battery holds {percent} %").format(
                table=table_name(moment.label(table)), percent=reading.live.battery
            ),
            evidence=(_("Its device runs on the battery, and nobody has charged it."),),
            proposal=_(
                "Bring a cable. If it goes out, nothing that was entered is lost, and the clocks"
                " go on from the last second."
            ),
            opens="note",
            table=table,
        )
