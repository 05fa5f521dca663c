"""The pages of a division: pairings, players by name, standings, draw sheet, schedule,
crosstable."""

from collections.abc import Callable
from types import MappingProxyType

from shared.core.rulebooks import Rulebook
from shared.core.standings.explain import points_heading, points_or_exit, two_places
from shared.core.standings.order import StandingsRow
from shared.core.standings.wall_chart import poster
from shared.core.state import Division
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import N_, _, shown_number
from shared.pairing.types import PairingImpossible
from shared.public.announcements import corrected
from shared.public.draw_sheets import drawn_rounds, waiting_words
from shared.public.lookup import (
    called_one_by_one,
    matches_now,
    round_length_ms,
    taken_back,
    taken_back_words,
)
from shared.public.pairings import (
    Board,
    boards,
    contested_words,
    playoffs,
    seated,
    start_words,
)
from shared.public.standings import (
    club_of,
    standings_note,
    standings_notes,
    standings_title,
    title_of,
    unreadable_words,
)
from shared.public.timetable import holds_words, timed_rounds, timetable_notes
from shared.public.views.moment import Moment
from shared.public.views.values import (
    Block,
    Cell,
    Column,
    Draw,
    Grid,
    Lines,
    Section,
    Words,
    player_path,
)
from shared.tui.postings import posting
from shared.tui.times import clock_time

Blocks = tuple[Block, ...]
Make = Callable[[Moment, Division], Blocks]


def round_words(moment: Moment, division: Division) -> str:
    """Return which round is played, when it starts and is scheduled to end, "" before round 1."""
    paired = moment.paired(division)
    if paired is None:
        return ""
    if called_one_by_one(division):
        return _("Now at the tables")
    words = [posting(paired, moment.zone), start_words(paired, moment.zone, moment.now)]
    length = round_length_ms(division)
    if length is not None:
        end = clock_time(paired.starts_at + length, moment.zone, moment.now)
        words.append(_("scheduled end {time}").format(time=end))
    return " · ".join(words)


def pairings(moment: Moment, division: Division) -> Blocks:
    """Return who plays whom, by table, and the results as they come in."""
    state, paired = moment.state, moment.paired(division)
    blocks: list[Block] = []
    back = taken_back(state, division.id)
    if back is not None:
        blocks.append(Words(taken_back_words(*back), "alert"))
    if paired is None:
        if back is None:
            words = _(
                "Round 1 is not paired yet. The pairings appear here as soon as they are out."
            )
            blocks.append(Words(words))
        return tuple(blocks)
    deciding = boards(state, playoffs(state, division))
    if deciding:
        blocks.append(_boards(_("Playoff for the title"), deciding))
    if paired.contested:
        return (*blocks, Words(contested_words(paired), "alert"))
    found = boards(state, matches_now(state, division, paired), paired.byes)
    if found:
        blocks.append(_boards(round_words(moment, division), found))
    else:
        blocks.append(Words(_("No match is being played now.")))
    told = corrected(state, division, moment.zone, moment.now)
    if told:
        lines = tuple(f"{said.words} ({said.told})" for said in told)
        blocks.append(Section(_("Corrected results"), (Lines(lines),)))
    return tuple(blocks)


def _boards(caption: str, found: list[Board]) -> Grid:
    columns = (
        Column(_("Table"), number=True),
        Column(_("Player")),
        Column(_("Opponent")),
        Column(_("Result")),
    )
    rows = []
    for line in found:
        names = [
            Cell(name, player_path(player), name=True)
            for player, name in zip(line.players, line.names, strict=True)
        ]
        free = len(names) == 1
        other = Cell(line.words) if free else names[1]
        rows.append((Cell(line.table), names[0], other, Cell("" if free else line.words)))
    return Grid(caption, columns, tuple(rows), pairs=True)


def players(moment: Moment, division: Division) -> Blocks:
    """Return all players by surname, each with the table and the opponent of now."""
    state, paired = moment.state, moment.paired(division)
    matches = () if paired is None else matches_now(state, division, paired)
    byes = () if paired is None else paired.byes
    known = paired is not None and not paired.contested
    at = {one.player: one for one in seated(boards(state, matches, byes))} if known else {}
    here = [player for player in state.players.values() if player.division == division.id]
    rows = []
    for player in sorted(here, key=lambda one: sort_key(one.name)):
        one = at.get(player.id)
        name = Cell(surname_first(player.name), player_path(player.id), name=True)
        table, opponent = (one.table, one.opponent) if one else ("", "")
        rows.append((name, Cell(table), Cell(opponent, name=True)))
    columns = (Column(_("Player")), Column(_("Table"), number=True), Column(_("Opponent")))
    return (Grid(_("Players by name"), columns, tuple(rows)),)


def standings(moment: Moment, division: Division) -> Blocks:
    """Return the places; each name leads to the reasons for its place."""
    if division.unreadable:
        return (Words(unreadable_words(), "alert"),)
    state, book = moment.state, division.book
    rows = moment.reckoned(division.id)[0]
    blocks: list[Block] = [Words(standings_note(state, division))]
    title = title_of(state, division)
    if title:
        blocks.append(Words(title, "key"))
    blocks.append(_places(moment, standings_title(None), rows, book))
    for part, beside in moment.beside(division).items():
        blocks.append(_places(moment, standings_title(part), beside, book))
    blocks.append(Words(_("Each name leads to the reasons for its place."), "soft"))
    notes = standings_notes(state, division, rows)
    return (*blocks, Lines(notes, "soft")) if notes else tuple(blocks)


def _places(moment: Moment, caption: str, rows: tuple[StandingsRow, ...], book: Rulebook) -> Grid:
    honor = book.honor is not None
    clubs = any(row.rank is None or club_of(moment.state, row) for row in rows)
    columns = [Column(_("Place"), number=True), Column(_("Player"))]
    columns += [Column(_("Club"), spare=True)] if clubs else []
    columns += [Column(points_heading(book), number=True)]
    columns += [Column(_("Honor"), number=True)] if honor else []
    lines, withdrawn = [], _("withdrawn")
    for row in rows:
        out = row.rank is None
        name = f"{row.name} ({withdrawn})" if out else row.name
        cells = [
            Cell("–" if out else str(row.rank)),
            Cell(name, player_path(row.player), name=True),
        ]
        cells += [Cell(club_of(moment.state, row))] if clubs else []
        cells += [Cell(points_or_exit(row))]
        cells += [Cell(shown_number(two_places(row.honor_points)))] if honor else []
        lines.append(tuple(cells))
    return Grid(caption, tuple(columns), tuple(lines), named=1)


def draw(moment: Moment, division: Division) -> Blocks:
    """Return the draw sheet round by round; nothing without one."""
    try:
        rounds = drawn_rounds(moment.state, division, moment.zone, moment.now)
    except PairingImpossible:
        return (Words(waiting_words(moment.state, division), "alert"),)
    return (Draw(rounds),) if rounds else ()


def schedule(moment: Moment, division: Division) -> Blocks:
    """Return the timetable; nothing without one."""
    rounds = timed_rounds(moment.state, division, moment.zone)
    if not rounds:
        return ()
    columns = (
        Column(_("Round"), number=True),
        Column(_("Day")),
        Column(_("Time")),
        Column(_("State")),
    )
    rows = tuple(
        (Cell(str(one.number)), Cell(one.day), Cell(one.time), Cell(one.told)) for one in rounds
    )
    notes = timetable_notes(moment.state, division)
    if division.book.schedule is not None:
        notes = (*notes, holds_words())
    return (Grid(_("Schedule"), columns, rows), *([Lines(notes, "soft")] if notes else ()))


def crosstable(moment: Moment, division: Division) -> Blocks:
    """Return who met whom and what it brought; nothing before the first pairing."""
    chart = moment.chart(division)
    if chart is None:
        return ()
    heading, *lines = poster(chart)
    columns = tuple(Column(words, number=at != 1) for at, words in enumerate(heading))
    rows = tuple(
        tuple(
            Cell(text, player_path(row.player), name=True) if at == 1 else Cell(text)
            for at, text in enumerate(line)
        )
        for row, line in zip(chart.rows, lines, strict=True)
    )
    note = _("opponent, +match points · f: not played")
    return (Words(note, "soft"), Grid(_("Crosstable"), columns, rows, named=1, broad=True))


PAGES = MappingProxyType[str, tuple[str, Make]](
    {
        "pairings": (N_("Pairings"), pairings),
        "players": (N_("Players by name"), players),
        "standings": (N_("Standings"), standings),
        "draw": (N_("Draw sheet"), draw),
        "schedule": (N_("Schedule"), schedule),
        "crosstable": (N_("Crosstable"), crosstable),
    }
)
"""The pages of a division in the order in which people look for them."""


def pages_of(moment: Moment, division: Division) -> tuple[str, ...]:
    """Return which pages a division has now."""
    return moment.once("pages", division.id, lambda: _pages_of(moment, division))


def _pages_of(moment: Moment, division: Division) -> tuple[str, ...]:
    paired = moment.paired(division)
    has = {
        "draw": paired is not None and bool(draw(moment, division)),
        "schedule": bool(timed_rounds(moment.state, division, moment.zone)),
        "crosstable": paired is not None and not division.unreadable,
    }
    return tuple(kind for kind in PAGES if has.get(kind, True))
