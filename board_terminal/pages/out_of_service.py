"""Pages of a device that serves no table: it has stopped, was replaced, has no table, or the hall
does not use its table. They say what is safe and what to note down.
"""

from board_terminal.desk.desk import Desk
from board_terminal.desk.setting import names_of, table_label
from board_terminal.view.view import View
from shared.core.clock import face
from shared.core.day import reading_at
from shared.core.state import Device
from shared.core.text.language import _, ngettext
from shared.core.text.sentence import said


def stopped(desk: Desk, at: int) -> View:
    """Show that the node is gone and nothing can be saved. The clocks are left to be noted down."""
    return View(
        "stopped",
        table_label(desk.state, desk.table),
        headline=_("This table has stopped"),
        message=(said(desk.stopped), *_clocks(desk, at), _("Call the referee.")),
        tone="alarm",
    )


def replaced(desk: Desk, holder: Device, at: int) -> View:
    """Show that another device holds the table. This one takes nothing more, and says what it still
    has."""
    table = table_label(desk.state, desk.table)
    return View(
        "replaced",
        table,
        headline=_("{table} has another device now").format(table=table),
        message=(
            _("It is {device} ({node}). Play on there.").format(
                device=holder.label, node=holder.node[:8]
            ),
            *_kept(desk),
            *_clocks(desk, at),
        ),
        tone="alarm",
    )


def spare(desk: Desk, own: Device, at: int) -> View:
    """Show that this device stands at no table. It takes nothing, and says what to do and what it
    has."""
    table = table_label(desk.state, desk.table)
    left = (_("{table} has no device now: call the referee.").format(table=table),)
    return View(
        "spare",
        own.label,
        headline=_("This device has no table"),
        message=(
            _("It is a spare: the referee gives it a table."),
            *(left if desk.playing_here else ()),
            *_kept(desk),
            *_clocks(desk, at),
        ),
    )


def away(desk: Desk) -> View:
    """Show that the hall does not use this table. It takes nothing, and says where players go."""
    table = table_label(desk.state, desk.table)
    return View(
        "away",
        table,
        headline=_("The hall does not use {table} now").format(table=table),
        message=(
            _("The referee has taken this table away. Nobody plays here: look for your table on"
              " the pairing list, or ask the referee."),
            *_kept(desk),
            _("If the table is put up again, this device goes on by itself."),
        ),
    )  # fmt: skip


def _kept(desk: Desk) -> tuple[str, ...]:
    """Return where everything is that was entered here."""
    waiting = len(desk.unsent)
    lost = [r for r in desk.receipts.values() if r.where == "not_saved"]
    failed = (
        (_("NOT SAVED: {why} Call the referee.").format(why=said(lost[-1].sentence)),)
        if lost
        else ()
    )
    if waiting:
        there = ngettext(
            "{count} entry is not yet at the hall: leave this device on.",
            "{count} entries are not yet at the hall: leave this device on.",
            waiting,
        ).format(count=waiting)
        return (_("What was entered here is safe."), there, *failed)
    if failed:
        return failed
    return (_("Everything entered here is safe and at the hall."),)


def _clocks(desk: Desk, at: int) -> tuple[str, ...]:
    """Return the clocks of a game that was played here, to be noted down."""
    session = desk.session
    reading = reading_at(session, at) if session is not None else None
    if reading is None or session is None or desk.match is None or not desk.playing_here:
        return ()
    if session.control is None or not session.control.clocked:
        return ()
    left, right = names_of(desk.state, desk.match)
    return (
        _("Note down the clocks of game {game}:").format(game=session.game),
        f"{left} {face(reading.remaining[0])} · {right} {face(reading.remaining[1])}",
    )
