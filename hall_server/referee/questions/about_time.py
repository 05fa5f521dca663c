"""Questions that the time of a round raises: unstarted games, Lowder's rule, long matches.

Everything is counted from the moment it is asked about; nothing here runs a match clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hall_server.referee.moment import Moment, sayings
from hall_server.referee.questions import reasons
from hall_server.referee.questions.forfeit_order import order_given
from hall_server.referee.questions.lateness import told_to
from hall_server.referee.questions.question import REFEREE, Question, Urgency, ruling
from hall_server.referee.questions.reasons import in_english
from shared.core import entities
from shared.core.events import AnnouncementMade, Order
from shared.core.floor import hall_order
from shared.core.language import _
from shared.core.move_time import (
    LowderRule,
    lowder_applies,
    lowder_may_begin,
    lowder_notice_at,
    match_is_long,
)
from shared.core.rulebooks import set_by_event
from shared.core.schedule import drawn_unplayed, game_start
from shared.core.state import Match
from shared.core.time_controls import UNCLOCKED
from shared.core.words import Code, Outcome
from shared.port import Draft
from shared.tui.times import age, duration

_SHOWN = 6


def about_time(moment: Moment) -> Iterator[Question]:
    """Every question that the time of a round raises now."""
    for match in moment.playing:
        if match.standing == "in_force" and match.result.status == "none":
            yield from _unstarted(moment, match)
            yield from _long(moment, match)
    yield from _lowder(moment)


def round_end(moment: Moment, match: Match) -> int | None:
    """When the match's round is to end, UTC ms: as posted, else by the rulebook; None for never."""
    moved = moment.state.moved.get((match.key.division, match.key.round_no))
    posted = moved.length_ms if moved is not None else None
    length_ms = posted or moment.book(match).round_length_ms
    return None if length_ms is None else match.starts_at + length_ms


def _clocked(moment: Moment, match: Match) -> bool:
    seen = moment.live.get(match.uid)
    if seen is not None:
        return seen.live.clocked
    return match.control is not None and match.control.name != UNCLOCKED


def _started(moment: Moment, match: Match) -> bool:
    """Whether the game that is on has its first press (ACF-1.X.B.e)."""
    seen = moment.live.get(match.uid)
    if seen is not None:
        return bool(seen.live.running) or any(seen.live.moves)
    return match.presses > 0


def _unstarted(moment: Moment, match: Match) -> Iterator[Question]:
    """ACF-1.X.B.e: no game is started later than half an hour before the round's end."""
    book, ends_at = moment.book(match), round_end(moment, match)
    if book.schedule is None or ends_at is None or _started(moment, match):
        return
    if not all(match.seated):
        return  # Lateness asks about an empty seat.
    found = game_start(book.schedule, ends_at, moment.hall_ms, clocked=_clocked(moment, match))
    if found.ruling == "start" or found.until is None:
        return
    game, latest = moment.game_now(match), found.until
    clause = book.clause("schedule.no_new_game_before_end_ms")
    first = " – ".join(moment.names(match))
    question = Question(
        key=f"unstarted:{match.uid}:{game}:{found.ruling}",
        kind="unstarted",
        urgency=Urgency.SOON,
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
        table=match.table,
        match=match.key,
    )
    if found.ruling == "referee":
        words = _("A clocked match: the referee decides whether it starts.")
        yield replace(question, proposal=words, opens="decide")
        return
    if game == 1:
        outcome = Outcome(drawn_unplayed((), book.games_per_match))
        words = sayings(outcome, moment.names(match))
        note = in_english(lambda: reasons.not_started(moment.minute(latest)))
        yield replace(
            question,
            proposal=_("Every game is drawn, not played: {result}.").format(result=words),
            opens="write",
            drafts=(ruling(match, outcome, clause, note),),
            choices=(outcome,),
        )
        return
    # How game 1 ended is known at the table alone, until both have signed.
    drawn = tuple(Outcome((code, Code.DRAW)) for code in (Code.WIN, Code.DRAW, Code.LOSS))
    yield replace(question, opens="decide", choices=drawn)


def lowder_told(moment: Moment, match: Match) -> bool:
    """Whether a minute a move may be required of a match now: its players have been told.

    Where no end of the round is known the referee alone says when it is time (ACF-1.X.B.c).
    """
    rule, ends_at = moment.book(match).lowder, round_end(moment, match)
    if rule is None or ends_at is None:
        return rule is not None
    told_at = _told_at(moment, match.key.division, match.key.round_no)
    return lowder_may_begin(rule, ends_at, told_at, moment.hall_ms)


def _told_at(moment: Moment, division: str, round_no: int) -> int | None:
    said = moment.state.office.announcements.get(_notice(division, round_no))
    return None if said is None else said.at


def _notice(division: str, round_no: int) -> str:
    return entities.announcement(f"lowder-{division}-{round_no}")


def _lowder(moment: Moment) -> Iterator[Question]:
    """ACF-1.X.B.c: half an hour before the end the players may be told of the minute a move."""
    waiting: dict[tuple[str, int], list[Match]] = {}
    for match in moment.playing:
        rule, ends_at = moment.book(match).lowder, round_end(moment, match)
        open_ = match.standing == "in_force" and match.result.status == "none"
        if rule is None or ends_at is None or not open_ or not _started(moment, match):
            continue
        applies = lowder_applies(rule, clocked=_clocked(moment, match))
        if applies and moment.hall_ms >= lowder_notice_at(rule, ends_at):
            waiting.setdefault((match.key.division, match.key.round_no), []).append(match)
    for (division, number), begun in waiting.items():
        matches = begun
        rule, ends_at = moment.book(begun[0]).lowder, round_end(moment, begun[0])
        told = _told_at(moment, division, number) is not None
        if told:
            # The referee chooses when: who has his minute already is not asked about again.
            matches = [m for m in begun if lowder_told(moment, m) and not _timed(moment, m)]
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
            urgency=Urgency.SOON,
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
                    _notice(division, number),
                    AnnouncementMade(
                        in_english(partial(_said, moment, matches[0], rule, ends_at)),
                        ends_at,
                        "tables",
                        division,
                    ),
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
    note = reasons.lowder_begins(duration(rule.move_ms), duration(rule.warning_ms))
    order, clause = Order("lowder"), moment.book(matches[0]).clause("lowder")
    return Question(
        key=f"lowder:{key.division}:{key.round_no}:begins",
        kind="lowder",
        urgency=Urgency.LATER,
        since=_told_at(moment, key.division, key.round_no) or moment.hall_ms,
        title=_("Lowder's minute may begin: {count} still playing, {division}").format(
            count=len(matches), division=name
        ),
        clause=clause,
        evidence=lines,
        proposal=_(
            "When you choose: from now on each move within {time} at these tables, with a"
            " warning {warning} before."
        ).format(time=duration(rule.move_ms), warning=duration(rule.warning_ms)),
        drafts=tuple(order_given(match, order, clause, note) for match in matches),
        division=key.division,
    )


def _timed(moment: Moment, match: Match) -> bool:
    timed = ("lowder", "untimed", "five_minutes")
    kinds = [told.order.kind for told in told_to(moment, match) if told.order.kind in timed]
    return bool(kinds) and kinds[-1] == "lowder"


def table_lines(moment: Moment, matches: list[Match]) -> tuple[str, ...]:
    """The first tables of several with their players, and how many more."""
    lines = [
        _("Table {label}: {players}").format(
            label=moment.label(m.table), players=" – ".join(moment.names(m))
        )
        for m in matches[:_SHOWN]
    ]
    left = len(matches) - _SHOWN
    return (*lines, *([_("and {count} more").format(count=left)] if left > 0 else ()))


def _said(moment: Moment, match: Match, rule: LowderRule, ends_at: int) -> str:
    clause = moment.book(match).clause("lowder")
    return reasons.lowder(moment.minute(ends_at), duration(rule.move_ms), clause)


def _long(moment: Moment, match: Match) -> Iterator[Question]:
    """APCA-9: a match that runs over its time; the director may bring clocks."""
    rule = moment.book(match).imposed_clocks
    elapsed_ms = moment.hall_ms - match.starts_at
    if rule is None or not match_is_long(rule, elapsed_ms) or not any(match.seated):
        return
    yield Question(
        key=f"long:{match.uid}",
        kind="long",
        urgency=Urgency.SOON,
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
        table=match.table,
        match=match.key,
    )
