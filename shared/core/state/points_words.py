"""The scoreboard of a match of points in words: score, cube and the Crawford game (USBGF-4.7)."""

from shared.core.backgammon.worth import Win
from shared.core.events import ScoreLogged
from shared.core.state import Match
from shared.core.text.language import N_, _

WIN_WORDS = {
    Win.SINGLE: N_("single"),
    Win.GAMMON: N_("gammon"),
    Win.BACKGAMMON: N_("backgammon"),
}


def score_words(score: ScoreLogged, names: tuple[str, str], length: int = 0) -> str:
    """Return the score, the length if one is given, the cube with its owner, and whether it is the
    Crawford game."""
    first, second = score.score
    words = _("score {first}–{second} of {length}") if length else _("score {first}–{second}")
    parts = [words.format(first=first, second=second, length=length)]
    if score.phase == "crawford":
        parts.append(_("Crawford game"))
    elif score.owner is not None:
        owner = names[score.owner]
        parts.append(_("cube {value} with {name}").format(value=score.cube, name=owner))
    elif score.phase == "post_crawford":
        parts.append(_("after the Crawford game"))
    return ", ".join(parts)


def score_in_log(match: Match) -> ScoreLogged | None:
    """Return the scoreboard as its table has logged it last; None where none is kept."""
    return match.clock.score if match.clock is not None else None
