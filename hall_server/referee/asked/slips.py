"""Writing a result as a signed slip says it."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.deciding import deciding_case
from hall_server.referee.derived.questions.cases import case_of
from shared.core.decisions.endings import clause_of_result, decides, scored
from shared.core.match.outcome import Outcome
from shared.core.state import Match


@dialogue
async def write_slip(ask: Ask, match: Match, outcome: Outcome) -> None:
    """Write the result that was typed and read. Changing one that counts asks for a yes."""
    case = case_of(ask.desk.moment(), "result", match, ident=ask.desk.token())
    option = decides(scored(case.book, match, outcome), clause_of_result(case))
    await deciding_case(ask, case, option, read=not match.settled)
