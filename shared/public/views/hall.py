"""All pages of the hall by their paths: the first one, announcements, those of each division and
of each player, and the slides of a television."""

from collections.abc import Iterator
from dataclasses import replace

from shared.core.state import Division
from shared.core.text.language import _, of_official
from shared.public.announcements import announced
from shared.public.views.division import PAGES, pages_of, pairings, round_words, standings
from shared.public.views.division import draw as drawn
from shared.public.views.moment import Moment
from shared.public.views.player import every_player, player_view
from shared.public.views.values import (
    Block,
    Cell,
    Draw,
    Finder,
    Grid,
    Links,
    Section,
    View,
    Words,
    segment,
)

HOME, NEWS, NAMES = "index", "announcements", "players"
ROWS_OF_A_SLIDE = 12
"""Rows of a table that a television shows one below the other."""
GRIDS_OF_A_SLIDE = 2
MATCHES_OF_A_SLIDE = 12


def view_of(moment: Moment, path: str) -> View | None:
    """Return the page at a path, None if there is none."""
    if path == HOME:
        return _home(moment)
    if path == NEWS:
        return View(NEWS, _("Announcements"), "", _announced(moment))
    if path == NAMES:
        return View(NAMES, _("All players, A to Z"), "", every_player(moment))
    first, _stroke, second = path.partition("/")
    if first == "p" and second in moment.players:
        return player_view(moment, moment.players[second])
    division = moment.divisions.get(first)
    if division is None or second not in pages_of(moment, division):
        return None
    return _of_division(moment, division, second)


def paths(moment: Moment) -> Iterator[str]:
    """Yield the paths of all pages."""
    yield from (HOME, NEWS, NAMES)
    for name, division in moment.divisions.items():
        yield from (f"{name}/{kind}" for kind in pages_of(moment, division))
    yield from (f"p/{name}" for name in moment.players)


def links_of(moment: Moment, division: Division) -> tuple[Cell, ...]:
    """Return the links to the pages of a division."""
    name = segment(division.id)
    return tuple(Cell(_(PAGES[kind][0]), f"{name}/{kind}") for kind in pages_of(moment, division))


def _of_division(moment: Moment, division: Division, kind: str) -> View:
    title, make = PAGES[kind]
    with of_official(moment.state.official(division.id)):
        blocks = make(moment, division)
        path = f"{segment(division.id)}/{kind}"
        return View(path, _(title), division.name, blocks, division.id)


def _announced(moment: Moment) -> tuple[Block, ...]:
    told = announced(moment.state, moment.zone, moment.now)
    if not told:
        return (Words(_("Nothing is announced now.")),)
    return tuple(part for said in told for part in (Words(said.words, "key"), Words(said.told)))


def _home(moment: Moment) -> View:
    """Return the first page: find me, what is announced, and the way to every division."""
    tournament = moment.state.tournament
    if tournament is None:
        words = Words(_("These pages begin as soon as the hall has been heard."))
        return View(HOME, _("Welcome"), "", (words,))
    names = Links((Cell(_("All players, A to Z"), NAMES),))
    finder = (Finder(), names) if moment.answers else (names,)
    blocks: list[Block] = [Section(_("Find me"), finder)]
    if announced(moment.state, moment.zone, moment.now):
        blocks.append(Section(_("Announcements"), _announced(moment)))
    for division in moment.state.divisions.values():
        told = round_words(moment, division)
        parts: list[Block] = [Words(told)] if told else []
        blocks.append(Section(division.name, (*parts, Links(links_of(moment, division)))))
    return View(HOME, tournament.name, "", tuple(blocks))


def slides(moment: Moment) -> tuple[View, ...]:
    """Return the pages that a television shows in turn, each of as much as fits it; at least one.

    They are the same announcements, pairings, standings and draw sheets, without links.
    """
    found: list[View] = []
    if announced(moment.state, moment.zone, moment.now):
        found.append(View("", _("Announcements"), "", _announced(moment)))
    for division in moment.state.divisions.values():
        with of_official(moment.state.official(division.id)):
            for title, blocks in (
                (_("Pairings"), pairings(moment, division)),
                (_("Standings"), standings(moment, division)),
                (_("Draw sheet"), drawn(moment, division)),
            ):
                view = View("", f"{division.name} · {title}")
                found += [replace(view, blocks=part) for part in _cut(blocks)]
    return tuple(found) or (_home(moment),)


def _cut(blocks: tuple[Block, ...]) -> Iterator[tuple[Block, ...]]:
    """Yield blocks as slides: tables in pieces, two side by side, and the rest before them."""
    before: list[Block] = []
    pieces: list[Block] = []
    for block in blocks:
        if isinstance(block, Grid):
            starts = range(0, len(block.rows), ROWS_OF_A_SLIDE)
            pieces += [_rows(block, start) for start in starts]
        elif isinstance(block, Draw):
            for one in block.rounds:
                for start in range(0, len(one.matches), MATCHES_OF_A_SLIDE):
                    part = one.matches[start : start + MATCHES_OF_A_SLIDE]
                    yield (Draw((replace(one, matches=part),)),)
        elif isinstance(block, Words) and block.tone != "soft":
            before.append(block)
    starts = range(0, len(pieces), GRIDS_OF_A_SLIDE)
    for start in starts:
        yield (*before, *pieces[start : start + GRIDS_OF_A_SLIDE])
    if before and not pieces:
        yield tuple(before)


def _rows(grid: Grid, start: int) -> Grid:
    rows = grid.rows[start : start + ROWS_OF_A_SLIDE]
    plain = tuple(tuple(replace(cell, to="") for cell in row) for row in rows)
    return replace(grid, rows=plain)
