"""The pairings of a round: by table, and by name, as values and as pages. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len

from shared.core.state import Division, HallState, Match, Round
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import _
from shared.public.lookup import (
    called_one_by_one,
    match_words,
    matches_now,
    player_name,
    referee_words,
    table_label,
    taken_back,
    taken_back_words,
)
from shared.public.page import Frame, Page, PageLine, Part, notice, split
from shared.tui.names import columns, fit
from shared.tui.postings import posting
from shared.tui.times import clock_time

_WIDE = 66
_NAME_COLUMN = 36
_GAP = 2
_TABLE = 5
_LONGEST_TABLE = 8


@dataclass(frozen=True, slots=True)
class Board:
    """A line of the pairings: where, who by id and by name, and how far they have got.

    A player with the bye has no opponent.
    """

    table: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    words: str
    short: str
    starts_at: int = 0


def boards(state: HallState, matches: Iterable[Match], byes: Iterable[str] = ()) -> list[Board]:
    """Return a line a match, then a line a bye."""
    played = [
        Board(
            table_label(state, match.table),
            match.players,
            tuple(player_name(state, player) for player in match.players),
            match_words(match),
            match_words(match, short=True),
            match.starts_at,
        )
        for match in matches
    ]
    free = (Board("–", (who,), (player_name(state, who),), _("bye"), "") for who in byes)
    return [*played, *free]


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of a round: name, table, and the opponent ("" with the bye)."""

    player: str
    name: str
    table: str
    opponent: str = ""


def seated(lines: Iterable[Board]) -> list[Seated]:
    """Return a line a player, by surname."""
    found: list[Seated] = []
    for line in lines:
        if len(line.players) == 1:
            found.append(Seated(line.players[0], line.names[0], _("bye")))
            continue
        found += [
            Seated(line.players[at], line.names[at], line.table, line.names[1 - at])
            for at in (0, 1)
        ]
    return sorted(found, key=lambda one: sort_key(one.name))


def playoffs(state: HallState, division: Division) -> list[Match]:
    """Return the playoffs for the division's title, by their hour."""
    found = [
        match
        for match in state.matches.values()
        if match.playoff and match.key.division == division.id and match.standing != "withdrawn"
    ]
    return sorted(found, key=lambda match: (match.starts_at, match.uid))


def contested_words(paired: Round) -> str:
    """Return what a reader of a round is told that was paired twice."""
    return _(
        "Round {number} has been paired twice. The referee decides which pairing holds. "
        "Please wait before you sit down."
    ).format(number=paired.number)


def start_words(paired: Round, zone: str, now: int) -> str:
    """Return when a round starts, or that it has started."""
    if paired.begun_at:
        return _("started {time}").format(time=clock_time(paired.begun_at, zone, now))
    return _("start {time}").format(time=clock_time(paired.starts_at, zone, now))


def by_table(
    state: HallState, division: Division, paired: Round, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return one line a match, in hall order of the tables."""
    page = _page("table", division, paired, zone, now, wide=frame.width >= _WIDE)
    if paired.contested:
        return (_contested(page, paired, frame),)
    matches = matches_now(state, division, paired)
    if not matches and called_one_by_one(division):
        return ()
    key = _table_column(state, paired)
    wide = frame.width >= _WIDE
    state_width = max(16 if wide else 8, len(referee_words(short=not wide)))
    rest = frame.width - key - state_width - 3 * _GAP
    widths = [key, rest - rest // 2, rest // 2, state_width]
    lines = [_line(line, widths, short=not wide) for line in boards(state, matches, paired.byes)]
    head = columns([_("Table"), _("Player"), _("Opponent"), _("Result")], widths, "><<<")
    return split(Page(page.key, page.title, page.note, head), tuple(lines), frame)


def by_name(
    state: HallState, division: Division, paired: Round, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return one entry a player, by surname; in several columns if the list is long."""
    page = _page("name", division, paired, zone, now, wide=frame.width >= _WIDE)
    matches = matches_now(state, division, paired)
    if paired.contested or (not matches and called_one_by_one(division)):
        return ()
    entries = seated(boards(state, matches, paired.byes))
    if len(entries) <= frame.rows or frame.width < 2 * _NAME_COLUMN + _GAP:
        key = _table_column(state, paired)
        rest = frame.width - key - 2 * _GAP
        widths = [rest - rest // 2, key, rest // 2]
        head = columns([_("Player"), _("Table"), _("Opponent")], widths, "<><")
        lines = tuple(
            (
                Part(fit(surname_first(one.name), widths[0])),
                Part("  " + fit(one.table, widths[1], "right"), "key"),
                Part("  " + fit(one.opponent, widths[2]), "soft"),
            )
            for one in entries
        )
        return split(Page(page.key, page.title, page.note, head), lines, frame)
    short = [(one.name, one.table) for one in entries]
    return _in_columns(page, short, frame, _table_column(state, paired))


def playoff_pages(
    state: HallState, division: Division, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return the playoffs for the division's title; no page without one."""
    found = boards(state, playoffs(state, division))
    if not found:
        return ()
    wide = frame.width >= _WIDE
    when = 7
    rest = frame.width - when - _TABLE - (16 if wide else 8) - 4 * _GAP
    widths = [_TABLE, rest - rest // 2, rest // 2, 16 if wide else 8]
    lines = tuple(
        (
            Part(fit(clock_time(line.starts_at, zone, now), when), "soft"),
            Part("  "),
            *_line(line, widths, short=not wide),
        )
        for line in found
    )
    head = columns(
        [_("Time"), _("Table"), _("Player"), _("Opponent"), _("Result")], [when, *widths], "<><<<"
    )
    title = f"{division.name} · " + _("Playoff for the title")
    return split(Page(f"{division.id}/playoff", title, head=head), lines, frame)


def taken_back_pages(state: HallState, division: Division, frame: Frame) -> tuple[Page, ...]:
    """Return that a round was taken back before play, and why, until it is out again."""
    back = taken_back(state, division.id)
    if back is None:
        return ()
    number, why = back
    title = f"{division.name} · " + _("Round {number}").format(number=number)
    lines = notice(taken_back_words(number, why), frame, "alert")
    return (Page(f"{division.id}/{number}/taken_back", title, lines=lines, band=0),)


def _in_columns(
    page: Page, entries: list[tuple[str, str]], frame: Frame, key: int
) -> tuple[Page, ...]:
    count = (frame.width + _GAP + 1) // (_NAME_COLUMN + _GAP + 1)
    bar = " │ "
    width = (frame.width - len(bar) * (count - 1)) // count
    widths = [width - key - 1, key]
    head = bar.join([columns([_("Player"), _("Table")], widths, "<>", 1)] * count)
    lines: list[PageLine] = []
    a_page = frame.rows * count
    for start in range(0, len(entries), a_page):
        of_page = entries[start : start + a_page]
        rows = min(frame.rows, -(-len(of_page) // count))
        for row in range(rows):
            parts: list[Part] = []
            for place in range(row, len(of_page), rows):
                name, label = of_page[place]
                parts += [Part(bar, "soft")] if parts else []
                parts += [
                    Part(fit(surname_first(name), widths[0]) + " "),
                    Part(fit(label, widths[1], "right"), "key"),
                ]
            lines.append(tuple(parts))
    return split(Page(page.key, page.title, page.note, head), tuple(lines), frame)


def _page(
    order: str, division: Division, paired: Round, zone: str, now: int, *, wide: bool
) -> Page:
    by = _("by table") if order == "table" else _("by name")
    if called_one_by_one(division):
        now_words = _("Now at the tables")
        return Page(f"{division.id}/now/{order}", f"{division.name} · {now_words} · {by}")
    title = f"{division.name} · {posting(paired, zone)}"
    return Page(
        key=f"{division.id}/{paired.number}/{order}",
        # A small screen has no room for both: its column heads say in which order it is.
        title=f"{title} · {by}" if wide or not paired.edition else title,
        note=start_words(paired, zone, now),
    )


def _contested(page: Page, paired: Round, frame: Frame) -> Page:
    lines = notice(contested_words(paired), frame, "alert")
    return Page(f"{page.key}/contested", page.title, page.note, "", lines, band=0)


def _table_column(state: HallState, paired: Round) -> int:
    labels = (table_label(state, match.table) for match in paired.matches)
    byes = [_("bye")] if paired.byes else []
    widest = max(map(cell_len, (*labels, *byes)), default=0)
    return max(_TABLE, min(widest, _LONGEST_TABLE))


def _line(line: Board, widths: list[int], *, short: bool) -> PageLine:
    one, two = line.names if len(line.names) == 2 else (line.names[0], line.words)
    told = "" if len(line.names) == 1 else line.short if short else line.words
    return (
        Part(fit(line.table, widths[0], "right"), "key"),
        Part("  " + fit(one, widths[1]) + "  " + fit(two, widths[2])),
        Part("  " + fit(told, widths[3]), "state"),
    )
