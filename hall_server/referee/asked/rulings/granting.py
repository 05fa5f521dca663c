"""The dialogue that grants a player match points outside the rounds (APCA-30). Shows and routes."""

from collections.abc import Iterator, Sequence

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings.effects import desk_lines, moved, moved_lines, with_points
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.words import all_said, in_full
from shared.core.decisions.writing import Ground, decide
from shared.core.events import entities
from shared.core.events.measures import PointsGranted
from shared.core.rulebooks import Rulebook
from shared.core.standings.explain import explain
from shared.core.standings.order import StandingsRow
from shared.core.standings.records import division_records
from shared.core.state import Decision, HallState, Player
from shared.core.text.language import _, headed

_NEW = "new"
_MOST = 999
_SHOWN = 8


def grants(player: Player) -> tuple[Decision, ...]:
    """Return the decisions that count and grant a player points."""
    return tuple(each for each in player.decisions if each.counts and _points(each))


def grant_words(player: Player) -> tuple[str, ...]:
    """Return what a player was granted, each with its rule and the referee's words."""
    return tuple(in_full(each, (player.name, player.name)) for each in grants(player))


def why_there(state: HallState, rows: Sequence[StandingsRow], ident: str) -> tuple[str, ...]:
    """Return how a player's row of the standings ``rows`` came about, round by round, and what was
    granted to the player; () without a row."""
    player = state.players.get(ident)
    row = next((row for row in rows if row.player == ident), None)
    if player is None or row is None:
        return ()
    book = state.divisions[player.division].book
    told = explain(row, division_records(state, player.division), book)
    return (*told, *grant_words(player))


def _points(decision: Decision) -> int:
    granted = (one.points for _token, one in decision.measures if isinstance(one, PointsGranted))
    return sum(granted)


def clause_of(book: Rulebook) -> str:
    """Return by which clause points are granted: that of emergencies, else the referee's say."""
    return book.clause("leaving") if book.leaving is not None else book.sheet.authority


def place_words(moment: Moment, division: str, after: HallState) -> Iterator[str]:
    """Yield what other places and points come to, at the desks too."""
    yield _("What else changes:")
    yield from desk_lines(moment, division, after)
    yield from moved_lines(moved(moment.state, after, division), (), _SHOWN)


@dialogue
async def grant(ask: Ask, ident: str) -> None:
    """Grant a player points, or other points than before."""
    desk = ask.desk
    player = desk.hall.players.get(ident)
    division = desk.hall.divisions.get(player.division) if player is not None else None
    if player is None or division is None or division.unreadable:
        return
    name, before = player.name, await _before(ask, player)
    points = await _number(ask, name, before)
    why = await ask.text(
        _("Why does {name} get them?").format(name=name),
        hint=_("It is kept, and read in the standings."),
        value=before.reason if before is not None else "",
    )
    measure, clause = PointsGranted(points), clause_of(division.book)
    draft = decide(
        entities.player_decision(ident),
        desk.token(),
        (measure,),
        Ground(clause, why),
        instead=(before,) if before is not None else (),
    )
    words = all_said((measure,), (name, name)).rstrip(".")
    moment, gone = desk.moment(), _points(before) if before is not None else 0
    after = with_points(moment.state, ident, points - gone)
    lines = [f"{words} ({headed(clause, why)})?"]
    if before is not None:
        lines.append(_("Instead of: {what}").format(what=in_full(before, (name, name))))
    lines += place_words(moment, division.id, after)

    def changed() -> str:
        now = desk.hall.players.get(ident)
        same = now is not None and now.decisions == player.decisions
        return "" if same else _("Another referee has decided that meanwhile.")

    entry = Writing(words, (draft,))
    desk.rule(await ask.confirm("\n".join(lines), entry, yes=_("Rule"), changed=changed))


async def _before(ask: Ask, player: Player) -> Decision | None:
    """Return the grant that is changed; None for a further one."""
    known = grants(player)
    if not known:
        return None
    lines = [ListLine(_NEW, " " + _("Further points"))]
    names = (player.name, player.name)
    for number, each in enumerate(known):
        words = _("Other points instead of: {what}").format(what=in_full(each, names))
        lines.append(ListLine(str(number), f" {words}"))
    title = _("Points for {name} outside the rounds").format(name=player.name)
    key = await ask.pick(title, lines)
    return None if key == _NEW else known[int(key)]


async def _number(ask: Ask, name: str, before: Decision | None) -> int:
    def objection(text: str) -> str:
        good = text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST
        return "" if good else _("A number from 1 to {most}.").format(most=_MOST)

    title = _("How many match points does {name} get outside the rounds?").format(name=name)
    value = str(_points(before)) if before is not None else ""
    return int(await ask.text(title, value=value, objection=objection))
