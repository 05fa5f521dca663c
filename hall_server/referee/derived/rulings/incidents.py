"""What was reported and decided across the event, as values: the filters look at measures. Pure."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.ties import tie_names
from shared.core.decisions.standing import undoes
from shared.core.decisions.words import Names, seat_of
from shared.core.events import measures as m
from shared.core.match.outcome import SEATS, Code, Seat
from shared.core.state import Decision, Division, Match, Player, Report
from shared.core.text.language import N_, _

Show = Literal["all", "open", "cautions", "penalties", "requests"]
SHOWN: Final[dict[Show, str]] = {
    "all": N_("everything"),
    "open": N_("open"),
    "cautions": N_("cautions and warnings"),
    "penalties": N_("forfeits and penalties"),
    "requests": N_("requests"),
}
_REQUESTS = frozenset({"call", "timekeeper", "draw_ruling", "move_count", "away", "back"})


@dataclass(frozen=True, slots=True)
class Incident:
    """A report with what was decided about it, or a decision that no report led to.

    ``decisions`` are oldest first, in force or not; those that only undo are left out. ``around``
    are all decisions of the same match, player or division, those as well.
    """

    key: str
    at: int
    report: Report | None
    match: Match | None
    player: Player | None
    decisions: tuple[Decision, ...]
    around: tuple[Decision, ...]
    division: Division | None = None

    @property
    def about(self) -> str:
        """The id of its division; "" where that is not known."""
        if self.match is not None:
            return self.match.key.division
        return "" if self.player is None else self.player.division

    @property
    def standing(self) -> tuple[Decision, ...]:
        """The decisions that count, or that wait for one in their place."""
        return tuple(d for d in self.decisions if d.stands)

    @property
    def open(self) -> bool:
        """Whether a referee still has to decide."""
        waits = any(d.standing in ("contested", "unknown") for d in self.decisions)
        return waits or (self.report is not None and self.report.open)

    @property
    def counted(self) -> tuple[m.Measure, ...]:
        """The measures that count."""
        return tuple(one for d in self.decisions if d.counts for _token, one in d.measures)


def found(moment: Moment, show: Show = "all", player: str = "") -> tuple[Incident, ...]:
    """Return what a filter leaves, the newest first; of one player if one is named."""
    kept = (each for each in _all(moment) if _shown(each, show))
    mine = (each for each in kept if not player or player in involved(each))
    return tuple(sorted(mine, key=lambda each: (-each.at, each.key)))


def one(moment: Moment, key: str) -> Incident | None:
    """Return the incident with this key, as it is now."""
    return next((each for each in _all(moment) if each.key == key), None)


def names_of(moment: Moment, incident: Incident) -> Names:
    """Return the names that the seats of a decision stand for."""
    if incident.match is not None:
        return moment.names(incident.match)
    if incident.player is not None:
        return incident.player.name, incident.player.name
    if incident.division is not None:
        return tie_names(moment, incident.decisions[0])
    return _("Side 1"), _("Side 2")


def involved(incident: Incident) -> tuple[str, ...]:
    """Return the ids of the players whom a report or a decision is about.

    A report that names nobody is about who filed it; a decision that does not, about both.
    """
    if incident.player is not None:
        return (incident.player.id,)
    if incident.division is not None:
        measures = (one for decision in incident.decisions for _token, one in decision.measures)
        return tuple(p for one in measures if isinstance(one, m.TieBroken) for p in one.players)
    if incident.match is None:
        return ()
    report = incident.report
    seats: set[Seat | None] = set()
    if report is not None:
        seats.add(report.about if report.about is not None else report.seat)
    for decision in incident.decisions:
        for _token, measure in decision.measures:
            seats |= {seat_of(measure), *against(measure)}
    named = tuple(incident.match.players[seat] for seat in SEATS if seat in seats)
    return named or incident.match.players


def is_caution(incident: Incident, player: str = "") -> bool:
    """Return whether a caution or a warning counts; to ``player``, if one is named."""
    return any(
        isinstance(measure, m.Caution | m.Warned) and _hits(incident, measure, player)
        for measure in incident.counted
    )


def is_penalty(incident: Incident, player: str = "") -> bool:
    """Return whether it cost a game, a match, time or the place in the event; ``player``, if
    named."""
    return any(
        not isinstance(measure, m.Caution | m.Warned) and _hits(incident, measure, player)
        for measure in incident.counted
    )


def is_wish(incident: Incident) -> bool:
    """Return whether it was asked at a kiosk."""
    return any(isinstance(one, m.OF_WISHES) for d in incident.decisions for _, one in d.measures)


def against(measure: m.Measure) -> Collection[Seat]:
    """Return the seats that a measure is against: cautions, forfeits, time taken away."""
    match measure:
        case m.Caution() | m.Warned() | m.GameLost():
            return (measure.seat,)
        case m.BothLose():
            return SEATS
        case m.MatchDecided():
            lost = (Code.LOSS_BY_FORFEIT, Code.WIN_BY_FORFEIT)
            both = Code.LOST_BY_BOTH in measure.games
            return tuple(seat for seat in SEATS if both or lost[seat] in measure.games)
        case m.TimeAdded():
            added = (measure.left_ms, measure.right_ms)
            return tuple(seat for seat in SEATS if added[seat] < 0)
    return ()


def _hits(incident: Incident, measure: m.Measure, player: str) -> bool:
    if isinstance(measure, m.Suspended):
        return incident.player is not None and player in ("", incident.player.id)
    hit = against(measure)
    if not player or incident.match is None:
        return bool(hit)
    return any(incident.match.players[seat] == player for seat in hit)


def _all(moment: Moment) -> Iterator[Incident]:
    state = moment.state
    filed = {report.event for report in state.reports.values()}
    for report in state.reports.values():
        match = moment.match(report.match)
        around = match.decisions if match is not None else ()
        if not around and report.decision is not None:
            around = (report.decision,)
        mine = tuple(d for d in around if report.event in d.settles and not undoes(d))
        yield Incident(report.ent, report.at, report, match, None, mine, around)
    everything: tuple[Match | Player | Division, ...] = (
        *state.matches.values(),
        *state.players.values(),
        *state.divisions.values(),
    )
    for about in everything:
        match = about if isinstance(about, Match) else None
        player = about if isinstance(about, Player) else None
        division = about if isinstance(about, Division) else None
        for d in about.decisions:
            if not undoes(d) and (match is None or filed.isdisjoint(d.settles)):
                yield Incident(d.event, d.at, None, match, player, (d,), about.decisions, division)


def _shown(incident: Incident, show: Show) -> bool:
    match show:
        case "all":
            return True
        case "open":
            return incident.open
        case "cautions":
            return is_caution(incident)
        case "penalties":
            return is_penalty(incident)
        case "requests":
            if incident.report is None:
                return is_wish(incident)
            return incident.report.type in _REQUESTS
