"""The draw sheets of a division as pages: main draw, losers' side, final, consolation,
last chance. Pure.

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
        return (_waiting(state, division, room[1]),)
    if found is None:
        return ()
    stands = found[1]
    matches = {
        match.slot: match
        for match in state.matches.values()
        if match.key.division == division.id and match.slot and match.standing != "withdrawn"
        if not voided(match)
    }
    sources = (source for at in stands.states for source in at.match.sources)
    referred = frozenset(source.match for source in sources if isinstance(source, LoserOf))
    look = _Look(state, matches, zone, now, referred)
    pages: list[Page] = []
    for side, title in _PARTS.items():
        states = [at for at in stands.states if at.match.side == side]
        if states:
            name = f"{division.name} · {_(title)}"
            pages += _part(look, f"{division.id}/sheet/{side}", name, states, stands, room)
    return tuple(pages)


def _waiting(state: HallState, division: Division, frame: Frame) -> Page:
    tables = [table_label(state, match.table) for match in undecided(state, division)]
    words = _("The draw sheet waits for the referee: its results do not agree.")
    if tables:
        words = ngettext(
            "The draw sheet waits for the referee: the result at table {tables} cannot stand.",
            "The draw sheet waits for the referee: the results at tables {tables} cannot stand.",
            len(tables),
        ).format(tables=", ".join(tables))
    words += " " + _("Your next match is called as soon as it is settled.")
    title = f"{division.name} · " + _("Draw sheet")
    return Page(f"{division.id}/sheet", title, lines=notice(words, frame), band=0)


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
    headings = tuple(_heading(states, number) for number in rounds)
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


def _heading(states: list[MatchState], number: int) -> str:
    lengths = sorted({at.match.length for at in states if at.match.round_no == number})
    length = "/".join(str(length) for length in lengths)
    if not lengths or lengths == [1]:
        return _("Round {number}").format(number=number)
    return _("Round {number}, {length} pts").format(number=number, length=length)
