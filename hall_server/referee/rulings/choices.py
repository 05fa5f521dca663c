"""What the referee can decide instead of the proposal, in words, and what each choice writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hall_server.referee.moment import Moment, sayings, signed_by_both
from hall_server.referee.questions import reasons
from hall_server.referee.questions.about_incidents import ordered
from hall_server.referee.questions.about_time import lowder_told
from hall_server.referee.questions.forfeit_order import forfeit, forfeited, order_given
from hall_server.referee.questions.lateness import absent_controls, clock_replaces, excused
from hall_server.referee.questions.question import Question, answer, ruling
from hall_server.referee.questions.reasons import in_english
from hall_server.referee.rulings.clock_orders import absence_clause, absent_sides
from hall_server.referee.rulings.orders import clocked, orders
from hall_server.referee.rulings.points import scored
from shared.core.entities import parse
from shared.core.events import (
    AnswerState,
    Order,
    OrderGiven,
    PlayerSuspended,
    ReportAnswered,
    RoundPaired,
    RoundStarted,
    RulingMade,
)
from shared.core.language import _
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.scoring import in_words, played_out
from shared.core.state import FALLBACK, Match
from shared.core.words import SEATS, Outcome
from shared.pairing.call_board import SHEETS
from shared.port import Draft

ChoiceKind = Literal[
    "rule", "answer", "order", "clocks", "games", "score", "committee", "appeal", "words"
]
"""Rule on the result, answer the report, have the table do something, set other clock times, pick
codes game by game, type a score, have a committee vote on a game or on the ruling, or rule in own
words."""

_MAY_BE_DRAWN = ("draw_ruling", "count_full")


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the list. ``outcome`` is set for "rule", ``state`` for "answer" and "clocks"."""

    kind: ChoiceKind
    words: str
    outcome: Outcome | None = None
    state: AnswerState = "ruled"
    clause: str = ""
    note: str = ""
    """What the answer says, in English; ``said`` is the same for the referee."""
    said: str = ""
    order: Order | None = None
    void: bool = False
    """Whether the match does not count on its draw sheet, which has it played again."""


def choices(moment: Moment, question: Question | None, match: Match | None) -> tuple[Choice, ...]:
    """Everything that may be decided about a question or a match, the likeliest first."""
    found: list[Choice] = []
    if question is not None and question.reports:
        found += _about_report(moment, question, match)
    elif question is not None and question.kind == "late" and match is not None:
        found += _about_absence(moment, match)
    elif question is not None and question.kind == "flag" and match is not None:
        found += _about_flag(moment, question, match)
    if match is not None:
        clause = question.clause if question is not None else moment.book(match).sheet.authority
        found += _outcomes(moment, question, match, clause)
    if question is not None and question.reports:
        words = _("No") if question.kind == "request" else _("Nothing to rule: dismiss the report")
        found.append(Choice("answer", words, state="dismissed"))
    return tuple(found)


def _about_report(moment: Moment, question: Question, match: Match | None) -> Iterator[Choice]:
    clause = question.clause
    if question.kind in ("phone", "late", "incident") and match is not None:
        games = moment.book(match).games_per_match
        first = moment.game_now(match)
        filed = [moment.state.reports.get(ent) for ent in question.reports]
        if any(each is not None and each.type in _MAY_BE_DRAWN for each in filed):
            yield _playing_on(lambda: _("Game {game} is declared drawn").format(game=first), clause)
        if question.kind == "late":
            yield from _starting(moment, match)
            yield from _excusing(moment, match)
        # Whom the report is about comes first: his loss is what was asked about.
        accused = {each.about for each in filed if each is not None}
        by_clock = question.kind == "late" and clock_replaces(moment, match)
        # A match of points has no games that are forfeited one by one.
        whole = by_clock or moment.book(match).scoring == "points"
        for seat in () if whole else sorted(SEATS, key=lambda seat: seat not in accused):
            for game in sorted(range(1, games + 1), key=lambda game: game != first):
                say = partial(_forfeited, game, moment.names(match)[seat])
                late = question.kind == "late" and game == first and not match.seated[seat]
                yield _playing_on(say, clause, forfeit(seat, game) if late else None)
    if question.kind == "restart":
        yield Choice("clocks", _("Go on from other times"), clause=clause)
    if match is not None and question.kind in ("call", "incident"):
        keeps = clocked(match)
        told = lowder_told(moment, match)
        offered = partial(orders, moment.book(match), keeps, lowder=told)
        for (order, words, by), (_order, note, _by) in zip(
            offered(), in_english(offered), strict=True
        ):
            yield Choice("order", words, clause=by, note=f"{note}.", said=f"{words}.", order=order)
        if keeps:
            yield Choice("clocks", _("Set both clocks to other times"), clause=clause)
    if question.kind in ("call", "phone", "late", "restart", "incident"):
        book = moment.book(match) if match is not None else RULEBOOKS[FALLBACK]
        own = _("Another ruling, in your own words")
        yield Choice("words", own, clause=book.sheet.authority)
        yield Choice("answer", _("Say that you are coming"), state="coming")
        yield Choice(
            "answer",
            _("Dealt with: close it"),
            clause=clause,
            note=reasons.DEALT_WITH,
            said=_("Dealt with."),
        )
    if match is not None and question.kind in ("call", "incident"):
        yield from _directing(moment.book(match), clocked(match))


def _directing(book: Rulebook, keeps: bool) -> Iterator[Choice]:
    """What a backgammon director may order beside what was reported."""
    sheet = book.sheet
    if sheet.equipment:
        yield Choice("words", _("Other equipment, from now on"), clause=sheet.equipment)
    if sheet.forgotten_press and keeps:
        words = _("A forgotten press: both clocks, with its time given back")
        yield Choice("clocks", words, clause=sheet.forgotten_press)
    if sheet.wrong_length:
        found = _("A wrong match length was played to")
        note = in_english(wrong_length)
        yield Choice("answer", found, clause=sheet.wrong_length, note=note, said=wrong_length())


def wrong_length() -> str:
    """How a match of a wrong length goes on (USBGF-4.8)."""
    return _(
        "The game in progress is finished. The higher score wins if it has reached the right or"
        " the wrong length, a tie that has by one more game; else play goes on to the right length."
    )


def _playing_on(say: Callable[[], str], clause: str, order: Order | None = None) -> Choice:
    """An answer on one game; the match goes on, and the table does what is ordered."""
    words = _("{words}; play on").format(words=say())
    note = f"{in_english(say)}."
    return Choice("answer", words, clause=clause, note=note, said=f"{say()}.", order=order)


def _ordering(order: Order, say: Callable[[], str], clause: str) -> Choice:
    note = f"{in_english(say)}."
    return Choice("order", say(), clause=clause, note=note, said=f"{say()}.", order=order)


def _forfeited(game: int, name: str) -> str:
    return _("Game {game} is forfeited by {name}").format(game=game, name=name)


def _about_flag(moment: Moment, question: Question, match: Match) -> Iterator[Choice]:
    """HALL-apca-flag: whether the game after the one that was lost on time is played, and how."""
    if moment.book(match).flag_costs == "game":
        words = _("The next game is played: set both clocks")
        yield Choice("clocks", words, clause=question.clause)


def _about_absence(moment: Moment, match: Match) -> Iterator[Choice]:
    """What a table can be ordered at which somebody is missing and nobody has reported it.

    Where a clock keeps the time it replaces the forfeits (ACF-1.VI.B).
    """
    first, book = moment.game_now(match), moment.book(match)
    yield from _starting(moment, match)
    whole = clock_replaces(moment, match) or book.scoring == "points"
    for seat in () if whole else SEATS:
        if not match.seated[seat] and not forfeited(moment, match, seat, first):
            said = partial(_forfeited, first, moment.names(match)[seat])
            yield _ordering(forfeit(seat, first), said, book.clause("lateness"))
    yield from _excusing(moment, match)


def _starting(moment: Moment, match: Match) -> Iterator[Choice]:
    """The time of whoever is missing, under each control that may be meant."""
    found = () if all(match.seated) else absent_controls(moment, match)
    for control in found:
        say = partial(_absent_time, moment, match)
        if len(found) > 1:
            say = partial(_absent_time_under, moment, match, control)
        clause = absence_clause(moment.book(match))
        yield _ordering(Order("start_absent", control), say, clause)


def _excusing(moment: Moment, match: Match) -> Iterator[Choice]:
    """ACF-1.VI.B: an absence may be excused; then nothing is counted, and the reason is kept."""
    book = moment.book(match)
    if book.lateness is None:
        return
    for seat in SEATS:
        if not match.seated[seat] and excused(moment, match, seat) is None:
            say = partial(_excused, moment.names(match)[seat])
            yield _ordering(Order("excuse", seat=seat), say, book.clause("lateness.grace_ms"))


def _excused(name: str) -> str:
    return _("{name} is excused: nothing is counted").format(name=name)


def _absent_time_under(moment: Moment, match: Match, control: str) -> str:
    return _("{what}, under {control}").format(what=_absent_time(moment, match), control=control)


def _absent_time(moment: Moment, match: Match) -> str:
    return _("The time of {names} runs from now").format(names=absent_sides(moment, match))


def _outcomes(
    moment: Moment, question: Question | None, match: Match, clause: str
) -> Iterator[Choice]:
    names = moment.names(match)
    first = list(question.choices) if question is not None else []
    signed = [version.outcome for version in match.result.versions]
    played = [scored(moment, match, outcome) for outcome in played_out(moment.book(match))]
    for outcome in dict.fromkeys([*first, *signed, *played]):
        words = sayings(outcome, names)
        by = [
            names[v.seat]
            for v in match.result.versions
            if v.outcome == outcome and v.seat is not None
        ]
        if by:
            words += _(" – as {names} signed").format(names=_(" and ").join(by))
        yield Choice("rule", words, outcome, clause=clause)
    if may_be_adjudicated(moment, match):
        words = _("Committee of three votes on a game that cannot be finished: final")
        yield Choice("committee", words, clause=moment.book(match).sheet.adjudication)
    if may_be_appealed(moment, match):
        words = _("Committee votes on an appeal against the ruling")
        yield Choice("appeal", words, clause=moment.book(match).sheet.appeal)
    if moment.book(match).scoring == "points":
        yield Choice("score", _("Another score"), clause=clause)
    yield Choice("games", _("Game by game, with forfeits"), clause=clause)
    yield no_points(moment.book(match), match)


def no_points(book: Rulebook, match: Match) -> Choice:
    """That a match brings neither player anything: why, the sheet says (ACF-2.I.B, APCA-34).

    On a draw sheet somebody has to go on: there it is played again (USBGF-4.6).
    """
    nothing = Outcome((), agreed_void=True)
    if match.slot and book.pairing_system in SHEETS:
        words = _("Void: {slot} of the draw sheet is played again").format(slot=match.slot)
        clause = book.sheet.replay or book.sheet.authority
        return Choice("rule", words, nothing, clause=clause, void=True)
    if clause := book.sheet.agreed_result:
        return Choice("rule", _("Agreed result: no points for either"), nothing, clause=clause)
    if book.open_play is not None:
        words = _("Closer opponents were passed over: no points for either")
        clause = book.clauses["open_play.violation_points"]
        return Choice("rule", words, nothing, clause=clause)
    return Choice("rule", _("No points for either"), nothing, clause=book.sheet.authority)


def may_be_adjudicated(moment: Moment, match: Match) -> bool:
    """Whether a committee may be the last resort: where rounds of unclocked matches end."""
    rule = moment.book(match).schedule
    ends = rule is not None and rule.no_new_game_before_end_ms is not None
    return ends and not match.result.counts


def may_be_appealed(moment: Moment, match: Match) -> bool:
    """Whether the ruling on a match may be appealed: where the sheet knows a committee above the
    referee, and not where a player was put out (USBGF-5)."""
    out = any(
        known.suspended
        for player in match.players
        if (known := moment.state.players.get(player)) is not None
    )
    heard = bool(moment.book(match).sheet.appeal)
    return heard and match.result.status == "ruled" and not out


def reason_needed(match: Match | None, choice: Choice) -> bool:
    """A ruling that both sides signed alike needs no reason; every other one does."""
    if choice.kind != "rule" or match is None:
        return choice.kind == "clocks"
    return signed_by_both(match) != choice.outcome


def decided(
    match: Match | None, question: Question | None, choice: Choice, clause: str, reason: str
) -> tuple[Draft, ...]:
    """What the choice writes; a ruling also closes the reports that led to it."""
    reports = question.reports if question is not None else ()
    if choice.kind == "rule" and match is not None and choice.outcome is not None:
        closing = tuple(answer(ent, "ruled", clause, reason) for ent in reports)
        return (ruling(match, choice.outcome, clause, reason), *closing)
    note = " ".join(part for part in (choice.note, reason) if part)
    if not reports and match is not None and choice.order is not None:
        return (order_given(match, choice.order, clause, note),)
    # One report carries the order: two would have the table do it twice.
    return tuple(
        ordered(ent, choice.state, clause, note, None if number else choice.order)
        for number, ent in enumerate(reports)
    )


def told(moment: Moment, drafts: tuple[Draft, ...]) -> str:
    """What was written, in a sentence for the line that says where it is safe."""
    parts = []
    for draft in drafts:
        body = draft.body
        parsed = parse(draft.ent)
        match = moment.match(parsed.match) if parsed is not None else None
        if isinstance(body, RulingMade) and match is not None:
            words = in_words(body.outcome, moment.names(match))
            parts.append(
                _("{table} ruled, {words}").format(table=moment.table(match.table), words=words)
            )
        elif isinstance(body, ReportAnswered):
            report = moment.state.reports.get(draft.ent)
            where = moment.table(report.table) if report is not None else _("the table")
            words = {"coming": _("you are coming"), "dismissed": _("dismissed")}.get(
                body.state, body.note
            )
            parts.append(
                _("answer to {table}, {words}").format(table=where, words=words or _("ruled"))
            )
        elif isinstance(body, PlayerSuspended) and parsed is not None:
            said = _("{name} is out ({clause})")
            parts.append(said.format(name=moment.name(parsed.ident), clause=body.clause))
        elif isinstance(body, OrderGiven) and match is not None:
            said = _("order to {table}, {why}")
            parts.append(said.format(table=moment.table(match.table), why=body.why))
        elif isinstance(body, RoundStarted) and parsed is not None:
            division = moment.state.divisions[parsed.ident].name
            parts.append(_round_started(division, parsed.round_no))
        elif isinstance(body, RoundPaired):
            parts.append(
                _("pairing of {count} matches, {ent}").format(
                    count=len(body.matches), ent=draft.ent
                )
            )
        else:
            parts.append(draft.ent)
    return "; ".join(parts)


def _round_started(division: str, number: int) -> str:
    which = _("round {number} of {division}").format(number=number, division=division)
    return _("{round} started").format(round=which)
