"""Results from paper slips: which are missing, and what a line that is typed says so far. Pure."""

import re
from dataclasses import dataclass

from hall_server.referee.derived.moment import Moment
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import games_settle, why_unscored
from shared.core.state import Match
from shared.core.state.floor import hall_order
from shared.core.text.language import _

_CODES = {
    "w": Code.WIN, "+": Code.WIN, "l": Code.LOSS, "-": Code.LOSS, "d": Code.DRAW, "=": Code.DRAW,
}  # fmt: skip
"""What is typed for a game, read for the player who stands first; a keypad has the signs."""
_LINE = re.compile(r"(?P<table>[0-9]*|\S+\s)\s*(?P<games>[wld+=-]*)\s*(?P<numbers>[0-9 ]*)")


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A line as far as it is typed. ``wants`` says what is missing or wrong, "" for a whole one."""

    match: Match | None
    outcome: Outcome | None = None
    wants: str = ""


def slips_due(moment: Moment) -> tuple[Match, ...]:
    """Return the matches whose result is missing, the earliest round first, in table order."""
    missing = [
        match
        for match in moment.state.matches.values()
        if match.standing == "in_force" and not match.settled
    ]
    return tuple(
        sorted(missing, key=lambda m: (m.key.round_no, hall_order(moment.label(m.table)), m.uid))
    )


def read_slip(moment: Moment, typed: str, following: Match | None) -> SlipLine:
    """Return what a line says: a table, or none for the ``following`` match, and its result.

    One letter a game, for the player who stands first: w, d or l. In a match of points, who won and
    the points of the other: ``w4``. Behind a contest's games the captures of both: ``wl 14 9``.
    """
    line = _LINE.fullmatch(typed.strip().casefold())
    if line is None:
        return SlipLine(None, wants=_("w, d or l for each game, for the player who stands first."))
    sign, match = line["table"].strip(), following
    if sign:
        match = _match_at(moment, sign)
        if match is None:
            return SlipLine(None, wants=_("No match is played at table {sign}.").format(sign=sign))
    if match is None:
        return SlipLine(None, wants=_("Every result is in. Type a table to change one."))
    book = moment.book(match)
    games = tuple(_CODES[sign] for sign in line["games"])
    numbers = tuple(int(number) for number in line["numbers"].split())
    return _read(book, match, games, numbers)


def _match_at(moment: Moment, sign: str) -> Match | None:
    """Return the match at a table: one without a result, else the latest."""
    found = (
        match
        for match in moment.state.matches.values()
        if match.standing == "in_force" and moment.label(match.table).casefold() == sign
    )
    return min(found, key=lambda match: (match.settled, -match.key.round_no), default=None)


def _read(
    book: Rulebook, match: Match, games: tuple[Code, ...], numbers: tuple[int, ...]
) -> SlipLine:
    if book.scoring == "points":
        return _points(match, games, numbers)
    if not games_settle(book, games, decisive=match.decisive):
        if book.contest is None or not numbers:
            word = _("Game {number}: w, d or l.").format(number=len(games) + 1)
            if book.contest is not None:
                word = _("{word} Or what each side has captured: 14 9.").format(word=word)
            return SlipLine(match, wants=word)
        if len(numbers) != 2:
            return SlipLine(match, wants=_("Two numbers: what each side has captured."))
        outcome = Outcome(games, captures=(numbers[0], numbers[1]))
    elif numbers:
        return SlipLine(match, wants=_("The games say it already: leave the numbers out."))
    else:
        outcome = Outcome(games)
    why = why_unscored(book, outcome)
    return SlipLine(match, None if why else outcome, wants=why.said() if why else "")


def _points(match: Match, games: tuple[Code, ...], numbers: tuple[int, ...]) -> SlipLine:
    length = max(1, match.length)
    if len(games) != 1 or games[0] is Code.DRAW:
        return SlipLine(match, wants=_("w or l: whether the player who stands first has won."))
    if len(numbers) != 1 or numbers[0] >= length:
        most = _("The points of the other player, 0 to {most}.").format(most=length - 1)
        return SlipLine(match, wants=most)
    won = games[0] is Code.WIN
    score = (length, numbers[0]) if won else (numbers[0], length)
    return SlipLine(match, Outcome(games, points=score))
