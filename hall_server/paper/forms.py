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
from shared.core.rulebooks import Rulebook
from shared.core.state import Match, Player, Round
from shared.core.state.persons import sort_key
from shared.core.text.language import called

PER_PAGE = 4
SIGN_HERE = "✗"
"""The mark of a line to sign on."""
_BOX_MM, _ROW_MM, _NAME_MM, _SIGN_MM = 17, 11, 50, 55


def result_slips(look: Look, paired: Round) -> PaperSheet:
    """Return a slip for each match of a round, with lines for both signatures."""
    slips = tuple(_slip(look, paired, match) for match in look.matches(paired))
    return PaperSheet(
        f"Result slips, round {paired.number}",
        look.division.name,
        (Strips(slips, PER_PAGE, look.event),),
    )


def blank_slips(look: Look, count: int) -> PaperSheet:
    """Return ``count`` slips without names, for a round that is paired by hand."""
    heading = (
        Text(f"{look.division.name}   Round ____   Table ____", "large", strong=True),
        _marks(look.book, (BLANK, BLANK)),
        Text(called(_ASK), "small"),
    )
    return PaperSheet(
        "Blank result slips",
        look.division.name,
        (Strips((heading,) * count, PER_PAGE, look.event),),
    )


def _slip(look: Look, paired: Round, match: Match) -> tuple[Small, ...]:
    names = look.names(match)
    words = f"{look.table_name(match.table)}   {look.division.name}, round {paired.number}"
    return (
        Text(words, "large", strong=True),
        _marks(look.book, names),
        Text(called(_ASK), "small"),
    )


def _marks(book: Rulebook, names: tuple[str, str]) -> Table:
    """Return boxes for the winner of each game; for a match to a length, for the score."""
    sign = Column("Signature", least_mm=_SIGN_MM)
    if book.scoring == "points":
        columns: tuple[Column, ...] = (
            Column("Player", strong=True, least_mm=_NAME_MM),
            Column("Points in the match", "centre", least_mm=2 * _BOX_MM),
            Column("Winner  ✓", "centre", least_mm=_BOX_MM),
            sign,
        )
        rows: tuple[tuple[str, ...], ...] = tuple((name, BLANK, BLANK, SIGN_HERE) for name in names)
        return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)
    games = tuple(
        Column(f"Game {game}", "centre", least_mm=_BOX_MM)
        for game in range(1, book.games_per_match + 1)
    )
    columns = (
        Column("✓ the winner of each game", strong=True, least_mm=_NAME_MM),
        *games,
        Column("Points", "centre", least_mm=_BOX_MM),
        sign,
    )
    boxes = (BLANK,) * len(games)
    rows = (
        (names[0], *boxes, BLANK, SIGN_HERE),
        ("draw", *boxes, "–", ""),
        (names[1], *boxes, BLANK, SIGN_HERE),
    )
    return Table(columns, rows, "desk", row_mm=_ROW_MM, ruled=True)


_ASK = "Both sign, then one of you brings this slip to the referee. Not agreed? Do not sign: call."


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
    note = f"{look.division.name}, copy of {copy}" if copy else look.division.name
    opening = look.opening(match) if match else ""
    fixed = look.division.at(match.key.round_no, match.rules) if match else look.division
    control = match.control.name if match and match.control else fixed.control
    form = Form(
        (
            (Field("Round", round_no), Field("Table", table), Field("Date")),
            (Field("Opening", opening), Field("Time control", control)),
        )
    )
    blocks: list[Block] = [form]
    if book.scoring == "points":
        blocks += [_points_table(names), Signatures(names if any(names) else ("signed", "signed"))]
        return PaperSheet("Score sheet", note, tuple(blocks))
    for first in range(1, book.games_per_match + 1, _SHEET_GAMES):
        games = range(first, min(first + _SHEET_GAMES, book.games_per_match + 1))
        blocks.append(_moves_table(look, names, match, games))
    blocks.append(Signatures(names if any(names) else ("signed", "signed")))
    return PaperSheet("Score sheet", note, tuple(blocks))


def _moves_table(look: Look, names: tuple[str, str], match: Match | None, games: range) -> Table:
    columns: list[Column] = []
    for game in games:
        group = f"Game {game}     Result ________     Time ______ / ______"
        columns.append(Column("", "right", least_mm=_NUMBER_MM, group=group))
        first = _first_seat(match, game)
        for place, side in enumerate(look.book.sides):
            player = "" if first is None else names[first if place == 0 else 1 - first]
            heading = f"{side}: {player}" if player else side
            columns.append(Column(heading, "left", least_mm=_MOVE_MM, group=group))
    rows = tuple((str(move), BLANK, BLANK) * len(games) for move in range(1, MOVES + 1))
    return Table(tuple(columns), rows, "fine", row_mm=_ROW_MM, ruled=True)


def _points_table(names: tuple[str, str]) -> Table:
    first, second = names[0] or "Player A", names[1] or "Player B"
    columns = (
        Column("Game", "right", least_mm=_NUMBER_MM),
        Column("Crawford", "centre", least_mm=_MOVE_MM),
        Column("Cube", "centre", least_mm=_MOVE_MM),
        Column(f"Score {first}", "centre", least_mm=_MOVE_MM),
        Column(f"Score {second}", "centre", least_mm=_MOVE_MM),
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
    games = tuple(
        Column(f"Game {game}", "centre", least_mm=_MOVE_MM)
        for game in range(1, book.games_per_match + 1)
    )
    columns = (
        Column("Opponent", strong=True),
        Column("Club"),
        *games,
        Column("Points", "centre", least_mm=_MOVE_MM),
        Column("Opponent's initials", "centre", least_mm=_MOVE_MM),
    )
    rows = tuple(
        (other.name, other.club or BLANK, *(BLANK,) * (len(games) + 2)) for other in others
    )
    note = f"{look.division.name}{', ' + player.club if player.club else ''}"
    words = (
        f"Each game: win {book.win_points}, draw {book.draw_points}, loss {book.loss_points}."
        if book.scoring == "per_game"
        else "Write the points of each match."
    )
    if closest:
        words += " Play opponents of your own club first."
    table = Table(columns, rows, "desk", row_mm=_CARD_ROW_MM, ruled=True)
    return PaperSheet(
        f"Playing card: {player.name}",
        note,
        (table, Text(words, "small"), Form(((Field("Total"), Field("Director")),))),
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
                "First card: the letter. Second card: the opening.",
            )
            for card in rule.letters
        )
    except DrawError as error:
        raise CannotPrint(f"{error}. Nothing was printed.") from error
    return PaperSheet(
        f"Ballot cards {rule.letters[0]} to {rule.letters[-1]}", name, (Cards(cards),)
    )
