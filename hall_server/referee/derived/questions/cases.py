"""What questions say of a match: its case for ``decisions``, who has not come, when its round ends.

What lateness costs stands in ``shared.core.match.lateness``.
"""

from typing import Any

from hall_server.referee.derived.moment import Moment
from shared.core.decisions.facts import Case, CaseKind
from shared.core.events import entities
from shared.core.events.reported import found_words
from shared.core.match.controls import UNCLOCKED
from shared.core.match.move_time import lowder_may_begin
from shared.core.match.outcome import SEATS, Seat
from shared.core.state import Match, Report
from shared.core.text.language import _
from shared.port import LiveTable

SETTLING_MS = 60_000
"""A round that has just started finds its players on their way: for a minute nobody is late."""


def case_of(
    moment: Moment,
    kind: CaseKind,
    match: Match | None,
    reports: tuple[Report, ...] = (),
    ident: str = "",
    **facts: Any,
) -> Case:
    """Return a case about a match, or about reports of a table without one.

    ``ident`` is that of the first report, or of the match, unless another is given; ``facts`` are
    further fields of the case.
    """
    if match is None:
        first = ident or reports[0].event
        return Case(kind=kind, ident=first, book=moment.book(None), reports=reports, **facts)
    known: dict[str, Any] = {
        "game": moment.game_now(match),
        "lowder_told": lowder_told(moment, match),
        "controls": absent_controls(moment, match),
        "clock_replaces": clock_replaces(moment, match),
        "put_out": any(
            player.suspended is not None
            for ident in match.players
            if (player := moment.state.players.get(ident)) is not None
        ),
    }
    return Case(
        kind=kind,
        ident=ident or (reports[0].event if reports else match.uid),
        book=moment.book(match),
        match=match,
        reports=reports,
        **(known | facts),
    )


def asked(moment: Moment, report: Report, match: Match | None) -> tuple[str, ...]:
    """Return who reported it, what the table found by itself, and whether the referee is coming."""
    words = _("Reported {time}").format(time=moment.at(report.at))
    if match is not None and report.seat is not None:
        words = _("Reported {time} by {name}").format(
            time=moment.at(report.at), name=moment.names(match)[report.seat]
        )
    lines = [f"{words}: “{report.note}”" if report.note else words]
    names = moment.names(match) if match is not None else (_("Side 1"), _("Side 2"))
    if found := found_words(report.found, report.numbers, names):
        lines.append(found)
    if report.coming_at:
        lines.append(
            _("You said at {time} that you are coming.").format(time=moment.at(report.coming_at))
        )
    return tuple(lines)


def absent(match: Match, live: LiveTable | None = None) -> tuple[Seat, ...]:
    """Return the seats of a match that nobody has taken; none once it is under way or has a result.

    Where ``live`` says that a clock runs for the absent, the clock replaces the count
    (ACF-1.VI.B).
    """
    if live is not None and live.running:
        return ()
    if match.result.status != "none" or match.presses or match.clock is not None:
        return ()
    if match.standing != "in_force":
        return ()
    return tuple(seat for seat in SEATS if not match.seated[seat])


def absent_controls(moment: Moment, match: Match) -> tuple[str, ...]:
    """Return the controls under which the absent side's time can run; none where no clock is
    used."""
    return tuple(name for name in _controls(moment, match) if name != UNCLOCKED)


def clock_replaces(moment: Moment, match: Match) -> bool:
    """Return whether the absent player's own time replaces the forfeits: where a clock keeps the
    time, whatever the players agree on (ACF-1.VI.B)."""
    named = _controls(moment, match)
    return moment.book(match).lateness is not None and bool(named) and UNCLOCKED not in named


def _controls(moment: Moment, match: Match) -> tuple[str, ...]:
    if match.control is not None:
        return (match.control.name,)
    division = moment.state.played_by(match)
    fixed = division.control if division is not None else ""
    return (fixed,) if fixed else moment.book(match).time_controls


def round_end(moment: Moment, match: Match) -> int | None:
    """Return when the match's round is to end, UTC ms: as posted, else by the rulebook; None for
    never."""
    moved = moment.state.moved.get((match.key.division, match.key.round_no))
    posted = moved.length_ms if moved is not None else None
    length_ms = posted or moment.book(match).round_length_ms
    return None if length_ms is None else match.starts_at + length_ms


def lowder_told(moment: Moment, match: Match) -> bool:
    """Return whether a minute a move may be required of a match now: its players have been told.

    Where no end of the round is known the referee alone says when it is time (ACF-1.X.B.c).
    """
    rule, ends_at = moment.book(match).lowder, round_end(moment, match)
    if rule is None or ends_at is None:
        return rule is not None
    told_at = lowder_told_at(moment, match.key.division, match.key.round_no)
    return lowder_may_begin(rule, ends_at, told_at, moment.hall_ms)


def lowder_told_at(moment: Moment, division: str, round_no: int) -> int | None:
    """Return when the players of a round were told, UTC ms; None while they were not."""
    said = moment.state.office.announcements.get(entities.lowder_notice(division, round_no))
    return None if said is None else said.at
