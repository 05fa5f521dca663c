"""The draw sheets of a division as pages: main draw, losers' side, final, consolation,
last chance; as values and as pages. Pure.

Who stands where comes from the sheet as it was drawn; nothing is drawn here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from shared.core.state import Division, HallState, Match
from shared.core.text.language import N_, _, ngettext
from shared.pairing.draw_sheet.progress import MatchState, Progress
from shared.pairing.draw_sheet.sheet import LoserOf, WinnerOf
from shared.pairing.from_hall import voided
from shared.pairing.knockout.call_board import sheet_now, undecided
from shared.pairing.types import PairingImpossible
from shared.public.bracket import Node, Side, parts
from shared.public.lookup import match_words, player_name, score_words, table_label
from shared.public.page import Frame, Page, PageLine, Part, notice
from shared.tui.times import clock_time

TABLE = "▸"
"""Stands before the table of a match that is called."""
_RULES = re.compile(r"([─│┐┘├][─│┐┘├ ]*)")
_PARTS = {
    "main": N_("Main draw"),
    "losers": N_("Losers' side"),
    "final": N_("Final"),
    "consolation": N_("Consolation"),
    "last_chance": N_("Last chance"),
}


@dataclass(frozen=True, slots=True)
class _Look:
    """The hall as a sheet needs it: names, and the match of each place on the sheet."""

    state: HallState
    matches: Mapping[str, Match]
    zone: str
    now: int
    referred: frozenset[str]
    """Matches whose number is named elsewhere on the sheet: their losers play on."""

    def name(self, entry: str) -> str:
        return player_name(self.state, entry) if entry else _("nobody")

    def behind(self, at: MatchState) -> str:
        """Return what stands where the winner will: the winner, or where and when it is played."""
        if at.winner:
            return self.name(at.winner)
        if at.status == "not_needed":
            return _("not needed")
        match = self.matches.get(at.match.id)
        if match is None:
            return at.match.id
        words = match_words(match) or clock_time(match.starts_at, self.zone, self.now)
        where = f"{TABLE}{table_label(self.state, match.table)} {words}"
        return f"{at.match.id} {where}" if at.match.id in self.referred else where

    def score(self, at: MatchState) -> str:
        match = self.matches.get(at.match.id)
        if match is None or match.result.outcome is None or not at.winner:
            return ""
        seat = match.seat_of(at.winner)
        return "" if seat is None else f" {score_words(match.result.outcome.for_seat(seat))}"


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match of a sheet for people who read it as a list: who plays, who won, the score or
    where and when."""

    sides: tuple[str, str]
    winner: int | None
    words: str


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round of a part of a sheet: what it is called, and its matches from the top."""

    part: str
    heading: str
    matches: tuple[DrawnMatch, ...]


def drawn_rounds(
    state: HallState, division: Division, zone: str, now: int
) -> tuple[DrawnRound, ...]:
    """Return the rounds of every part of the sheet; none without one.

    Raises PairingImpossible if the results contradict the sheet: see ``waiting_words``.
    """
    found = sheet_now(state, division)
    if found is None:
        return ()
    look = _look(state, division, found[1], zone, now)
    rounds: list[DrawnRound] = []
    for side, title in _PARTS.items():
        states = [at for at in found[1].states if at.match.side == side]
        for number in sorted({at.match.round_no for at in states}):
            matches = tuple(
                _as_a_line(look, at, found[1]) for at in states if at.match.round_no == number
            )
            rounds.append(DrawnRound(_(title), _headings(states, number)[0], matches))
    return tuple(rounds)


def _as_a_line(look: _Look, at: MatchState, stands: Progress) -> DrawnMatch:
    sides = tuple(_awaited(look, at, number, stands) for number in (0, 1))
    winner = at.sides.index(at.winner) if at.winner in at.sides and at.winner else None
    words = look.score(at).strip()
    match = look.matches.get(at.match.id)
    if not at.winner and match is not None:
        table = _("table {label}").format(label=table_label(look.state, match.table))
        when = match_words(match) or clock_time(match.starts_at, look.zone, look.now)
        words = f"{table} · {when}"
    elif not at.winner and at.status == "not_needed":
        words = _("not needed")
    return DrawnMatch((sides[0], sides[1]), winner, words)


def _awaited(look: _Look, at: MatchState, number: int, stands: Progress) -> str:
    known, source = at.sides[number], at.match.sources[number]
    if known is not None:
        return look.name(known)
    if not isinstance(source, (WinnerOf, LoserOf)):
        return ""
    names = [look.name(side) for side in stands.state(source.match).sides if side]
    if len(names) < 2:
        return _("a player still to come")
    if isinstance(source, LoserOf):
        return _("loser of {match}").format(match=" – ".join(names))
    return _("winner of {match}").format(match=" – ".join(names))


def _look(state: HallState, division: Division, stands: Progress, zone: str, now: int) -> _Look:
    matches = {
        match.slot: match
        for match in state.matches.values()
        if match.key.division == division.id and match.slot and match.standing != "withdrawn"
        if not voided(match)
    }
    sources = (source for at in stands.states for source in at.match.sources)
    referred = frozenset(source.match for source in sources if isinstance(source, LoserOf))
    return _Look(state, matches, zone, now, referred)


def draw_sheet_pages(
    state: HallState, division: Division, room: tuple[Frame, Frame], zone: str, now: int
) -> tuple[Page, ...]:
    """Return every part of the sheet; none if the division has no sheet or it is not drawn.

    ``room`` is the screen's and a column's: what fits a column whole stands beside other pages. If
    the results contradict the sheet, one page says what it waits for.
    """
    try:
        found = sheet_now(state, division)
    except PairingImpossible:
        title = f"{division.name} · " + _("Draw sheet")
        lines = notice(waiting_words(state, division), room[1])
        return (Page(f"{division.id}/sheet", title, lines=lines, band=0),)
    if found is None:
        return ()
    stands = found[1]
    look = _look(state, division, stands, zone, now)
    pages: list[Page] = []
    for side, title in _PARTS.items():
        states = [at for at in stands.states if at.match.side == side]
        if states:
            name = f"{division.name} · {_(title)}"
            pages += _part(look, f"{division.id}/sheet/{side}", name, states, stands, room)
    return tuple(pages)


def waiting_words(state: HallState, division: Division) -> str:
    """Return what a sheet waits for whose results contradict it."""
    tables = [table_label(state, match.table) for match in undecided(state, division)]
    words = _("The draw sheet waits for the referee: its results do not agree.")
    if tables:
        words = ngettext(
            "The draw sheet waits for the referee: the result at table {tables} cannot stand.",
            "The draw sheet waits for the referee: the results at tables {tables} cannot stand.",
            len(tables),
        ).format(tables=", ".join(tables))
    return words + " " + _("Your next match is called as soon as it is settled.")


def _part(
    look: _Look,
    key: str,
    title: str,
    states: list[MatchState],
    stands: Progress,
    room: tuple[Frame, Frame],
) -> list[Page]:
    made: dict[str, Node] = {}
    for at in states:
        sides = tuple(_side(look, at, number, made, stands) for number in (0, 1))
        made[at.match.id] = Node(at.match.round_no, (sides[0], sides[1]), look.behind(at))
    rounds = range(1, max(at.match.round_no for at in states) + 1)
    headings = tuple(_headings(states, number) for number in rounds)
    frame, column = room
    found = parts(made[states[-1].match.id], headings, column.width, column.rows)
    wide = len(found) > 1 and frame != column
    if wide:
        found = parts(made[states[-1].match.id], headings, frame.width, frame.rows)
    return [
        Page(
            f"{key}/{number}",
            title if len(found) == 1 else f"{title} {number}/{len(found)}",
            note=_("{mark} table").format(mark=TABLE)
            if any(TABLE in x for x in part.lines)
            else "",
            head=part.head,
            lines=tuple(_line(line) for line in part.lines),
            wide=wide,
            band=0,
        )
        for number, part in enumerate(found, start=1)
    ]


def _line(text: str) -> PageLine:
    """Draw a line. Names stand out from the rules that lead to them."""
    parts = (part for part in _RULES.split(text) if part)
    return tuple(Part(part, "soft" if _RULES.match(part) else "text") for part in parts)


def _side(
    look: _Look, at: MatchState, number: int, made: Mapping[str, Node], stands: Progress
) -> Side:
    source, known = at.match.sources[number], at.sides[number]
    before = made.get(source.match) if isinstance(source, WinnerOf) else None
    if known is not None:
        feeder = stands.state(source.match) if isinstance(source, WinnerOf) else None
        score = look.score(feeder) if feeder is not None else ""
        return Side(look.name(known) + score, before)
    match source:
        case LoserOf(match):
            return Side(_("loser of {match}").format(match=match))
        case WinnerOf(match):
            return Side(look.behind(stands.state(match)), before)
        case _other:
            return Side("", before)


def _headings(states: list[MatchState], number: int) -> tuple[str, ...]:
    """Return what stands over a round: with the length of its matches, and without it."""
    lengths = sorted({at.match.length for at in states if at.match.round_no == number})
    length = "/".join(str(length) for length in lengths)
    short = _("Round {number}").format(number=number)
    if not lengths or lengths == [1]:
        return (short,)
    return _("Round {number}, {length} pts").format(number=number, length=length), short
