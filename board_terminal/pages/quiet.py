"""Pages without a game: waiting, the last result, a ruling, a hall that turns the table away; and a
device that serves no table: what is safe and what to note down."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Desk
from board_terminal.desk.setting import names_of, table_label, table_number
from board_terminal.pages.look import (
    STATE_WORDS,
    Look,
    Page,
    alarms,
    came_here,
    on_disks,
    report_line,
)
from board_terminal.view.keys import REPORTS, RETRY
from board_terminal.view.view import Choice, View
from shared.core.clock import face
from shared.core.day import reading_at
from shared.core.match.outcome import Outcome
from shared.core.standings.scoring import in_words
from shared.core.state import Device, Match
from shared.core.text.language import _, ngettext
from shared.core.text.sentence import said


def starting(desk: Desk) -> View:
    """Show that the node has told nothing yet."""
    return View(
        "starting",
        table_label(desk.state, desk.table),
        headline=_("This table is starting…"),
        message=(_("What was saved here is being read."),),
    )


def reading_notes(desk: Desk, match: Match) -> View:
    """Show that the notes of the match are being read from the disk."""
    left, right = names_of(desk.state, match)
    return View(
        "loading",
        table_label(desk.state, desk.table),
        headline=f"{left} – {right}",
        message=(_("The notes of this match are being read…"),),
        alarm=alarms(desk),
    )


def waiting(desk: Desk, zone: str) -> View:
    """Show that there is nothing to play, the last result, and where it is."""
    table = table_label(desk.state, desk.table)
    return View(
        "waiting",
        table,
        big=table_number(desk.state, desk.table),
        headline=_("{table} – waiting for the next round").format(table=table),
        message=(*came_here(desk), *_last_result(desk), *_last_report(desk, zone)),
        alarm=alarms(desk),
        choices=_reports(desk),
    )


def _done(look: Look) -> View:
    """Show that the match is signed and that nothing is left to do for it."""
    return waiting(look.desk, look.zone)


def _ruled(look: Look) -> View:
    """Show what the referee decided, with clause and reason."""
    result = look.match.result
    ruling = next((v for v in reversed(result.versions) if v.seat is None), None)
    said = in_words(result.outcome, look.names) if result.outcome else ""
    message = [said] if said else []
    if ruling is not None and ruling.clause:
        message.append(_("Clause {clause}").format(clause=ruling.clause))
    if ruling is not None and ruling.reason:
        message.append(_("Reason: {reason}").format(reason=ruling.reason))
    if ruling is not None:
        message.append(_whereabouts(look.desk, ruling.event))
    return View(
        "ruled",
        title=look.title,
        headline=_("The referee has ruled"),
        message=(*message, _("Waiting for the next round."), *look.foot),
        choices=_reports(look.desk),
    )


def _whereabouts(desk: Desk, event: str) -> str:
    """Return that a ruling is at the hall, from which it came, and on how many disks."""
    words = STATE_WORDS["at_hall"]
    there, disks = _(words), on_disks(desk.disks(event), desk.keepers)
    return f"{there[:1].upper()}{there[1:]}" + (f" · {disks}" if disks else "")


def refused(desk: Desk) -> View:
    """Show that the hall turns this table away. A match can be played here all the same."""
    return View(
        "refused",
        table_label(desk.state, desk.table),
        headline=_("The hall turns this table away"),
        message=(said(desk.refused), _("What was saved here is safe. Call the referee.")),
        choices=(
            Choice(
                "overrule",
                "7",
                _("Go on without the hall"),
                _("Use this table all the same; the referee decides what counts"),
            ),
        )
        if desk.match is not None
        else (),
        tone="alarm",
    )


def _reports(desk: Desk) -> tuple[Choice, ...]:
    failed = any(receipt.where == "not_saved" for receipt in desk.receipts.values())
    return (REPORTS, RETRY) if failed else (REPORTS,)


def _last_report(desk: Desk, zone: str) -> tuple[str, ...]:
    filed = desk.filed
    return (report_line(desk, filed[-1], zone),) if filed else ()


def _last_result(desk: Desk) -> tuple[str, ...]:
    match = desk.match
    if match is None:
        return (_("No match has been paired for this table yet."),)
    names = names_of(desk.state, match)
    signatures = desk.signatures
    outcome: Outcome | None = match.result.outcome or signatures[0].outcome
    if outcome is None:
        return ()
    words = _("Round {round_no}: {result}") if not match.playoff else _("Playoff: {result}")
    words = words.format(round_no=match.key.round_no, result=in_words(outcome, names))
    signed = [sign for sign in signatures if sign.state]
    if not signed:
        return (words,)
    # Both are as safe as the one that has got less far.
    least = min(signed, key=lambda sign: (sign.state == "at_hall", sign.disks))
    where = _(STATE_WORDS[least.state])
    if disks := on_disks(least.disks, least.known):
        where = f"{where} · {disks}"
    return (words, _("Signed by both · {where}").format(where=where))


def overrule(change: Change, rest: str) -> None:
    """Play the match here, once a refusal has been read: the table is sovereign."""
    change.desk = replace(change.desk, overruled=change.desk.refused)


RULED = Page(_ruled)
DONE = Page(_done)


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
            _("It is {device}. Play on there.").format(device=holder.label),
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
