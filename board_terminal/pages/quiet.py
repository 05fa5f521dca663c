"""Pages without a game: waiting, the last result, a ruling, a hall that turns the table away."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Desk
from board_terminal.desk.setting import names_of, table_label
from board_terminal.pages.look import STATE_WORDS, Look, alarms, came_here, report_line
from board_terminal.pages.page import Page
from board_terminal.view.keys import REPORTS, RETRY
from board_terminal.view.view import Choice, View
from shared.core.match.outcome import Outcome
from shared.core.standings.scoring import in_words
from shared.core.state import Match
from shared.core.text.language import _
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
    return View(
        "ruled",
        title=look.title,
        headline=_("The referee has ruled"),
        message=(*message, _("Waiting for the next round."), *look.foot),
        choices=_reports(look.desk),
    )


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
    states = [sign.state for sign in signatures if sign.state]
    if not states:
        return (words,)
    worst = "held" if "held" in states else "at_hall"
    return (words, _("Signed by both · {where}").format(where=_(STATE_WORDS[worst])))


def overrule(change: Change, rest: str) -> None:
    """Play the match here, once a refusal has been read: the table is sovereign."""
    change.desk = replace(change.desk, overruled=change.desk.refused)


RULED = Page(_ruled)
DONE = Page(_done)
