"""The story of a match: who entered what and when, who confirmed it, who decided. Pure.

What people wrote stays as they wrote it. All else is in the reader's language.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from hall_server.derived.entry_kinds import ENTRY_KINDS
from shared.core.decisions.standing import table_said, undoes, voted, why_not
from shared.core.decisions.words import all_said, in_full
from shared.core.events import (
    Body,
    ClockLogged,
    ControlChosen,
    DecisionMade,
    DrawOffered,
    Event,
    MatchCalled,
    MeasureDone,
    MeasureRefused,
    MovesEntered,
    MovesLogged,
    Obstacle,
    OpeningDrawn,
    PlayerSeated,
    RefereeComing,
    ReportFiled,
    ResultSigned,
    RoundPaired,
    SheetsHandedIn,
)
from shared.core.events.measures import read
from shared.core.events.reported import found_words, shown_words
from shared.core.match.outcome import SEATS
from shared.core.standings.scoring import in_words
from shared.core.state import Decision, HallState, Match
from shared.core.state.floor import table_name
from shared.core.state.points_words import score_words
from shared.core.text.language import N_, _, headed
from shared.core.text.sentence import said as told
from shared.public.lookup import player_name
from shared.tui.times import local

_SAID = (
    N_("accepted"), N_("refused"), N_("withdrawn"), N_("contested"), N_("ruled"),
    N_("none"), N_("entered"), N_("confirmed"), N_("disputed"),
    N_("conflict"), N_("unverified press"), N_("software"), N_("key"), N_("flag"),
    N_("game end"), N_("pause"), N_("restart"), N_("sleep"),
)  # fmt: skip
"""Words that events and the state hold as codes."""


StoryKind = Literal["result", "ruling", "report", "clock", "moves", "player", "pairing"]

KINDS: dict[StoryKind, str] = {
    "result": N_("Results"),
    "ruling": N_("Rulings"),
    "report": N_("Reports"),
    "clock": N_("Clocks"),
    "moves": N_("Moves"),
    "player": N_("Players and the draw"),
    "pairing": N_("Pairing and calls"),
}
"""What a line of the story is about, and the words for all lines of that kind."""

_KIND_OF: dict[type[Body], StoryKind] = {
    ResultSigned: "result", SheetsHandedIn: "result",
    DecisionMade: "ruling", MeasureDone: "ruling", MeasureRefused: "ruling",
    ReportFiled: "report", RefereeComing: "report", DrawOffered: "report",
    ClockLogged: "clock", ControlChosen: "clock",
    MovesLogged: "moves", MovesEntered: "moves",
    PlayerSeated: "player", OpeningDrawn: "player",
}  # fmt: skip

_AUTHORS = {"referee": N_("referee"), "hall": N_("hall")}


class StoryLine(NamedTuple):
    """An entry of the story: UTC ms, the device and the beginning of its key, who did it and how,
    what. ``counts`` is whether it is in force."""

    at: int
    device: str
    node: str
    who: str
    what: str
    kind: StoryKind
    counts: bool = True


def story(state: HallState, match: Match, events: Iterable[Event]) -> Iterator[StoryLine]:
    """Yield a line for each of a match's ``events`` that has something to say."""
    names = _names(state, match)
    reasons = {unforced.event: told(unforced.reason) for unforced in state.unforced}
    reasons |= {d.event: why for d in match.decisions if (why := why_not(d, match.decisions))}
    for event in events:
        said = entry_words(event, names, match.decisions)
        if not said:
            continue
        if event.id in reasons:
            why = _("NOT IN FORCE: {reason}").format(reason=reasons[event.id])
            said = f"{said} [{why}]"
        device = state.devices.get(event.node)
        yield StoryLine(
            event.at,
            device.label if device else event.node[:8],
            event.node[:8],
            _author(event, names),
            said,
            "pairing" if event.body is None else _KIND_OF.get(type(event.body), "pairing"),
            event.id not in reasons,
        )


def story_text(state: HallState, match: Match, events: Iterable[Event]) -> Iterator[str]:
    """Yield the story as text: a title, a line for each event, the outcome."""
    zone = state.tournament.zone if state.tournament else "UTC"
    yield story_title(state, match)
    for line in story(state, match, events):
        at = local(line.at, zone)
        device = line.device if line.device == line.node else f"{line.device} ({line.node})"
        yield f"{at:%Y-%m-%d %H:%M:%S}  {device}, {line.who}: {line.what}"
    yield story_outcome(state, match)


def story_title(state: HallState, match: Match) -> str:
    """Return whose match it is, and of which round."""
    left, right = _names(state, match)
    table = state.tables.get(match.table)
    title = _("{left} – {right}, {division} round {round_no}, {table}")
    return title.format(
        left=left,
        right=right,
        division=state.divisions[match.key.division].name,
        round_no=match.key.round_no,
        table=table_name(table.label) if table else match.table,
    )


def story_outcome(state: HallState, match: Match) -> str:
    """Return what counts in the end."""
    return _outcome(match, _names(state, match))


def _names(state: HallState, match: Match) -> tuple[str, str]:
    first, second = match.players
    return player_name(state, first), player_name(state, second)


def _author(event: Event, names: tuple[str, str]) -> str:
    """Return who did it, and how that was confirmed."""
    who = event.actor.who
    name = names[int(who)] if who in ("0", "1") else _(_AUTHORS[who]) if who in _AUTHORS else ""
    how = _(event.actor.how)
    return f"{name} ({how})" if name else how


def entry_words(event: Event, names: tuple[str, str], decisions: Sequence[Decision] = ()) -> str:
    """Return an event about a match in words; ``names`` are the players', in seat order.

    ``decisions`` are those of the match: a table names their measures by token.
    """
    body = event.body
    match body:
        case RoundPaired():
            return _("the pairing was published")
        case MatchCalled():
            if body.off:
                return _("the call was taken back: {why}").format(why=body.off)
            return _("the match was called")
        case DrawOffered():
            offer = _("{name} offered a draw in game {game}").format(
                name=names[body.seat], game=body.game
            )
            return offer if body.answer == "open" else headed(offer, _(body.answer))
        case MovesLogged():
            return _("the moves of game {game} were kept").format(game=body.game)
        case MovesEntered():
            words = _("the moves of game {game} were entered from {source}")
            return words.format(game=body.game, source=body.source)
        case PlayerSeated():
            return _("{name} sat down").format(name=names[int(event.ent[-1] == "1")])
        case OpeningDrawn():
            return _drawn(body, names)
        case ControlChosen():
            return _("time control {name}, {by}").format(name=body.name, by=body.by)
        case ClockLogged():
            return _clock(body, names)
        case ResultSigned():
            return _("{name} signed: {result}").format(
                name=names[body.seat], result=in_words(body.outcome, names)
            )
        case DecisionMade():
            return _decided(body, names, decisions)
        case MeasureDone():
            return _at_table(event, None, names, decisions)
        case MeasureRefused():
            return _at_table(event, body.why, names, decisions)
        case ReportFiled():
            return _report(body, names)
        case RefereeComing():
            return _("the referee is coming")
        case SheetsHandedIn():
            here = _(" and ").join(names[seat] for seat in SEATS if body.copies[seat])
            return _("score sheets at the desk: {names}").format(names=here or _("none"))
        case _other:
            return _(ENTRY_KINDS.get(event.kind, event.kind))


def _decided(body: DecisionMade, names: tuple[str, str], decisions: Sequence[Decision]) -> str:
    """Return what a referee decided or undid, by which rule and why, and a committee's votes."""
    reason = f"({body.reason})" if body.reason else ""
    if not body.measures:
        gone = [one for one in decisions if one.event in body.replaces and not undoes(one)]
        what = " ".join(in_full(one, names) for one in gone)
        return " ".join(filter(None, (_("UNDONE: {what}").format(what=what or "–"), reason)))
    known = [read(raw) for raw in body.measures]
    what = all_said((measure for measure in known if measure is not None), names)
    if None in known:
        what = f"{what} […]".strip()
    words = _("DECIDED by {clause}: {measures}") if body.clause else _("DECIDED: {measures}")
    said = words.format(clause=body.clause, measures=what).rstrip()
    return " ".join(filter(None, (said, reason, voted(body.votes, names))))


def _at_table(
    event: Event, refused: Obstacle | None, names: tuple[str, str], decisions: Sequence[Decision]
) -> str:
    """Return what the table answered to the measure that the entity names."""
    token = event.ent.rpartition("/")[2]
    measures = (held for one in decisions for held in one.measures)
    measure = next((measure for named, measure in measures if named == token), None)
    if measure is None:
        return _("the table answered a decision that is not known here")
    return table_said(measure, refused, names)


def _drawn(body: OpeningDrawn, names: tuple[str, str]) -> str:
    said = _("drawn: {name} moves first").format(name=names[body.first_seat])
    number = _("opening {number}").format(number=body.opening) if body.opening else ""
    moves = f"({', '.join(body.moves)})" if body.moves else ""
    opening = " ".join(part for part in (number, moves) if part)
    return f"{said}, {opening}" if opening else said


def _clock(body: ClockLogged, names: tuple[str, str]) -> str:
    said = _reading(body)
    if body.score is None:
        return said
    return f"{said}, {score_words(body.score, names)}"


def _reading(body: ClockLogged) -> str:
    moves = _("{moves} moves, {why}").format(
        moves="–".join(str(count) for count in body.moves), why=_(body.why)
    )
    if not any(body.remaining_ms):
        return _("game {game}: {moves}").format(game=body.game, moves=moves)
    left = " – ".join(f"{ms // 60_000}:{ms // 1000 % 60:02}" for ms in body.remaining_ms)
    words = _("clock, game {game}: {left} left, {moves}")
    return words.format(game=body.game, left=left, moves=moves)


def _report(body: ReportFiled, names: tuple[str, str]) -> str:
    by = names[body.seat] if body.seat is not None else _("the table")
    what = shown_words(body.type, body.which)
    if body.about is None:
        said = _("{who} reported: {what}").format(who=by, what=what)
    else:
        words = _("{who} reported about {whom}: {what}")
        said = words.format(who=by, whom=names[body.about], what=what)
    told = " ".join(filter(None, (body.note, found_words(body.found, body.numbers, names))))
    return f"{said} ({told})" if told else said


def _outcome(match: Match, names: tuple[str, str]) -> str:
    result = match.result
    if match.standing != "in_force":
        words = _("The pairing of this match is {standing}.")
        return words.format(standing=_(match.standing.replace("_", " ")))
    status = _(result.status)
    if result.outcome is None:
        return _("No result counts: {status}.").format(status=status)
    return _("It counts, {status}: {result}.").format(
        status=status, result=in_words(result.outcome, names)
    )
