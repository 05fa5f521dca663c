"""What hangs on the wall: pairings, playoffs, standings, crosstable and wall chart."""

from collections import Counter
from dataclasses import replace

from hall_server.derived.lists import by_rating, taking_part
from hall_server.paper.look import Look
from hall_server.paper.sheet import BLANK, Column, PaperSheet, Picture, Table, Text
from shared.core.standings.explain import (
    notes_on,
    points_heading,
    points_or_exit,
    title_words,
    two_places,
)
from shared.core.standings.order import StandingsRow
from shared.core.standings.records import division_records
from shared.core.standings.wall_chart import (
    ChartRow,
    WallChart,
    poster,
    unplayed_word,
    wall_chart,
)
from shared.core.state import Match, Round
from shared.core.state.office import BESIDE
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import _, listed, pgettext, shown_number
from shared.pairing.places import beside_standings, division_standings
from shared.public.dots import dots
from shared.public.lookup import score_words
from shared.tui.times import clock_time


def by_table(look: Look, paired: Round) -> PaperSheet:
    """Return a line for each match, the tables in walking order."""
    if paired.contested:
        return _contested(look, paired, _("by table"))
    rows = [
        (look.table(match.table), *look.names(match), _result(match))
        for match in look.matches(paired)
    ]
    rows += [("–", look.name(player), _("has the bye"), "") for player in paired.byes]
    columns = (_table(), *_pair(), Column(_("Result"), "centre"))
    return _sheet(look, paired, _("by table"), Table(columns, tuple(rows), "wall"), 0)


def by_name(look: Look, paired: Round) -> PaperSheet:
    """Return a line for each player, by surname."""
    if paired.contested:
        return _contested(look, paired, _("by name"))
    lines: list[tuple[str, str, str]] = []
    for match in look.matches(paired):
        for player, opponent in (match.players, match.players[::-1]):
            lines.append((look.name(player), look.table(match.table), look.name(opponent)))
    lines += [(look.name(player), _("bye"), "") for player in paired.byes]
    lines.sort(key=lambda line: (sort_key(line[0]), line))
    rows = tuple((surname_first(name), table, opponent) for name, table, opponent in lines)
    who, against = _pair()
    columns = (replace(who, strong=True), _table(), against)
    return _sheet(look, paired, _("by name"), Table(columns, rows, "wall"), 0)


def playoffs(look: Look) -> tuple[PaperSheet, ...]:
    """Return the sheet of the playoff for the division's title, none without one."""
    found = [
        match
        for match in look.state.matches.values()
        if match.playoff
        and match.key.division == look.division.id
        and match.standing != "withdrawn"
    ]
    if not found:
        return ()
    found.sort(key=lambda match: (match.starts_at, match.uid))
    rows = tuple(
        (
            clock_time(match.starts_at, look.zone),
            look.table(match.table),
            *look.names(match),
            _result(match),
        )
        for match in found
    )
    time = Column(pgettext("time of day", "Time"))
    columns = (time, _table(), *_pair(), Column(_("Result"), "centre"))
    table = Table(columns, rows, "wall")
    return (PaperSheet(_("Playoff for the title"), look.division.name, (table,), index=1),)


def _table() -> Column:
    return Column(_("Table"), "right", strong=True)


def _pair() -> tuple[Column, Column]:
    return Column(_("Player")), Column(_("Opponent"))


def _sheet(look: Look, paired: Round, order: str, table: Table, index: int) -> PaperSheet:
    note = f"{look.division.name}, {look.starts(paired)}"
    return PaperSheet(look.posting(paired, order), note, (table,), index=index)


def _contested(look: Look, paired: Round, order: str) -> PaperSheet:
    words = _("This round has two pairings. The referee decides which one counts.")
    return PaperSheet(look.posting(paired, order), look.division.name, (Text(words, "large"),))


def _result(match: Match) -> str:
    if match.result.open_question or match.standing == "contested":
        return pgettext("state of a match", "referee")
    return score_words(match.result.outcome) if match.result.outcome else ""


_BOX_MM = 11


def standings_sheet(look: Look) -> PaperSheet:
    """Return the standings of the division, for the wall."""
    rows = division_standings(look.state, look.division.id)
    parts: list[Table | Text] = [Text(note, "small") for note in notes_on(rows, look.book)]
    decided = look.state.awards.titles.get(look.division.id)
    if decided is not None:
        parts.insert(0, Text(title_words(decided, listed([look.name(p) for p in decided.players]))))
    parts.append(_standings_table(look, rows))
    for part, beside in beside_standings(look.state, look.division.id).items():
        parts += [Text(_(BESIDE[part])), _standings_table(look, beside)]
    return PaperSheet(look.so_far(_("Standings")), look.division.name, tuple(parts), index=0)


def _standings_table(look: Look, rows: tuple[StandingsRow, ...]) -> Table:
    honor = look.book.honor is not None
    columns = [
        Column(_("Place"), "right", strong=True),
        Column(_("Name"), strong=True),
        Column(_("Club")),
        Column(points_heading(look.book), "right", strong=True),
    ]
    if honor:
        columns.append(Column(_("Honor"), "right"))
    lines = []
    for place, row in zip(places(rows), rows, strict=True):
        player = look.state.players.get(row.player)
        club = player.club if player else ""
        line = [place, row.name, club, points_or_exit(row)]
        lines.append((*line, shown_number(two_places(row.honor_points))) if honor else tuple(line))
    if not any(line[2] for line in lines):
        columns.pop(2)
        lines = [(*line[:2], *line[3:]) for line in lines]
    return Table(tuple(columns), tuple(lines), "wall")


def crosstable_sheet(look: Look) -> PaperSheet:
    """Return players as rows and rounds as columns, with opponents and points."""
    chart = chart_of(look)
    heading, *lines = poster(chart)
    rounds = range(2, 2 + chart.rounds)
    strong = (1, rounds.stop, len(heading) - 1)
    columns = tuple(
        Column(
            word,
            "left" if at == 1 else "centre" if at in rounds else "right",
            strong=at in strong,
        )
        for at, word in enumerate(heading)
    )
    blocks = (Text(crosstable_legend(), "small"), Table(columns, tuple(lines), "fine"))
    title = look.so_far(_("Crosstable"))
    return PaperSheet(title, look.division.name, blocks, landscape=True, index=0)


def crosstable_legend() -> str:
    """Return what the signs of a crosstable mean."""
    words = _(
        "6 +4: against no. 6, 4 match points. f: no game was played. {bye}, {skips}, {void}: no"
        " opponent. =: a shared place. *: with points granted outside the rounds. {out}: withdrawn."
    )
    return words.format(bye=_("bye"), skips=_("skips"), void=_("void"), out=_("out"))


def wall_chart_sheet(look: Look) -> PaperSheet:
    """Return the poster: a box for each round, the opponent above, the running total below.

    Rounds to come are empty boxes to fill by hand.
    """
    chart = chart_of(look)
    columns = (
        Column(pgettext("number", "No"), "right", strong=True),
        Column(_("Name"), strong=True),
        *(Column(str(number), "centre", least_mm=_BOX_MM) for number in range(1, chart.rounds + 1)),
        Column(pgettext("column", "Match pts"), "centre", strong=True),
    )
    rows = tuple(
        (str(row.number), row.name, *_boxes(row), str(row.match_points)) for row in chart.rows
    )
    table = Table(columns, rows, "wall", row_mm=_BOX_MM, ruled=True, lines=2)
    words = _(
        "In each box: the opponent's number above, the match points so far below. f: no game was"
        " played."
    )
    blocks = (Text(words, "small"), table)
    title = look.so_far(_("Wall chart"))
    return PaperSheet(title, look.division.name, blocks, landscape=True, index=0)


def rating_list(look: Look) -> PaperSheet:
    """Return the players of the division by rating, the unrated last. No fee stands on it."""
    players = taking_part(by_rating(look.state, look.division.id))
    columns = (
        Column(pgettext("number", "No"), "right"),
        Column(_("Name"), strong=True),
        Column(_("Rating"), "right", strong=True),
        Column(_("Club")),
        Column(_("Place of origin")),
    )
    rows = tuple(
        (
            str(number),
            player.name,
            str(player.rating) if player.rating else _("unrated"),
            player.club,
            ", ".join(filter(None, (player.state, player.region))),
        )
        for number, player in enumerate(players, start=1)
    )
    table = Table(columns, rows, "wall")
    return PaperSheet(_("Players by rating"), look.division.name, (table,), index=1)


def chart_of(look: Look) -> WallChart:
    """Return the division's chart, its players numbered by rating, the highest first."""
    state, division = look.state, look.division
    records = sorted(
        division_records(state, division.id), key=lambda r: (-(r.rating or 0), r.name, r.player)
    )
    rows = division_standings(state, division.id)
    if not records:
        return WallChart(look.book.title, division.rounds, (), look.book.honor is not None)
    return wall_chart(records, rows, look.book, rounds=division.rounds)


def places(rows: tuple[StandingsRow, ...]) -> tuple[str, ...]:
    """Return the places in words: ``3``, shared ones ``3=``, ``out`` for a dropout."""
    sharing = Counter(row.rank for row in rows)
    return tuple(
        _("out") if row.rank is None else f"{row.rank}{'=' if sharing[row.rank] > 1 else ''}"
        for row in rows
    )


def _boxes(row: ChartRow) -> tuple[str, ...]:
    boxes = []
    for number, cell in enumerate(row.cells, start=1):
        if row.dropped_out_after is not None and number > row.dropped_out_after:
            boxes.append(_("out"))
        elif cell is None:
            boxes.append(BLANK)
        elif cell.opponent is None:
            boxes.append(f"{unplayed_word(cell.kind)}\n{cell.total}")
        else:
            boxes.append(f"{cell.opponent}{'f' if cell.kind == 'forfeit' else ''}\n{cell.total}")
    return tuple(boxes)


_SCANNED_MM = 130


def door_sheet(look: Look, address: str) -> PaperSheet:
    """Return the address of the pages for phones, as a picture to scan."""
    words = (
        _("Scan this picture, or type the address. Your phone has to be in this hall's network."),
        _(
            "You find your table, your opponent, the start and the standings there. No name is"
            " asked."
        ),
        _("Where devices are restricted during play, look only between your games."),
    )
    return PaperSheet(
        _("{event} on your phone").format(event=look.event),
        "",
        (
            Picture(dots(address), _SCANNED_MM),
            Text(address, "large", strong=True),
            *(Text(line, "large") for line in words),
        ),
    )
