"""The worked examples of brackets, and of a player who leaves open play."""

from fractions import Fraction
from typing import Any

import pytest

from shared.core.rulebooks import rulebook
from shared.core.standings.scoring import match_points
from shared.pairing.draw_sheet.build import Placing, single_elimination
from shared.pairing.draw_sheet.sheet import Lengths, SheetEntry, bracket
from shared.pairing.round_robin.dropouts import Meeting, leaves_in_emergency
from tests.core.worked_kit import held, match, worked

APCA = rulebook("apca")
LEAVING = held(APCA.leaving)


@pytest.mark.clause("SE-1")
@worked("single_elimination")
def test_a_bracket_of_seeded_entrants_has_these_lines_rounds_and_byes(
    example: dict[str, Any],
) -> None:
    entrants = [str(number) for number in range(1, example["n"] + 1)]
    drawn = bracket(entrants, seed="s", seeded=entrants)
    lines = [["BYE" if one is None else int(one) for one in line] for line in drawn.lines]
    assert lines == example["slots"]
    assert (drawn.rounds, drawn.size) == (example["rounds"], example["size"])
    assert len(drawn.byes) == example["byes"]
    assert len(drawn.first_round) == example["first_round_matches"]
    entries = [SheetEntry(name, (name,)) for name in entrants]
    sheet = single_elimination("Contest", entries, Placing("s"), Lengths((1,)))
    assert len(sheet.matches) == example["total_matches"]


@pytest.mark.clause("APCA-30")
@worked("apca_60pct")
def test_sixty_percent_of_the_opponents_decide(example: dict[str, Any]) -> None:
    played, total = example["played"], example["opponents_total"]
    assert round(float(Fraction(played, total)), 4) == example["ratio"]
    meetings = [
        Meeting(f"o{number}", "played" if number < played else "unplayed")
        for number in range(total)
    ]
    left = leaves_in_emergency(meetings, rule=LEAVING, substantiated=True)
    assert left.consequences[0].result == ("stands" if example["keep"] else "void")


@pytest.mark.clause("APCA-30")
@worked("apca_unplayed_award")
def test_an_opponent_not_played_gets_two_draws(example: dict[str, int]) -> None:
    meetings = [Meeting(f"o{n}", "played" if n < 6 else "unplayed") for n in range(10)]
    left = leaves_in_emergency(meetings, rule=LEAVING, substantiated=True)
    assert [each.points for each in left.consequences] == [None] * 6 + [example["points"]] * 4
    assert match_points(APCA, match(*["D"] * example["draws"]))[0] == example["points"]
