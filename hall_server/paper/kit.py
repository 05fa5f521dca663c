"""The paper kit: everything that is needed to go on by hand."""

from collections import Counter

from hall_server.paper.draws import for_kit, is_drawn
from hall_server.paper.forms import PER_PAGE, blank_score_sheet, blank_slips, result_slips
from hall_server.paper.look import Look
from hall_server.paper.sheet import BLANK, Column, PaperSheet, Table, Text
from hall_server.paper.wall import by_name, by_table, places, playoffs, standings_sheet
from shared.core.state import Match
from shared.core.text.language import _, of_official, pgettext
from shared.pairing.knockout.call_board import SHEETS
from shared.pairing.places import division_standings

_WRITE_MM = 26


def paper_kit(looks: tuple[Look, ...]) -> tuple[PaperSheet, ...]:
    """Return the kit of all divisions; its cover says how to use it."""
    sheets = [_cover(looks)]
    for look in looks:
        with of_official(look.book.sheet.official):
            if look.rounds:
                paired = look.rounds[-1]
                sheets += [by_table(look, paired), by_name(look, paired), *playoffs(look)]
                if any(not match.result.counts for match in look.matches(paired)):
                    sheets.append(result_slips(look, paired))
            sheets += for_kit(look) if is_drawn(look) else ()
            sheets.append(standings_sheet(look))
            if look.book.pairing_system not in SHEETS:
                sheets += [met_sheet(look), next_round(look)]
            count = max(_players(look) // 2, 1)
            sheets += [blank_slips(look, -(-count // PER_PAGE) * PER_PAGE), blank_score_sheet(look)]
    if looks:
        sheets.append(table_list(looks))
    return tuple(sheets)


def met_sheet(look: Look) -> PaperSheet:
    """Return who has met whom and who has had a bye, for pairing by hand."""
    state, division = look.state, look.division.id
    rows = division_standings(state, division)
    number = {row.player: at for at, row in enumerate(rows, start=1)}
    byes = Counter(player for paired in look.rounds for player in paired.byes)
    met: dict[str, list[int]] = {row.player: [] for row in rows}
    for paired in look.rounds:
        for match in paired.matches:
            for player, other in (match.players, match.players[::-1]):
                if player in met and other in number:
                    met[player].append(number[other])
    columns = (
        Column(pgettext("number", "No"), "right", strong=True),
        Column(_("Name"), strong=True),
        Column(pgettext("column", "Match pts"), "right"),
        Column(_("Place"), "right"),
        Column(_("Byes"), "right"),
        Column(_("Has been paired with")),
    )
    lines = tuple(
        (
            str(number[row.player]),
            row.name,
            row.points_shown,
            place,
            str(byes[row.player] or ""),
            ", ".join(map(str, met[row.player])),
        )
        for place, row in zip(places(rows), rows, strict=True)
    )
    words = _("Opponents are given by their numbers on this list. '{out}': withdrawn.")
    words = words.format(out=_("out"))
    return PaperSheet(
        _("Who has met whom"),
        f"{look.division.name}, {look.how_far()}",
        (Text(words, "small"), Table(columns, lines, "desk")),
        index=0,
    )


def next_round(look: Look) -> PaperSheet:
    """Return an empty list of pairings for the next round."""
    number = (look.rounds[-1].number if look.rounds else 0) + 1
    columns = (
        Column(_("Table"), "right", strong=True, least_mm=16),
        Column(_("Player"), least_mm=_WRITE_MM),
        Column(_("Opponent"), least_mm=_WRITE_MM),
        Column(_("Result"), "centre", least_mm=_WRITE_MM),
    )
    signs = look.tables()
    count = -(-_players(look) // 2)
    rows = tuple(
        (signs[at] if at < len(signs) else BLANK, BLANK, BLANK, BLANK) for at in range(count)
    )
    table = Table(columns, rows, "desk", row_mm=9, ruled=True)
    title = _("Round {number} pairings, by hand").format(number=number)
    return PaperSheet(title, look.division.name, (table,))


def table_list(looks: tuple[Look, ...]) -> PaperSheet:
    """Return every table with the match that it has now."""
    holders: dict[str, tuple[Look, Match]] = {
        match.table: (look, match)
        for look in looks
        if look.rounds
        for match in look.matches(look.rounds[-1])
    }
    first = looks[0]
    idents = {first.table(ident): ident for ident in first.state.tables}
    columns = (
        Column(_("Table"), "right", strong=True),
        Column(_("Division")),
        Column(_("Player")),
        Column(_("Opponent")),
        Column(_("Opening")),
    )
    rows = []
    for sign in first.tables():
        held = holders.get(idents[sign])
        if held is None:
            rows.append((sign, "", _("free"), "", ""))
            continue
        look, match = held
        rows.append((sign, look.division.name, *look.names(match), look.opening(match)))
    return PaperSheet(_("Tables"), "", (Table(columns, tuple(rows), "desk"),))


def _cover(looks: tuple[Look, ...]) -> PaperSheet:
    by_sheet = any(is_drawn(look) for look in looks)
    steps = (
        _("The foot of each page says how old this is. Later results are missing."),
        _("Rounds under way: collect a signed result slip from each table."),
        _("Write the results on the pairings by table and add them to the standings."),
        _("Pair the next round from the standings; see '{sheet}'.").format(
            sheet=_("Who has met whom")
        ),
        _("Write the pairs on the empty list of pairings, post it, and hand out blank slips."),
        *(
            (_("A draw sheet: write each winner and loser where the small print says."),)
            if by_sheet
            else ()
        ),
        _("Keep every slip: when the hall is back, the results are entered from them."),
    )
    lines = tuple((look.division.name, _players(look), look.how_far()) for look in looks)
    columns = (
        Column(_("Division"), strong=True),
        Column(_("Players"), "right"),
        Column(_("State of play")),
        Column(_("Rules")),
    )
    rows = tuple(
        (name, str(count), words, _(look.book.title))
        for (name, count, words), look in zip(lines, looks, strict=True)
    )
    return PaperSheet(
        _("Paper kit"),
        _("To go on by hand if the hall does not come back"),
        (
            *(Text(f"{n}. {step}", "large") for n, step in enumerate(steps, start=1)),
            Table(columns, rows, "desk"),
            *_strangers(looks),
        ),
    )


def _strangers(looks: tuple[Look, ...]) -> tuple[Text, ...]:
    """Return the matches of the current rounds that wait for the referee."""
    waiting = [
        f"{look.table_name(match.table)}: {' – '.join(look.names(match))}"
        for look in looks
        if look.rounds
        for match in look.matches(look.rounds[-1])
        if match.result.open_question
    ]
    if not waiting:
        return ()
    words = _("With the referee and not in the standings: {matches}.")
    return (Text(words.format(matches="; ".join(waiting))),)


def _players(look: Look) -> int:
    return sum(
        player.division == look.division.id and player.withdrawn_after is None
        for player in look.state.players.values()
    )
