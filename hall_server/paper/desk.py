"""The referee's and the prize desk's papers: prize list, receipts, incident reports.

No paper has room for a personal number: a needed tax form is only a flag (ACF-3.VI).
"""

from collections.abc import Sequence

from hall_server.paper.look import Look, made_at
from hall_server.paper.sheet import (
    BLANK,
    Column,
    Field,
    Form,
    PaperSheet,
    Signatures,
    Small,
    Strips,
    Table,
    Text,
)
from shared.core.decisions.standing import why_not
from shared.core.decisions.words import Names, all_said
from shared.core.events.reported import found_words, shown_words
from shared.core.standings.prizes import Payout, dollars
from shared.core.state import Decision, Report
from shared.core.text.language import N_, _, ngettext, pgettext

_RECEIPTS_PER_PAGE = 3
_SIGN_MM = 45


def prize_list(look: Look, payouts: Sequence[Payout]) -> PaperSheet:
    """Return what each player is paid, with a line to sign on (ACF-1.XIII.A, ACF-3.VI)."""
    columns = (
        Column(_("Place"), "right", strong=True),
        Column(_("Name"), strong=True),
        Column(_("Share"), "right"),
        Column(_("Dues"), "right"),
        Column(_("To pay"), "right", strong=True),
        Column(_("To do first")),
        Column(_("Received"), least_mm=_SIGN_MM),
    )
    rows = tuple(
        (
            _places(payout),
            payout.name,
            dollars(payout.share_cents),
            dollars(payout.dues_cents) if payout.dues_cents else "",
            dollars(payout.paid_cents),
            _before(payout),
            BLANK,
        )
        for payout in payouts
        if payout.share_cents
    )
    total = sum(payout.paid_cents for payout in payouts)
    words = ngettext(
        "{count} player is to be paid, {sum} in all.",
        "{count} players are to be paid, {sum} in all.",
        len(rows),
    ).format(count=len(rows), sum=dollars(total))
    table = Table(columns, rows, "desk", row_mm=10, ruled=True)
    title = look.so_far(_("Prize list"))
    return PaperSheet(title, look.division.name, (table, Text(words)), landscape=True)


def receipts(look: Look, payouts: Sequence[Payout]) -> PaperSheet:
    """Return a receipt for each player who is paid."""
    slips = tuple(_receipt(look, payout) for payout in payouts if payout.share_cents)
    return PaperSheet(_("Receipts"), look.division.name, (Strips(slips, _RECEIPTS_PER_PAGE),))


def _receipt(look: Look, payout: Payout) -> tuple[Small, ...]:
    where = _("{division}, place {place}")
    where = where.format(division=look.division.name, place=_places(payout))
    rows: list[tuple[Field, ...]] = [
        (Field(_("Received from"), look.event), Field(_("Date"))),
        (Field(_("Player"), payout.name), Field(pgettext("receipt", "For"), where)),
    ]
    if payout.dues_cents:
        rows.append((Field(_("Deducted dues"), dollars(payout.dues_cents)),))
    first = Field(_("To do first"), _before(payout) or _("nothing"))
    return (
        Text(_("Receipt") + f"   {dollars(payout.paid_cents)}", "large", strong=True),
        Form((*rows, (first,))),
        Signatures((payout.name, _("for the tournament"))),
    )


def incident_sheets(look: Look, *, between_matches: bool = True) -> tuple[PaperSheet, ...]:
    """Return a sheet for each report from the division's tables, then an empty one.

    With ``between_matches`` also for reports from any table that had no match.
    """
    filed = sorted(
        (
            report
            for report in look.state.reports.values()
            if (
                between_matches
                if report.match is None
                else report.match.division == look.division.id
            )
        ),
        key=lambda report: (report.at, report.ent),
    )
    return tuple(_incident(look, report) for report in (*filed, None))


def _incident(look: Look, report: Report | None) -> PaperSheet:
    match = look.state.matches.get(report.match.uid) if report and report.match else None
    names = look.names(match) if match else ("", "")
    decision = report.decision if report else None
    about = names[report.about] if report and match and report.about is not None else ""
    by = names[report.seat] if report and match and report.seat is not None else ""
    return PaperSheet(
        _("Incident report"),
        look.division.name,
        (
            Form(
                (
                    (
                        Field(_("When"), made_at(report.at, look.zone) if report else ""),
                        Field(_("Table"), look.table(report.table) if report else ""),
                        Field(_("Round"), str(match.key.round_no) if match else ""),
                    ),
                    (Field(_("Player"), names[0]), Field(_("Opponent"), names[1])),
                    (Field(_("Reported by"), by), Field(_("About"), about)),
                    (Field(_("What happened"), _happened(report, names), lines=7),),
                    (Field(_("Clocks and position"), lines=4),),
                    (Field(_("Witnesses"), lines=3),),
                    (Field(_("Ruling"), _ruling(decision, names) if decision else "", lines=6),),
                    (
                        Field(_("Clause"), decision.clause if decision else ""),
                        Field(pgettext("paper", "Penalty")),
                        Field(_("Appeal: yes / no")),
                    ),
                )
            ),
            Signatures((_("Referee"), names[0] or _("Player"), names[1] or _("Opponent"))),
        ),
    )


def _ruling(decision: Decision, names: Names) -> str:
    """Return what was decided, then the referee's own words."""
    what = all_said((measure for _token, measure in decision.measures), names)
    waits = "" if decision.counts else _("Not in force: {why}.").format(why=why_not(decision))
    return " ".join(filter(None, (what, decision.reason, waits)))


_REPORTS = {
    "call": N_("The referee was called."),
    "phone": N_("A phone was reported."),
    "late": N_("A player was late."),
    "restart": N_("The table started again after a power cut."),
}


def _happened(report: Report | None, names: Names) -> str:
    if report is None:
        return ""
    known = _REPORTS.get(report.type)
    words = _(known) if known else f"{shown_words(report.type, report.which)}."
    found = found_words(report.found, report.numbers, names)
    return " ".join(filter(None, (words, report.note, found)))


def _places(payout: Payout) -> str:
    return ", ".join(f"{share.pool} {share.place}".lstrip() for share in payout.paying)


def _before(payout: Payout) -> str:
    words = [_("form needed")] if payout.form_needed else []
    if payout.sheets_missing:
        rounds = ", ".join(map(str, payout.sheets_missing))
        words.append(_("score sheets missing: round {rounds}").format(rounds=rounds))
    return "; ".join(words)
