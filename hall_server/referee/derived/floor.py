"""The floor as cells: one table each, with a word, a glyph and a tone. Draws nothing.

Glyphs are those of code page 437, so that a bare Linux console shows them too.
"""

from typing import Literal

import msgspec
from rich.cells import cell_len

from hall_server.referee.derived.moment import Moment, TableReading
from hall_server.referee.derived.questions.cases import SETTLING_MS, absent, clock_replaces
from shared.core.clock import face
from shared.core.decisions.facts import excused
from shared.core.decisions.requests import signed_out
from shared.core.events import ScoreLogged
from shared.core.match.outcome import SEATS, ReportType, Seat, other
from shared.core.state import Match, Report
from shared.core.state.floor import hall_order
from shared.core.text.language import N_, _, of_official
from shared.port import LiveTable
from shared.tui.names import clip
from shared.tui.times import clock_time, duration

Tone = Literal["play", "wait", "warn", "alert", "done", "idle", "stale"]
Filter = Literal["all", "playing", "unreported", "unusual"]

FILTERS: dict[Filter, str] = {
    "all": N_("every table"),
    "playing": N_("still playing"),
    "unreported": N_("not reported"),
    "unusual": N_("to look at"),
}
NONE_LEFT: dict[Filter, str] = {
    "all": N_("No tables yet."),
    "playing": N_("No table plays any more."),
    "unreported": N_("Every table has a result."),
    "unusual": N_("Nothing unusual at any table."),
}
"""What stands on the floor where no table is as was asked for."""

_UNUSUAL: tuple[Tone, ...] = ("alert", "warn", "stale")

WORDS_WIDTH = 14
"""Cells of text that a table's words may take."""

SILENT_AFTER_MS = 5_000
"""Without a word for this long a table that was heard counts as offline. Tables tell of
themselves about once a second."""

_CALLS: dict[ReportType, str] = {
    "phone": N_("phone"),
    "call": N_("calls you"),
    "restart": N_("power cut"),
    "late": N_("late"),
    "illegal_move": N_("illegal move"),
    "touched_piece": N_("touched piece"),
    "disturbance": N_("disturbance"),
    "timekeeper": N_("timekeeper?"),
    "draw_ruling": N_("draw ruling?"),
    "count_full": N_("count full"),
    "move_time": N_("move time"),
    "clock_defect": N_("clock defect"),
}
"""How a table calls. Reports of other kinds only tell."""


class Side(msgspec.Struct, frozen=True, gc=False):
    """One player at a table: name, clock, points and cube ("" for none), and whether the clock
    runs."""

    name: str
    clock: str = ""
    score: str = ""
    cube: str = ""
    runs: bool = False


class _Told(msgspec.Struct, frozen=True, gc=False):
    """What a table told, as it is now: since when it was not heard (ms), both clocks, and what is
    left of a break."""

    live: LiveTable
    silent: int
    left: tuple[int, int]
    rest: int | None


class _Shown(msgspec.Struct, frozen=True, gc=False):
    """What a table shows: ``word`` stands in place of ``words`` where those are clocks or score."""

    glyph: str
    words: str
    tone: Tone
    word: str = ""


class TableCell(msgspec.Struct, frozen=True, gc=False):
    """One table: ``words`` fit in WORDS_WIDTH; ``playing`` and ``unreported`` serve the filters.

    ``word`` says what it is doing where the sides, with their clocks, have lines of their own.
    """

    table: str
    label: str
    glyph: str
    words: str
    tone: Tone
    playing: bool = False
    unreported: bool = False
    word: str = ""
    sides: tuple[Side, ...] = ()


def cells(moment: Moment, mono_ms: int, *, sides: bool = True) -> tuple[TableCell, ...]:
    """Return every table in hall_order order; ``mono_ms`` is this node's monotonic clock.

    Without ``sides`` both players are left out: a large floor does not draw them.
    """
    at_table: dict[str, Match] = {}
    for match in moment.playing:
        known = at_table.get(match.table)
        if known is None or known.result.counts:
            at_table[match.table] = match
    calls: dict[str, Report] = {}
    for report in moment.state.reports.values():
        if report.open and report.type in _CALLS and report.type != "late":
            calls.setdefault(report.table, report)
    tables = sorted({*moment.state.tables_up, *at_table}, key=hall_order)
    # Said once for all: no cell names the official.
    with of_official(moment.state.official()):
        return tuple(
            _cell(moment, table, at_table.get(table), calls.get(table), mono_ms, sides)
            for table in tables
        )


def shown(floor: tuple[TableCell, ...], chosen: Filter) -> tuple[TableCell, ...]:
    """Return the cells that a filter leaves."""
    if chosen == "unusual":
        return tuple(cell for cell in floor if cell.tone in _UNUSUAL)
    if chosen == "playing":
        return tuple(cell for cell in floor if cell.playing)
    if chosen == "unreported":
        return tuple(cell for cell in floor if cell.unreported)
    return floor


def remaining(reading: TableReading, mono_ms: int, moment: Moment) -> tuple[int, int]:
    """Return both clocks now: a running one goes on here while the table is heard, else it
    stands."""
    return _left(moment, reading, mono_ms, _silent_ms(moment, reading, mono_ms))


def _told(moment: Moment, reading: TableReading, mono_ms: int) -> _Told:
    silent = _silent_ms(moment, reading, mono_ms)
    left = _left(moment, reading, mono_ms, silent)
    return _Told(reading.live, silent, left, break_left(reading, mono_ms))


def _left(moment: Moment, reading: TableReading, mono_ms: int, silent: int) -> tuple[int, int]:
    """Return both clocks of a table that was not heard for ``silent`` ms."""
    live, gone = reading.live, mono_ms - reading.seen_at
    if moment.link.state != "live" or silent > SILENT_AFTER_MS:
        gone = 0
    first, second = live.remaining_ms
    running = live.running
    return max(0, first - gone * (0 in running)), max(0, second - gone * (1 in running))


def break_left(reading: TableReading, mono_ms: int) -> int | None:
    """Return what is left of the break between two games now, in ms; None outside one
    (ACF-3.II.A)."""
    if reading.live.break_ms is None:
        return None
    return max(0, reading.live.break_ms - (mono_ms - reading.seen_at))


def break_words(left_ms: int) -> str:
    """Return the break in a table's cell."""
    if not left_ms:
        return _("break over")
    return _("break {time}").format(time=duration(left_ms))


def _cell(
    moment: Moment,
    table: str,
    match: Match | None,
    call: Report | None,
    mono_ms: int,
    sides: bool,
) -> TableCell:
    label = moment.label(table)
    if match is None:
        shown = _called(call) if call is not None else _Shown("·", _("free"), "idle")
        return TableCell(table, label, shown.glyph, shown.words, shown.tone, word=shown.words)
    reading = moment.live.get(match.uid)
    told = None if reading is None else _told(moment, reading, mono_ms)
    shown = _of_match(moment, match, told)
    if call is not None and not match.result.open_question:
        shown = _called(call)
    words, runs = shown.words, reading is not None and bool(reading.live.running)
    return TableCell(
        table,
        label,
        shown.glyph,
        words if cell_len(words) <= WORDS_WIDTH else clip(words, WORDS_WIDTH),
        shown.tone,
        playing=match.result.status == "none",
        unreported=not match.result.counts and not runs,
        word=shown.word or words,
        sides=_sides(moment, match, told) if sides else (),
    )


def _sides(moment: Moment, match: Match, told: _Told | None) -> tuple[Side, ...]:
    """Return both players, with clocks and score while the table tells them."""
    names = moment.names(match)
    if match.result.counts or told is None:
        return tuple(map(Side, names))
    live, left, score = told.live, told.left, told.live.score
    return tuple(
        Side(
            names[seat],
            _time(left[seat]) if live.clocked else "",
            "" if score is None else str(score.score[seat]),
            str(score.cube) if score is not None and score.owner == seat else "",
            seat in live.running,
        )
        for seat in SEATS
    )


def _called(call: Report) -> _Shown:
    if call.coming_at:
        return _Shown("!", _("you are coming"), "warn")
    return _Shown("‼", _(_CALLS[call.type]), "alert")


def _of_match(moment: Moment, match: Match, told: _Told | None) -> _Shown:
    if match.standing == "contested":
        return _Shown("‼", _("two pairings"), "alert")
    match match.result.status:
        case "disputed":
            return _Shown("?", _("disputed"), "alert")
        case "conflict":
            return _Shown("?", _("conflict"), "alert")
        case "entered":
            return _Shown("½", _("one signed"), "warn")
        case "confirmed" | "ruled":
            return _Shown("√", _done(match), "done")
        case "none":
            return _playing(moment, match, told)


def _done(match: Match) -> str:
    word = _("ruled") if match.result.status == "ruled" else _("done")
    outcome = match.result.outcome
    if outcome is not None and outcome.void in ("void", "again"):
        return _("void")
    if outcome is None or outcome.void:
        return _("{word} 0 pts").format(word=word)
    return f"{word} {outcome.score()}"


def _playing(moment: Moment, match: Match, told: _Told | None) -> _Shown:
    if told is not None and told.live.flag is not None:
        who = _short(moment, match, told.live.flag)
        return _Shown("▼", _("flag {who}").format(who=who), "alert")
    if moment.is_unheard(match.table):
        return _Shown("≈", _("not heard yet"), "stale")
    if told is None and moment.is_on_paper(match) and moment.hall_ms >= match.starts_at:
        return _Shown("○", _("slip to come"), "wait")
    empty = absent(match, told.live if told else None)
    if empty:
        return _waiting(moment, match, empty)
    if told is None:
        return _Shown("•", _("playing") if match.draw else _("drawing"), "play")
    if told.silent > SILENT_AFTER_MS and moment.link.state == "live":
        return _Shown("≈", _("offline {time}").format(time=duration(told.silent)), "stale")
    live, left, rest = told.live, told.left, told.rest
    if rest is not None:
        return _Shown("■", break_words(rest), "wait" if rest else "warn")
    score = live.score
    low_time_ms = moment.book(match).low_time_ms
    low = min(left) <= low_time_ms
    if score is not None and not (low and live.clocked and live.running):
        words, word = _score(score), _("to {length}").format(length=max(1, match.length))
        if score.owner is not None:
            word = _("{score}, cube {value}").format(score=word, value=score.cube)
        if not live.running and live.clocked:
            return _Shown("■", words, "wait", _(live.words))
        return _Shown("•" if moment.link.state == "live" else "≈", words, "play", word)
    if not live.clocked:
        moves = sum(live.moves)
        counted = _("game {game}, {moves} mv").format(game=live.game, moves=moves)
        return _Shown("•", counted if live.running else _(live.words), "play")
    if not live.running:
        return _Shown("■", _(live.words), "wait")
    sides = ("◄" if 0 in live.running else "") + ("►" if 1 in live.running else "")
    times = f"{_time(left[0]):>5} {sides:<2}{_time(left[1]):<5}"
    game = _("game {game}").format(game=live.game)
    if moment.link.state != "live":
        return _Shown("≈", times, "stale", game)
    if low:
        return _Shown("!", times, "warn", _("under {time}").format(time=duration(low_time_ms)))
    return _Shown("•", times, "play", game)


def _score(score: ScoreLogged) -> str:
    """``3–2 cube 4 ►``: the score, and the cube once it is turned, with its owner's side."""
    words = f"{score.score[0]}–{score.score[1]}"
    if score.owner is None:
        return words
    cube = _("cube {value}").format(value=score.cube)
    return f"{words} {cube} {'◄►'[score.owner]}"


def _silent_ms(moment: Moment, reading: TableReading, mono_ms: int) -> int:
    """Return how long a table has not been heard: a clock that stands is no silence."""
    heard_at = moment.heard_at(reading.live.table)
    return mono_ms - (reading.seen_at if heard_at is None else heard_at)


def _waiting(moment: Moment, match: Match, empty: tuple[Seat, ...]) -> _Shown:
    late = moment.hall_ms - match.starts_at
    if late > 0 and all(excused(match, seat) for seat in empty):
        return _Shown("○", _("excused"), "wait")
    if late > SETTLING_MS:
        rule = moment.book(match).lateness
        by_clock = clock_replaces(moment, match)
        limit = 0 if rule is None else rule.grace_ms if by_clock else rule.first_forfeit_ms
        tone: Tone = "alert" if rule and late > limit else "warn"
        return _Shown("!", _("late {time}").format(time=f"{duration(late):0>5}"), tone)
    away = [seat for seat in empty if signed_out(moment.state, match.players[seat])]
    if away:
        return _Shown("○", _("out: {who}").format(who=_short(moment, match, away[0])), "wait")
    if len(empty) == 2:
        at = clock_time(match.starts_at, moment.zone)
        words = _("started {time}") if late > 0 else _("starts {time}")
        return _Shown("○", words.format(time=at), "idle")
    return _Shown("○", _("waits {who}").format(who=_short(moment, match, empty[0])), "wait")


def _short(moment: Moment, match: Match, seat: Seat) -> str:
    """Return the colour where it is drawn, else the surname; the full name where both share it."""
    game = moment.game_now(match)
    colour = moment.colour(match, seat, game)
    if colour:
        return colour
    mine, theirs = (moment.names(match)[s].split()[-1:] for s in (seat, other(seat)))
    return mine[0] if mine and mine != theirs else moment.names(match)[seat]


def _time(ms: int) -> str:
    """Return a clock in five cells: ``12:04``, ``1h06``; tenths are for the table's page."""
    if ms < 10_000:
        return face(ms).split(".", maxsplit=1)[0]
    minutes, seconds = divmod(-(-ms // 1000), 60)
    return f"{minutes // 60}h{minutes % 60:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"
