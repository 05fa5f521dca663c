"""The PDN text of a finished game, from its record and the hall's state."""

from board_terminal.desk.setting import names_of
from shared.core.day import Session
from shared.core.draughts.pdn.game import PdnGame, Result
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.match.outcome import Code
from shared.core.state import HallState, Match


def pdn_of(state: HallState, match: Match, session: Session, game: int) -> str:
    """Return the game as entered: names, opening and result; clocks and faults in comments."""
    first = 0 if session.info.first_player(game) == 0 else 1
    names = names_of(state, match)
    code = session.codes[game - 1]
    played = (code if first == 0 else code.reversed).played
    results: dict[Code, Result] = {Code.WIN: "first", Code.DRAW: "draw", Code.LOSS: "second"}
    draw = match.draw
    numbered = draw is not None and bool(draw.moves)
    return write_pdn(
        [
            PdnGame(
                record=session.records[game],
                result=results[played],
                event=state.tournament.name if state.tournament is not None else "",
                round=f"{match.key.round_no}.{game}",
                first=names[first],
                second=names[1 - first],
                ballot=" ".join(session.info.opening),
                ballot_number=str(draw.opening) if draw is not None and numbered else "",
            )
        ]
    )
