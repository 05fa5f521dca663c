"""The score of a match of points, as the referee types it."""

from hall_server.referee.asked.ask import Ask
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Match
from shared.core.text.language import _


def by_score(first: int, second: int) -> Outcome:
    """Return the result that a score states, the left side's points first."""
    return Outcome((Code.WIN if first > second else Code.LOSS,), points=(first, second))


async def ask_score(ask: Ask, match: Match) -> Outcome:
    """Ask for both sides' points; one side has the length, the other fewer."""
    length, names = max(1, match.length), ask.desk.moment().names(match)

    def objection(text: str) -> str:
        parts = text.replace("-", " ").replace("–", " ").split()
        points = [int(part) for part in parts if part.isascii() and part.isdigit()]
        good = len(parts) == len(points) == 2 and max(points) >= length > min(points)
        said = _("Two numbers, as {length} 3: one side has {length} points or more.")
        return "" if good else said.format(length=length)

    title = _("Points of {name} and {other}").format(name=names[0], other=names[1])
    text = await ask.text(title, hint=f"{length} 3", objection=objection)
    first, second = text.replace("-", " ").replace("–", " ").split()
    return by_score(int(first), int(second))
