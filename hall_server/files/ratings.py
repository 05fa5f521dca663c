"""The rating report: every match of a division with both players' ratings and games."""

from hall_server.files.cells import written
from hall_server.paper.look import Look
from shared.core.match.outcome import Code
from shared.core.standings.scoring import match_points
from shared.core.state import HallState, Match, Player

HEADING = (
    "division", "round", "player", "name", "rating", "opponent", "opponent_name",
    "opponent_rating", "won", "drawn", "lost", "points", "opponent_points", "rated", "why",
)  # fmt: skip


def rating_rows(look: Look) -> tuple[tuple[str, ...], ...]:
    """Return a row for each match that counts, in order of rounds and tables.

    ``rated`` is "no" if no game was played, and ``why`` says so. Of a match that was forfeited in
    part, only the games played count. A match that a withdrawal has made void is still rated
    (ACF-2.VI.B).
    """
    book = look.book
    rows = []
    for paired in look.rounds:
        for match in look.matches(paired):
            outcome = match.result.outcome
            if outcome is None or match.standing != "in_force" or paired.contested:
                continue
            try:
                points = match_points(book, outcome)
            except ValueError:
                continue
            played = [code for code in outcome.games if code is code.played]
            rated = played and outcome.void in ("", "void")
            why = "" if rated else outcome.void or "forfeited"
            games = (
                ("0", "0", "0")
                if why
                else tuple(str(played.count(code)) for code in (Code.WIN, Code.DRAW, Code.LOSS))
            )
            rows.append(
                (
                    look.division.id,
                    str(paired.number),
                    *_who(look.state, match, 0),
                    *_who(look.state, match, 1),
                    *games,
                    *map(str, points),
                    "no" if why else "yes",
                    why or outcome.void,
                )
            )
    return tuple(rows)


def rating_csv(look: Look) -> str:
    """Return the report as CSV."""
    return written([HEADING, *rating_rows(look)])


def _who(state: HallState, match: Match, seat: int) -> tuple[str, str, str]:
    ident = match.players[seat]
    player = state.players.get(ident) or Player(ident, ident, "", 0, "")
    return ident, player.name, str(player.rating or "")
