"""Questions that the time of a round raises: unstarted games, Lowder's rule, long matches.

Everything is counted from the moment it is asked about; nothing here runs a match clock.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hall_server.referee.derived.moment import SILENT_MS, Moment, first_of
from hall_server.referee.derived.questions.cases import (
    case_of,
    clock_replaces,
    lowder_told,
    lowder_told_at,
    round_end,
)
from hall_server.referee.derived.questions.question import Question, Urgency, at
from shared.core.decisions.words import sayings
from shared.core.decisions.writing import REFEREE, Ground, decide
from shared.core.events import GAME_END, AnnouncementMade, entities
from shared.core.events.measures import MovesTimed, TimingEnded
from shared.core.match.controls import UNCLOCKED
from shared.core.match.move_time import LowderRule, lowder_applies, lowder_notice_at, match_is_long
from shared.core.match.outcome import Code, Outcome
from shared.core.match.schedule import drawn_unplayed, game_start
from shared.core.rulebooks import set_by_event
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _
from shared.port import Draft
from shared.tui.times import age, duration

_SHOWN = 6


def about_time(moment: Moment) -> Iterator[Question]:
    """Yield every question that the time of a round raises now."""
    for match in moment.playing:
        if match.standing == "in_force" and match.result.status == "none":
            yield from _unstarted(moment, match)
            yield from _long(moment, match)
    yield from _lowder(moment)


def _clocked(moment: Moment, match: Match) -> bool:
    told = moment.told_by(match)
    if told is not None:
        return told.clocked
    if match.control is None:
        return clock_replaces(moment, match)
    return match.control.name != UNCLOCKED


class _Waits(NamedTuple):
    """The game that has not begun; ``sure`` where its table told so just now."""

    game: int
    sure: bool


def _waits(moment: Moment, match: Match) -> _Waits | None:
    """Return the game that waits for its first press (ACF-1.X.B.e); None while one is played.

    Of a table that told nothing for a while only its log is known, and unclocked games log
    nothing: then it may have begun.
    """
    told, log = moment.told_by(match), match.clock
    if told is not None:
        return _Waits(told.waits, sure=True) if told.waits else None
    if log is not None and log.why != GAME_END:
        return None
    game = 1 if log is None else log.game + 1
    return None if game > moment.book(match).games_per_match else _Waits(game, sure=False)


def _unstarted(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-1.X.B.e: no game is started later than half an hour before the round's end."""
    waits = _waits(moment, match)
    if waits is None:
        return
    book, ends_at = moment.book(match), round_end(moment, match)
    if book.schedule is None or ends_at is None:
        return
    waited = moment.link.state == "live" and moment.now_ms - moment.link.since >= SILENT_MS
    if not waits.sure and not waited:
        return  # A table that is there tells so within that time.
    if not all(match.seated):
        return  # Lateness asks about an empty seat.
    found = game_start(book.schedule, ends_at, moment.hall_ms, clocked=_clocked(moment, match))
    if found.ruling == "start" or found.until is None:
        return
    game = waits.game
    clause = book.clause("schedule.no_new_game_before_end_ms")
    first = " – ".join(moment.names(match))
    question = Question(
        key=f"unstarted:{match.uid}:{game}:{found.ruling}",
        kind="unstarted",
        since=found.until,
        title=_("Game {game} has not started: {players}").format(game=game, players=first),
        clause=clause,
        evidence=(
            _("The round ends {time}; no game starts after {latest}, {age} ago.").format(
                time=moment.minute(ends_at),
                latest=moment.minute(found.until),
                age=age(moment.hall_ms - found.until),
            ),
            *set_by_event(book, "schedule."),
        ),
        proposal=_(
            "Game {game} is drawn, not played. The players enter it with the score, or you rule"
            " with game 1 as played."
        ).format(game=game),
        opens="note",
        **at(match),
    )
    if not waits.sure:
        yield _not_heard(moment, match, question, game)
        return
    if found.ruling == "referee":
        words = _("A clocked match: the referee decides whether it starts.")
        case = case_of(moment, "result", match, rule=clause)
        yield replace(question, proposal=words, opens="decide", case=case)
        return
    if game == 1:
        outcome = Outcome(drawn_unplayed((), book.games_per_match))
        words = sayings(outcome, moment.names(match))
        yield replace(
            question,
            proposal=_("Every game is drawn, not played: {result}.").format(result=words),
            opens="write",
            case=case_of(moment, "result", match, proposed=(outcome,), rule=clause),
        )
        return
    # How game 1 ended is known at the table alone, until both have signed.
    drawn = tuple(Outcome((code, Code.DRAW)) for code in (Code.WIN, Code.DRAW, Code.LOSS))
    case = case_of(moment, "result", match, proposed=drawn, rule=clause)
    yield replace(question, opens="decide", case=case)


def _not_heard(moment: Moment, match: Match, question: Question, game: int) -> Question:
    """Ask the referee to go and look: whether the game has begun is not known from here."""
    seen = moment.live.get(match.uid)
    heard = _("{table} was not heard since this dashboard started.")
    if seen is not None:
        heard = _("{table} was heard last at {time}.")
    ago = moment.mono_ms - seen.seen_at if seen is not None else 0
    told = heard.format(
        table=moment.table(match.table).capitalize(), time=moment.at(moment.now_ms - ago)
    )
    drawn = Outcome(drawn_unplayed((), moment.book(match).games_per_match))
    return replace(
        question,
        key=f"{question.key}:unheard",
        title=_("Has game {game} started? {players}").format(
            game=game, players=" – ".join(moment.names(match))
        ),
        evidence=(told, *question.evidence),
        proposal=_(
            "Look at the table. A game that has not started is drawn, not played: choose the"
            " result. One that is played goes on."
        ),
        opens="decide",
        case=case_of(moment, "result", match, proposed=(drawn,), rule=question.clause),
    )


def _lowder(moment: Moment) -> Iterator[Question]:
    """ACF-1.X.B.c: half an hour before the end the players may be told of the minute a move."""
    waiting: dict[tuple[str, int], list[Match]] = {}
    for match in moment.playing:
        rule, ends_at = moment.book(match).lowder, round_end(moment, match)
        open_ = match.standing == "in_force" and match.result.status == "none"
        waits = _waits(moment, match)
        begun_there = waits is None or (not waits.sure and all(match.seated))
        if rule is None or ends_at is None or not open_ or not begun_there:
            continue
        applies = lowder_applies(rule, clocked=_clocked(moment, match))
        if applies and moment.hall_ms >= lowder_notice_at(rule, ends_at):
            waiting.setdefault((match.key.division, match.key.round_no), []).append(match)
    for (division, number), begun in waiting.items():
        matches = begun
        rule, ends_at = moment.book(begun[0]).lowder, round_end(moment, begun[0])
        told = lowder_told_at(moment, division, number) is not None
        if told:
            # The referee chooses when; no player with the minute is asked about again.
            matches = [m for m in begun if lowder_told(moment, m) and not _timed(m)]
        if rule is None or ends_at is None or not matches:
            continue
        matches.sort(key=lambda match: hall_order(match.table))
        lines = table_lines(moment, matches)
        name = moment.state.divisions[division].name
        if told:
            yield _minute_may_begin(moment, rule, matches, lines, name)
            continue
        yield Question(
            key=f"lowder:{division}:{number}",
            kind="lowder",
            since=lowder_notice_at(rule, ends_at),
            title=_("Lowder's rule: {count} still playing, {division} round {number}").format(
                count=len(matches), division=name, number=number
            ),
            clause=moment.book(matches[0]).clause("lowder"),
            evidence=(
                _("The round ends {time}.").format(time=moment.minute(ends_at)),
                *lines,
                *set_by_event(moment.book(matches[0]), "lowder."),
            ),
            proposal=(
                _(
                    "Tell these players now. After that you may ask for each move within "
                    "{time}, with a warning {warning} before."
                ).format(time=duration(rule.move_ms), warning=duration(rule.warning_ms))
            ),
            opens="write",
            drafts=(
                Draft(
                    entities.lowder_notice(division, number),
                    AnnouncementMade("", ends_at, "tables", division, about="lowder"),
                    REFEREE,
                ),
            ),
            division=division,
        )


def _minute_may_begin(
    moment: Moment, rule: LowderRule, matches: list[Match], lines: tuple[str, ...], name: str
) -> Question:
    """They have been told: from when on each move takes a minute at most, the referee chooses."""
    key = matches[0].key
    clause = moment.book(matches[0]).clause("lowder")
    return Question(
        key=f"lowder:{key.division}:{key.round_no}:begins",
        kind="lowder",
        urgency=Urgency.LATER,
        since=lowder_told_at(moment, key.division, key.round_no) or moment.hall_ms,
        title=_("Lowder's minute may begin: {count} still playing, {division}").format(
            count=len(matches), division=name
        ),
        clause=clause,
        evidence=lines,
        proposal=_(
            "When you choose: from now on each move within {time} at these tables, with a"
            " warning {warning} before."
        ).format(time=duration(rule.move_ms), warning=duration(rule.warning_ms)),
        drafts=tuple(
            decide(
                entities.match_decision(match.key),
                f"lowder/{match.uid}",
                (MovesTimed("lowder"),),
                Ground(clause),
            )
            for match in matches
        ),
        division=key.division,
    )


def _timed(match: Match) -> bool:
    """Return whether the minute has begun here, or was ended again."""
    timed = [
        one.measure for one in match.taken if isinstance(one.measure, MovesTimed | TimingEnded)
    ]
    return MovesTimed("lowder") in timed


def table_lines(moment: Moment, matches: list[Match]) -> tuple[str, ...]:
    """Return the first tables of several with their players, and how many more."""
    lines = [
        _("Table {label}: {players}").format(
            label=moment.label(m.table), players=" – ".join(moment.names(m))
        )
        for m in matches
    ]
    return first_of(lines, _SHOWN)


def _long(moment: Moment, match: Match) -> Iterator[Question]:
    """APCA-9: a match that runs over its time; the director may bring clocks."""
    rule = moment.book(match).imposed_clocks
    elapsed_ms = moment.hall_ms - match.starts_at
    if rule is None or not match_is_long(rule, elapsed_ms) or not any(match.seated):
        return
    yield Question(
        key=f"long:{match.uid}",
        kind="long",
        since=match.starts_at + rule.match_alarm_ms,
        title=_("A long match: {players}").format(players=" – ".join(moment.names(match))),
        clause=moment.book(match).clause("imposed_clocks"),
        evidence=(
            _("Scheduled start {time}, {age} ago; a match has {limit}.").format(
                time=moment.minute(match.starts_at),
                age=age(elapsed_ms),
                limit=duration(rule.match_alarm_ms),
            ),
            *set_by_event(moment.book(match), "imposed_clocks."),
        ),
        proposal=(
            _(
                "The director may bring a double clock: {time} each to finish the game, "
                "on a complaint. The time alone gives no result."
            ).format(time=duration(rule.game_each_ms))
        ),
        opens="note",
        **at(match),
    )
