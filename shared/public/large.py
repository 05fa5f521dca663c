"""The pages of a lobby that is read from eight metres: few lines, in letters several rows high.

Pure. The blocks of a page, a line of large letters each, are never cut.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from shared.core.events import ALWAYS
from shared.core.standings.explain import points_or_exit
from shared.core.standings.order import StandingsRow
from shared.core.state import Division, HallState, Match, Round
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import _, headed
from shared.public.countdown import countdown_pages
from shared.public.lookup import (
    called_one_by_one,
    matches_now,
    player_name,
    table_label,
    taken_back,
    taken_back_words,
)
from shared.public.page import Frame, Page, PageLine, Part, Role
from shared.tui.announced import announced_words
from shared.tui.letters import Letters
from shared.tui.names import Align, clip
from shared.tui.times import clock_time

LARGE_PAGES = ("countdown", "by_table", "by_name", "standings")
"""The kinds of pages that there are in large letters, beside announcements."""
Block = tuple[PageLine, ...]
_GAP = 4
_LABEL = "888"
"""A table's label, or a place, at its widest."""


@dataclass(frozen=True, slots=True)
class Wall:
    """What pages in large letters are made for: letters, room, time zone and moment (UTC ms)."""

    letters: Letters
    frame: Frame
    zone: str
    now: int

    def line(self, cells: Sequence[tuple[str, int, Align, Role]]) -> Block:
        """Return a line of cells: text, width, on which side, role."""
        drawn = [self.letters.fitted(text, wide, align) for text, wide, align, _role in cells]
        roles = [role for _text, _wide, _align, role in cells]
        return tuple(
            tuple(Part(part, role) for part, role in zip(row, roles, strict=True))
            for row in zip(*drawn, strict=True)
        )

    def said(self, sentence: str, role: Role = "text") -> tuple[Block, ...]:
        """Return a sentence as lines."""
        width = self.frame.width
        lines = self.letters.wrapped(sentence, width)
        return tuple(self.line([(line, width, "left", role)]) for line in lines)

    def pages(self, page: Page, blocks: Iterable[Block]) -> tuple[Page, ...]:
        """Return the blocks on as many pages as they need."""
        found: list[tuple[PageLine, ...]] = []
        for block in blocks:
            if found and len(found[-1]) + len(block) <= self.frame.rows:
                found[-1] += block
            else:
                found.append(block)
        return tuple(
            replace(
                page,
                key=f"{page.key}/{number}",
                lines=lines[: self.frame.rows],
                letters=self.letters,
                wide=True,
            )
            for number, lines in enumerate(found, start=1)
        )


def wall_for(letters: Letters, frame: Frame, zone: str, now: int) -> Wall:
    """Return the room below a page's title, which is as large as the lines."""
    return Wall(letters, Frame(frame.width, frame.rows + 1 - letters.rows), zone, now)


def announced_large(state: HallState, wall: Wall) -> tuple[Page, ...]:
    """Return what is announced, the newest first; no page for nothing."""
    blocks: list[Block] = []
    for said in state.office.announced(wall.now, "kiosk"):
        division = state.divisions.get(said.division)
        told = clock_time(said.at, wall.zone, wall.now)
        if said.until != ALWAYS:
            until = clock_time(said.until, wall.zone, wall.now)
            told += " · " + _("until {time}").format(time=until)
        whom = division.name if division is not None else said.division or _("Everybody")
        blocks += wall.said(announced_words(state, said), "key")
        blocks.append(((Part(clip(f"{whom} · {told}", wall.frame.width), "soft"),), ()))
    return wall.pages(Page("announcements", _("Announcements"), band=0), blocks)


def times_large(
    state: HallState, divisions: Iterable[Division], letters: Letters
) -> tuple[Page, ...]:
    """Return the round times, their words in large letters."""
    return tuple(
        replace(page, letters=letters, wide=True) for page in countdown_pages(state, divisions)
    )


def pairings_large(
    state: HallState, division: Division, paired: Round | None, wall: Wall, kinds: frozenset[str]
) -> Iterator[Page]:
    """Yield the playoffs and the pairings by table and by name, or why there are none."""
    back = taken_back(state, division.id)
    if back is not None:
        title = f"{division.name} · " + _("Round {number}").format(number=back[0])
        page = Page(f"{division.id}/{back[0]}/taken_back", title, band=0)
        yield from wall.pages(page, wall.said(taken_back_words(*back), "alert"))
    elif paired is None:
        page = Page(f"{division.id}/0", f"{division.name} · " + _("Pairings"), band=0)
        yield from wall.pages(page, wall.said(_("Round 1 is not paired yet.")))
    if paired is None or not kinds & {"by_table", "by_name"}:
        return
    called = called_one_by_one(division)
    name = _("Now at the tables") if called else _("Round {number}").format(number=paired.number)
    start = clock_time(paired.begun_at or paired.starts_at, wall.zone, wall.now)
    page = Page(
        f"{division.id}/{paired.number}/large",
        f"{division.name} · {name}",
        "" if called else start,
        band=wall.letters.rows,
    )
    if paired.contested:
        words = _("Round {number} has been paired twice. Please wait before you sit down.")
        told = wall.said(words.format(number=paired.number), "alert")
        yield from wall.pages(replace(page, band=0), told)
        return
    off = [m for m in state.matches.values() if m.playoff and m.key.division == division.id]
    played_off = [match for match in off if match.standing != "withdrawn"]
    played_off.sort(key=lambda match: (match.starts_at, match.uid))
    title = f"{division.name} · " + _("Playoff for the title")
    blocks = [_at_table(state, match, wall) for match in played_off]
    yield from wall.pages(Page(f"{division.id}/playoff", title, band=page.band), blocks)
    matches = matches_now(state, division, paired)
    if "by_table" in kinds:
        byes = (
            wall.line([*_labelled("–", wall), (headed(player_name(state, p), _("bye")),
                       _beside(wall), "left", "text")])
            for p in paired.byes if not called
        )  # fmt: skip
        blocks = [*(_at_table(state, match, wall) for match in matches), *byes]
        # Bands of one height would part the two names of a match.
        band = page.band if all(len(block) == page.band for block in blocks) else 0
        yield from wall.pages(replace(page, key=f"{page.key}/table", band=band), blocks)
    if "by_name" in kinds:
        found = [(player_name(state, p), table_label(state, m.table)) for m in matches
                 for p in m.players]  # fmt: skip
        found += [(player_name(state, p), _("bye")) for p in paired.byes if not called]
        found.sort(key=lambda entry: sort_key(entry[0]))
        yield from wall.pages(
            replace(page, key=f"{page.key}/name"),
            [_of_player(surname_first(player), label, wall) for player, label in found],
        )


def standings_large(
    division: Division, rows: tuple[StandingsRow, ...], wall: Wall
) -> tuple[Page, ...]:
    """Return place, name and points, a line a player."""
    points = wall.letters.width(_LABEL) + _GAP
    blocks = [
        wall.line(
            [
                *_labelled("–" if row.rank is None else str(row.rank), wall),
                (row.name, _beside(wall) - points, "left", "text"),
                (points_or_exit(row), points, "right", "key"),
            ]
        )
        for row in rows
    ]
    title = f"{division.name} · " + _("Standings")
    page = Page(f"{division.id}/standings", title, band=wall.letters.rows)
    return wall.pages(page, blocks)


def _labelled(label: str, wall: Wall) -> list[tuple[str, int, Align, Role]]:
    return [(label, wall.letters.width(_LABEL), "right", "key"), ("", _GAP, "left", "text")]


def _beside(wall: Wall) -> int:
    """Return the cells beside a label."""
    return wall.frame.width - wall.letters.width(_LABEL) - _GAP


def _at_table(state: HallState, match: Match, wall: Wall) -> Block:
    """Return a match on one line, with initials if it must, or on two."""
    room = _beside(wall)
    label = _labelled(table_label(state, match.table), wall)
    names = [player_name(state, player) for player in match.players]
    for shown in (names, [_initialled(name) for name in names]):
        both = " – ".join(shown)
        if wall.letters.width(both) <= room:
            return wall.line([*label, (both, room, "left", "text")])
    first, second = (
        name if wall.letters.width(name) <= room else _initialled(name) for name in names
    )
    return (
        *wall.line([*label, (first, room, "left", "text")]),
        *wall.line([*_labelled("", wall), (second, room, "left", "text")]),
    )


def _initialled(name: str) -> str:
    """``Anna King`` → ``A. King``."""
    surname, comma, given = surname_first(name).partition(", ")
    return f"{given[0]}. {surname}" if comma and given else name


def _of_player(name: str, label: str, wall: Wall) -> Block:
    wide = max(wall.letters.width(_LABEL), wall.letters.width(label))
    room = wall.frame.width - wide - _GAP
    shown = name if wall.letters.width(name) <= room else _surname_initial(name)
    return wall.line(
        [(shown, room, "left", "text"), ("", _GAP, "left", "text"), (label, wide, "right", "key")]
    )


def _surname_initial(name: str) -> str:
    """``King, Anna`` → ``King, A.``."""
    surname, comma, given = name.partition(", ")
    return f"{surname}, {given[0]}." if comma and given else name
