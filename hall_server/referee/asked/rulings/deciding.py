"""Deciding a case: what an option writes, what else it changes, and the dialogue that leads there.

What ends a game or a match, or puts a player out, is asked first; the rest is written at once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace as with_

from hall_server.referee.asked.ask import Ask, Left, dialogue
from hall_server.referee.asked.rulings.games_screen import GamesScreen
from hall_server.referee.asked.rulings.points import ask_score
from hall_server.referee.asked.rulings.undoing import done_at_table, ended, instead_words, undoing
from hall_server.referee.asked.rulings.voting import adjudicate, appeal
from hall_server.referee.asked.rulings.wishes import answer, answering
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.decided_cases import lapsed
from hall_server.referee.derived.questions.putting_out import lost_words, open_matches, put_out
from hall_server.referee.derived.questions.question import rules
from hall_server.referee.derived.rulings.effects import (
    corrected,
    knock_on_lines,
    moved,
    moved_lines,
    paired_since,
)
from hall_server.referee.derived.rulings.interest import final, interest
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.facts import Case
from shared.core.decisions.options import TAKEN_BACK, Option
from shared.core.decisions.words import all_said, sayings
from shared.core.decisions.writing import REFEREE, Ground, decide, deciding, undo
from shared.core.events import RefereeComing, entities
from shared.core.events.measures import (
    Appealed,
    ClockSet,
    DealtWith,
    LengthSet,
    MatchDecided,
    PenaltyPoints,
    PressForgotten,
    Suspended,
)
from shared.core.events.votes import Vote
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import games_settle
from shared.core.state import Match
from shared.core.text.language import _, headed
from shared.port import Draft

_TIME = re.compile(r"(?:(\d):)?(\d{1,2}):([0-5]\d)")
_SHOWN = 8
_MOST_POINTS = 99


@dataclass(frozen=True, slots=True)
class Whole:
    """An option with everything that had to be asked: the referee's words, a committee's votes."""

    option: Option
    reason: str = ""
    votes: tuple[Vote, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """What a committee said on an appeal against a ruling, and its votes (USBGF-5)."""

    measure: Appealed
    votes: tuple[Vote, ...]


def drafts(moment: Moment, case: Case, whole: Whole) -> tuple[Draft, ...]:
    """Return what deciding a case so writes."""
    option, match = whole.option, case.match
    if option.coming:
        waiting = (report for report in case.reports if not report.coming_at)
        return tuple(Draft(report.ent, RefereeComing(), REFEREE) for report in waiting)
    if case.request is not None:
        return (answer(case, option, whole.reason),)
    settles = tuple(report.event for report in case.reports)
    ground = Ground(option.clause, whole.reason, whole.votes)
    if match is None:
        table = entities.table_decision(case.reports[0].table)
        return (decide(table, case.ident, option.measures, ground, settles=settles),)
    if any(isinstance(one, Suspended) for one in option.measures):
        return _out(moment, case, whole, settles)
    ent = entities.match_decision(match.key)
    before = tuple(decision for decision in case.replaces if decision.ent == ent)
    elsewhere = tuple(undo(decision) for decision in case.replaces if decision.ent != ent)
    if option.outcome is not None:
        settles = (*settles, *match.result.heads)
        before = (*before, *deciding(match))
    decided = decide(ent, case.ident, option.measures, ground, settles=settles, instead=before)
    return (decided, *elsewhere)


def _out(moment: Moment, case: Case, whole: Whole, settles: Sequence[str]) -> tuple[Draft, ...]:
    """Put a player out, who loses what is left of the round."""
    match = case.match
    assert match is not None
    assert case.seats
    player, ground = match.players[case.seats[0]], Ground(whole.option.clause, whole.reason)
    replaced = tuple(undo(decision) for decision in case.replaces if not decision.decides)
    found = (*replaced, *put_out(moment, player, ground, settles))
    if match in open_matches(moment.state, player):
        return found
    ent = entities.match_decision(match.key)
    done = decide(ent, case.ident, (DealtWith(),), Ground(ground.clause), settles=settles)
    return (*found, done)


def told(moment: Moment, case: Case, whole: Whole) -> str:
    """Return what was written, for the line that says where it is safe."""
    where = moment.table(case.match.table if case.match else case.reports[0].table)
    if whole.option.coming:
        return _("{table}: you are coming").format(table=where)
    return headed(where, _words(moment, case, whole)).rstrip(".")


def _words(moment: Moment, case: Case, whole: Whole) -> str:
    """Return what is decided, in words."""
    names = moment.names(case.match) if case.match is not None else ("", "")
    measures, outcome = whole.option.measures, whole.option.outcome
    said = [all_said((one for one in measures if not isinstance(one, MatchDecided)), names)]
    if outcome is not None and case.match is not None:
        said.append(f"{sayings(outcome, names)}.")
    said.append(f"“{whole.reason}”" if whole.reason else "")
    return " ".join(filter(None, said))


def fact(moment: Moment, case: Case, whole: Whole, node: str) -> str:
    """Return what is repeated before it is written, with what else it changes."""
    match = case.match
    assert match is not None
    names = moment.names(match)
    where = f"{moment.table(match.table)}, {' – '.join(names)}"
    if match.result.counts and whole.option.outcome is not None:
        where = _("Change the result of {where}").format(where=where)
    where = f"{where[:1].upper()}{where[1:]}"
    words = _words(moment, case, whole).rstrip(".")
    lines = [interest(moment, node, match), f"{headed(where, words)} ({whole.option.clause})?"]
    if any(isinstance(one, Suspended) for one in whole.option.measures):
        lines.append(lost_words(moment, match.players[case.seats[0]]))
    lines.append(final(moment, match) if whole.option.outcome is not None else "")
    lines += instead_words(moment, case.replaces, whole.option.measures)
    return "\n".join(filter(None, (*lines, *_effects(moment, case, whole))))


def asks_yes(moment: Moment, case: Case, written: Sequence[Draft]) -> bool:
    """Return whether a yes is asked before it is written.

    So where a game or a match ends or a player is put out, by it or by what it stands in place of,
    and where a table has already done what does not count any more.
    """
    if any(rules(draft.body) for draft in written):
        return True
    replaced = [decision for decision in case.replaces if decision.counts]
    return any(ended(each) or done_at_table(moment, each) for each in replaced)


def _effects(moment: Moment, case: Case, whole: Whole) -> tuple[str, ...]:
    outcome, match = whole.option.outcome, case.match
    if outcome is None or match is None:
        return ()
    if not (match.result.counts or outcome.void or outcome.lost_by_both):
        return ()
    after = corrected(moment.state, match, outcome)
    changed = moved(moment.state, after, match.key.division)
    lines = moved_lines(changed, paired_since(moment.state, match), _SHOWN)
    return (_("What else changes:"), *knock_on_lines(moment, match, outcome), *lines)


@dialogue
async def settle(ask: Ask, case: Case, option: Option, question: str = "") -> None:
    """Decide a case by an option; ``question`` is the key of the question that it answers."""
    await deciding_case(ask, case, option, question)


async def deciding_case(
    ask: Ask,
    case: Case,
    option: Option,
    question: str = "",
    heard: Heard | None = None,
    *,
    read: bool = False,
) -> None:
    """Ask for what an option still needs, and write it: after a yes where it ends something.

    ``heard`` is the appeal by which it is decided. What was ``read`` before Enter has its yes.
    """
    desk = ask.desk
    if case.request is not None:
        await answering(ask, case, option, question)
        return
    if option == TAKEN_BACK:
        await undoing(ask, case.replaces, question)
        return
    note = desk.own_notes.get(question, "")
    whole = await _whole(ask, case, option, note)
    if heard is not None:
        measures = (heard.measure, *whole.option.measures)
        whole = Whole(with_(whole.option, measures=measures), whole.reason, heard.votes)
    moment = desk.moment()
    written = drafts(moment, case, whole)
    entry = Writing(told(moment, case, whole), written, "" if option.coming else question)
    if asks_yes(moment, case, written):
        if read:
            desk.rule(ask.taken(entry))
            return
        said = fact(moment, case, whole, desk.port.node_id)
        counts = case.match is not None and case.match.result.counts
        counts = counts and whole.option.outcome is not None
        confirmed = await ask.confirm(
            said,
            entry,
            yes=_("Change it") if counts else _("Rule"),
            changed=lambda: lapsed(desk.moment(), case, option),
        )
        desk.own_notes.pop(question, None)
        desk.rule(confirmed)
        return
    if between := lapsed(desk.moment(), case, option):
        await ask.read(_("Nothing was written"), (between,))
        raise Left
    desk.own_notes.pop(question, None)
    desk.note(entry)


async def _whole(ask: Ask, case: Case, option: Option, note: str) -> Whole:
    """Return the option, with what has to be asked for it."""
    match, moment = case.match, ask.desk.moment()
    read = _("The players read it at the table, and it is kept.")
    match option.asks:
        case "words":
            title = all_said(option.measures, ("", "")) or _("Your ruling")
            hint = _("What is ruled, and why. {read}").format(read=read)
            return Whole(option, await ask.text(title, hint=hint, value=note))
        case "reason":
            title = all_said(option.measures, moment.names(match) if match else ("", ""))
            return Whole(option, await ask.text(title, hint=read, value=note))
        case "times":
            return Whole(with_(option, measures=(await _times(ask, case),), asks=""), note)
        case "points" if match is not None:
            return Whole(with_(option, measures=(await _penalty(ask, match),), asks=""), note)
        case "length":
            return Whole(with_(option, measures=(await _length(ask),), asks=""), note)
        case "press" if match is not None:
            return Whole(with_(option, measures=(await _press(ask, match),), asks=""), note)
    assert match is not None or not option.asks
    if match is None or not option.asks:
        return Whole(option, note)
    if option.asks in ("votes", "appeal"):
        voted = await (adjudicate if option.asks == "votes" else appeal)(ask, match)
        measures = (voted.heard, MatchDecided.by(voted.outcome))
        return Whole(with_(option, measures=measures, asks=""), note, voted.votes)
    if option.asks == "score":
        outcome = await ask_score(ask, match)
    else:
        start = match.result.versions[0].outcome if match.result.versions else None
        names, decisive = moment.names(match), match.decisive
        outcome = await ask.screen(GamesScreen(names, case.book, start, decisive=decisive))
        outcome = await _counted(ask, match, case.book, outcome)
    return Whole(with_(option, measures=(MatchDecided.by(outcome),), asks=""), note)


async def _counted(ask: Ask, match: Match, book: Rulebook, outcome: Outcome) -> Outcome:
    """Return the outcome, with what each side has captured where its games leave that to decide
    (SE-7)."""
    if book.contest is None or games_settle(book, outcome.games):
        return outcome

    def objection(text: str) -> str:
        parts = text.split()
        good = len(parts) == 2 and all(re.fullmatch("[0-9]{1,2}", part) for part in parts)
        return "" if good else _("Two numbers, as 14 9.")

    names = ask.desk.moment().names(match)
    title = _("Captured by {name} and by {other}, over the whole match?")
    title = title.format(name=names[0], other=names[1])
    first, second = (await ask.text(title, hint="14 9", objection=objection)).split()
    return with_(outcome, captures=(int(first), int(second)))


async def _times(ask: Ask, case: Case) -> ClockSet:
    """Return the times from which both go on, as they are typed."""
    match = case.match
    names = ask.desk.moment().names(match) if match is not None else (_("Side 1"), _("Side 2"))

    def objection(text: str) -> str:
        parts = text.split()
        good = len(parts) == 2 and all(_TIME.fullmatch(part) and _ms(part) for part in parts)
        return "" if good else _("Two times, as 12:04 9:31.")

    title = _("Times for {name} and {other}").format(name=names[0], other=names[1])
    first, second = (await ask.text(title, hint="12:04 9:31", objection=objection)).split()
    return ClockSet(_ms(first), _ms(second))


async def _penalty(ask: Ask, match: Match) -> PenaltyPoints:
    """Return whom penalty points are against, and how many."""
    seat = await _seat(ask, match, _("Who was late, or away too long?"))
    return PenaltyPoints(seat, await _number(ask, _("How many penalty points?")))


async def _length(ask: Ask) -> LengthSet:
    """Return to how many points the match is played."""
    return LengthSet(await _number(ask, _("To how many points is the match played?")))


async def _number(ask: Ask, title: str) -> int:
    def objection(text: str) -> str:
        good = text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_POINTS
        return "" if good else _("A number from 1 to {most}.").format(most=_MOST_POINTS)

    return int(await ask.text(title, objection=objection))


async def _seat(ask: Ask, match: Match, title: str) -> Seat:
    names = ask.desk.moment().names(match)
    lines = [ListLine(str(seat), f"{seat + 1} {names[seat]}") for seat in SEATS]
    return SEATS[int(await ask.pick(title, lines))]


async def _press(ask: Ask, match: Match) -> PressForgotten:
    """Return whose press was forgotten, and how long ago."""
    seat = await _seat(ask, match, _("Who forgot to press?"))
    names = ask.desk.moment().names(match)

    def objection(text: str) -> str:
        return "" if _TIME.fullmatch(text) else _("A time, as 0:35.")

    title = _("How long ago did the turn of {name} end?").format(name=names[seat])
    return PressForgotten(seat, _ms(await ask.text(title, hint="0:35", objection=objection)))


def _ms(text: str) -> int:
    found = _TIME.fullmatch(text)
    assert found is not None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000
