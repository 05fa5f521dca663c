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
    Strips,
    Table,
    Text,
)
from shared.core.decisions.standing import why_not
from shared.core.decisions.words import Names, all_said
from shared.core.events.reported import found_words
from shared.core.events.reported import words as reported
from shared.core.standings.prizes import Payout, dollars
from shared.core.state import Decision, Report
from shared.core.text.language import called

_FORM = "form needed"
_RECEIPTS_PER_PAGE = 3
_SIGN_MM = 45


def prize_list(look: Look, payouts: Sequence[Payout]) -> PaperSheet:
    """Return what each player is paid, with a line to sign on (ACF-1.XIII.A, ACF-3.VI)."""
    columns = (
        Column("Place", "right", strong=True),
        Column("Name", strong=True),
        Column("Share", "right"),
        Column("Dues", "right"),
        Column("To pay", "right", strong=True),
        Column("To do first"),
        Column("Received", least_mm=_SIGN_MM),
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
    words = f"{len(rows)} to be paid, {dollars(total)} in all."
    table = Table(columns, rows, "desk", row_mm=10, ruled=True)
    return PaperSheet(
        f"Prize list, {look.how_far()}", look.division.name, (table, Text(words)), landscape=True
    )


def receipts(look: Look, payouts: Sequence[Payout]) -> PaperSheet:
    """Return a receipt for each player who is paid."""
    slips = tuple(
        (
            Text(f"Receipt   {dollars(payout.paid_cents)}", "large", strong=True),
            Form(
                (
                    (Field("Received from", look.event), Field("Date")),
                    (
                        Field("Player", payout.name),
                        Field("For", f"{look.division.name}, place {_places(payout)}"),
                    ),
                    (Field("Deducted dues", dollars(payout.dues_cents)),) * bool(payout.dues_cents)
                    + (Field("To do first", _before(payout) or "nothing"),),
                )
            ),
            Signatures((payout.name, "for the tournament")),
        )
        for payout in payouts
        if payout.share_cents
    )
    return PaperSheet("Receipts", look.division.name, (Strips(slips, _RECEIPTS_PER_PAGE),))


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
        "Incident report",
        look.division.name,
        (
            Form(
                (
                    (
                        Field("When", made_at(report.at, look.zone) if report else ""),
                        Field("Table", look.table(report.table) if report else ""),
                        Field("Round", str(match.key.round_no) if match else ""),
                    ),
                    (Field("Player", names[0]), Field("Opponent", names[1])),
                    (Field("Reported by", by), Field("About", about)),
                    (Field("What happened", _happened(report, names), lines=7),),
                    (Field("Clocks and position", lines=4),),
                    (Field("Witnesses", lines=3),),
                    (Field("Ruling", _ruling(decision, names) if decision else "", lines=6),),
                    (
                        Field("Clause", decision.clause if decision else ""),
                        Field("Penalty"),
                        Field("Appeal: yes / no"),
                    ),
                )
            ),
            Signatures((called("Referee"), names[0] or "Player", names[1] or "Opponent")),
        ),
    )


def _ruling(decision: Decision, names: Names) -> str:
    """Return what was decided, then the referee's own words."""
    what = all_said((measure for _token, measure in decision.measures), names)
    waits = "" if decision.counts else f"Not in force: {why_not(decision)}."
    return " ".join(filter(None, (what, decision.reason, waits)))


_REPORTS = {
    "call": "The referee was called.",
    "phone": "A phone was reported.",
    "late": "A player was late.",
    "restart": "The table started again after a power cut.",
}


def _happened(report: Report | None, names: Names) -> str:
    if report is None:
        return ""
    words = called(_REPORTS.get(report.type, f"{reported(report.type, report.which)}."))
    found = found_words(report.found, report.numbers, names)
    return " ".join(filter(None, (words, report.note, found)))


def _places(payout: Payout) -> str:
    return ", ".join(f"{share.pool} {share.place}".lstrip() for share in payout.paying)


def _before(payout: Payout) -> str:
    words = [_FORM] if payout.form_needed else []
    if payout.sheets_missing:
        rounds = ", ".join(map(str, payout.sheets_missing))
        words.append(f"score sheets missing: round {rounds}")
    return "; ".join(words)
