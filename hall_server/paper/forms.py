"""Forms for the tables: result slips, score sheets, the cards of open play and of the deck."""

from collections.abc import Sequence

from hall_server.paper.look import Look
from hall_server.paper.sheet import (
    BLANK,
    Block,
    CannotPrint,
    Card,
    Cards,
    Column,
    Field,
    Form,
    PaperSheet,
    Signatures,
    Small,
    Strips,
    Table,
    Text,
)
from shared.core.draughts.openings import CardRule, DrawError, Opening, opening_by_cards
from shared.core.match.controls import UNCLOCKED
from shared.core.rulebooks import Rulebook
from shared.core.state import Match, Player, Round
from shared.core.state.persons import sort_key
from shared.core.text.language import _, pgettext

PER_PAGE = 4
SIGN_HERE = "✗"
"""The mark of a line to sign on."""
_BOX_MM, _ROW_MM, _NAME_MM, _SIGN_MM = 17, 11, 50, 55


def result_slips(look: Look, paired: Round) -> PaperSheet:
    """Return a slip for each match of a round, with lines for both signatures."""
    slips = tuple(_slip(look, paired, match) for match in look.matches(paired))
    return PaperSheet(
        _("Result slips, round {number}").format(number=paired.number),
        look.division.name,
        (Strips(slips, PER_PAGE, look.event),),
    )


def blank_slips(look: Look, count: int) -> PaperSheet:
    """Return ``count`` slips without names, for a round that is paired by hand."""
    words = "   ".join((look.division.name, _("Round") + " ____", _("Table") + " ____"))
    heading = (
        Text(words, "large", strong=True),
        _marks(look.book, (BLANK, BLANK)),
        _ask(),
    )
    return PaperSheet(
        _("Blank result slips"),
        look.division.name,
        (Strips((heading,) * count, PER_PAGE, look.event),),
    )


def _slip(look: Look, paired: Round, match: Match) -> tuple[Small, ...]:
    names = look.names(match)
    round_words = _("round {number}").format(number=paired.number)
    words = f"{look.table_name(match.table)}   {look.division.name}, {round_words}"
    return (
        Text(words, "large", strong=True),
        _marks(look.book, names),
        _ask(),
    )


def _marks(book: Rulebook, names: tuple[str, str]) -> Table:
    """Return boxes for the winner of each game; for a match to a length, for the score."""
    sign = Column(_("Signature"), least_mm=_SIGN_MM)
    if book.scoring == "points":
        columns: tuple[Column, ...] = (
            Column(_("Player"), strong=True, least_mm=_NAME_MM),
            Column(_("Points in the match"), "centre", least_mm=2 * _BOX_MM),
            Column(_("Winner") + "  ✓", "centre", least_mm=_BOX_MM),
            sign,
        )
        rows: tuple[tuple[str, ...], ...] = tuple((name, BLANK, BLANK, SIGN_HERE) for name in names)
        return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)
    games = _games(book, _BOX_MM)
    columns = (
        Column(_("✓ the winner of each game"), strong=True, least_mm=_NAME_MM),
        *games,
        Column(_("Points"), "centre", least_mm=_BOX_MM),
        sign,
    )
    boxes = (BLANK,) * len(games)
    rows = (
        (names[0], *boxes, BLANK, SIGN_HERE),
        (_("draw"), *boxes, "–", ""),
        (names[1], *boxes, BLANK, SIGN_HERE),
    )
    return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)


def _games(book: Rulebook, least_mm: int) -> tuple[Column, ...]:
    return tuple(
        Column(_("Game {game}").format(game=game), "centre", least_mm=least_mm)
        for game in range(1, book.games_per_match + 1)
    )


def _ask() -> Text:
    words = _(
        "Both sign, then one of you brings this slip to the referee. Not agreed? Do not sign: call."
    )
    return Text(words, "small")


MOVES = 36
_ROW_MM, _NUMBER_MM, _MOVE_MM = 5, 8, 18
_CARD_ROW_MM = 8
_SHEET_GAMES = 2
_POINT_GAMES = 21


def score_sheets(look: Look, paired: Round) -> tuple[PaperSheet, ...]:
    """Return a sheet for each match of a round, with what is known filled in.

    Return one for each player if both must bring their copy to the desk (ACF-1.XII).
    """
    prizes = look.book.prizes
    both = prizes is not None and prizes.sheet_copies > 1
    return tuple(
        _score_sheet(look, look.names(match), match, str(paired.number), copy)
        for match in look.matches(paired)
        for copy in (look.names(match) if both else ("",))
    )


def blank_score_sheet(look: Look) -> PaperSheet:
    """Return a sheet without names."""
    return _score_sheet(look, ("", ""), None, "", "")


def playing_cards(look: Look) -> tuple[PaperSheet, ...]:
    """Return a card for each player of an open play: a line for every opponent (APCA-31, APCA-32).

    Opponents of the player's own club come first: they are played first (APCA-34).
    """
    players = sorted(
        (
            player
            for player in look.state.players.values()
            if player.division == look.division.id and player.withdrawn_after is None
        ),
        key=lambda player: sort_key(player.name),
    )
    return tuple(_card(look, player, players) for player in players)


def _score_sheet(
    look: Look, names: tuple[str, str], match: Match | None, round_no: str, copy: str
) -> PaperSheet:
    book = look.book
    table = look.table(match.table) if match else ""
    note = look.division.name
    if copy:
        note += ", " + _("copy of {name}").format(name=copy)
    opening = look.opening(match) if match else ""
    fixed = look.division.at(match.key.round_no, match.rules) if match else look.division
    control = match.control.name if match and match.control else fixed.control
    control = _("no clock") if control == UNCLOCKED else control
    form = Form(
        (
            (Field(_("Round"), round_no), Field(_("Table"), table), Field(_("Date"))),
            (Field(_("Opening"), opening), Field(_("Time control"), control)),
        )
    )
    blocks: list[Block] = [form]
    if book.scoring == "points":
        blocks += [_points_table(names), _signatures(names)]
        return PaperSheet(_("Score sheet"), note, tuple(blocks))
    for first in range(1, book.games_per_match + 1, _SHEET_GAMES):
        games = range(first, min(first + _SHEET_GAMES, book.games_per_match + 1))
        blocks.append(_moves_table(look, names, match, games))
    blocks.append(_signatures(names))
    return PaperSheet(_("Score sheet"), note, tuple(blocks))


def _signatures(names: tuple[str, str]) -> Signatures:
    return Signatures(names if any(names) else (_("Signature"),) * 2)


def _moves_table(look: Look, names: tuple[str, str], match: Match | None, games: range) -> Table:
    columns: list[Column] = []
    for game in games:
        heads = (_("Game {game}").format(game=game), _("Result"), pgettext("time used", "Time"))
        group = "{}     {} ________     {} ______ / ______".format(*heads)
        columns.append(Column("", "right", least_mm=_NUMBER_MM, group=group))
        first = _first_seat(match, game)
        for place, side in enumerate(look.book.sides):
            player = "" if first is None else names[first if place == 0 else 1 - first]
            said = pgettext("side", side)
            said = said[:1].upper() + said[1:]
            heading = f"{said}: {player}" if player else said
            columns.append(Column(heading, "left", least_mm=_MOVE_MM, group=group))
    rows = tuple((str(move), BLANK, BLANK) * len(games) for move in range(1, MOVES + 1))
    return Table(tuple(columns), rows, "fine", row_mm=_ROW_MM, ruled=True)


def _points_table(names: tuple[str, str]) -> Table:
    first, second = (
        name or _("Player") + f" {letter}" for name, letter in zip(names, "AB", strict=True)
    )
    columns = (
        Column(_("Game"), "right", least_mm=_NUMBER_MM),
        Column(_("Crawford"), "centre", least_mm=_MOVE_MM),
        Column(_("Cube"), "centre", least_mm=_MOVE_MM),
        Column(_("Score") + f" {first}", "centre", least_mm=_MOVE_MM),
        Column(_("Score") + f" {second}", "centre", least_mm=_MOVE_MM),
    )
    rows = tuple((str(game), *(BLANK,) * 4) for game in range(1, _POINT_GAMES + 1))
    return Table(columns, rows, "fine", row_mm=_CARD_ROW_MM, ruled=True)


def _first_seat(match: Match | None, game: int) -> int | None:
    if match is None or match.draw is None:
        return None
    return match.draw.first_seat if game % 2 else 1 - match.draw.first_seat


def _card(look: Look, player: Player, players: list[Player]) -> PaperSheet:
    book = look.book
    others = [other for other in players if other.id != player.id]
    closest = bool(book.open_play and "club" in book.open_play.first_play and player.club)
    others.sort(key=lambda other: not (closest and other.club == player.club))
    games = _games(book, _MOVE_MM)
    columns = (
        Column(_("Opponent"), strong=True),
        Column(_("Club")),
        *games,
        Column(_("Points"), "centre", least_mm=_MOVE_MM),
        Column(_("Opponent's initials"), "centre", least_mm=_MOVE_MM),
    )
    rows = tuple(
        (other.name, other.club or BLANK, *(BLANK,) * (len(games) + 2)) for other in others
    )
    note = f"{look.division.name}{', ' + player.club if player.club else ''}"
    words = (
        _("Each game: win {win}, draw {draw}, loss {loss}.").format(
            win=book.win_points, draw=book.draw_points, loss=book.loss_points
        )
        if book.scoring == "per_game"
        else _("Write the points of each match.")
    )
    if closest:
        words += " " + _("Play opponents of your own club first.")
    table = Table(columns, rows, "desk", row_mm=_CARD_ROW_MM, ruled=True)
    return PaperSheet(
        _("Playing card: {name}").format(name=player.name),
        note,
        (table, Text(words, "small"), Form(((Field(_("Total")), Field(_("Referee"))),))),
    )


def ballot_cards(deck: Sequence[Opening], rule: CardRule | None, name: str) -> PaperSheet:
    """Return the cards of a deck. Raises CannotPrint for a rulebook or deck without cards."""
    if rule is None:
        raise CannotPrint(
            f"{name} draws no openings by cards. Name a division whose rulebook has a deck "
            "on cards, such as acf-masters."
        )
    try:
        cards = tuple(
            Card(
                card,
                tuple(
                    (first, opening_by_cards(deck, rule, first, card).text)
                    for first in rule.letters
                    if first != card
                ),
                _("First card: the letter. Second card: the opening."),
            )
            for card in rule.letters
        )
    except DrawError as error:
        raise CannotPrint(f"{error}. Nothing was printed.") from error
    title = _("Ballot cards {first} to {last}")
    title = title.format(first=rule.letters[0], last=rule.letters[-1])
    return PaperSheet(title, name, (Cards(cards),))
