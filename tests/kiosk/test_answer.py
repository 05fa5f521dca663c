"""What players are told who look themselves up."""

from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from kiosk.visits.session import LONGEST_NAME, KioskSession
from kiosk.visits.visit import HINT, Visit, choice_words, visit
from shared.core.events import PLAYOFF
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Division, HallState, Player, Result
from shared.public.answer import Answer, answer
from shared.public.hall_map import table_map
from tests.kiosk.lobby_states import matches, people, small_hall
from tests.tui.fake_port import START, drawn, hall, match

MINUTE = 60_000
PLAYERS = {"a": "Anna King", "b": "Bob Stone"}


def told(state: HallState, player: str, now: int = START - 5 * MINUTE) -> Answer:
    return answer(state, state.players[player], now, "UTC")


def one_match(**more: Any) -> HallState:
    return hall(players=PLAYERS, matches=[match("m", "12", ("a", "b"), **more)])


def test_the_answer_names_table_opponent_round_and_starting_time() -> None:
    said = told(one_match(), "a")
    assert (said.name, said.division, said.table) == ("Anna King", "Masters", "12")
    assert said.lines[:2] == ("against Bob Stone", "Round 1 · starts 22:13, in 5 min")
    assert told(one_match(), "b", START).lines[1] == "Round 1 · started 22:13"


@pytest.mark.clause("ACF-1.VIII.A")
def test_colours_are_told_once_they_are_drawn_at_the_table_and_not_before() -> None:
    assert told(one_match(), "a").lines[2] == "Colours are drawn at the table."
    state = one_match(draw=drawn(1))
    assert told(state, "a").lines[2] == "You have White in game 1."
    assert told(state, "b").lines[2] == "You have Red in game 1."


def test_without_the_rulebook_the_order_of_moving_stands_for_the_colour() -> None:
    moon = Division("masters", "Masters", "moon", 12, "")
    state = hall(
        players=PLAYERS, matches=[match("m", "12", ("a", "b"), draw=drawn())], divisions=(moon,)
    )
    assert told(state, "a").lines[2] == "You move first in game 1."
    assert told(state, "b").lines[2] == "You move second in game 1."


def test_result_is_told_to_each_player_from_their_own_side() -> None:
    state = small_hall()
    assert told(state, "p0").lines[-1] == "Result 1½–½"
    assert told(state, "p1").lines[-1] == "Result ½–1½"


def test_a_dispute_is_with_the_referee_without_details() -> None:
    assert told(small_hall(), "p2").lines[-1] == "This match is with the referee."


def test_unconfirmed_result_is_not_shown() -> None:
    assert told(small_hall(), "p4").lines[-1] == "A result waits to be confirmed at the table."


def test_contested_round_shows_no_table_to_a_player() -> None:
    state = hall(players=people(), matches=matches(2), contested=[("masters", 3)])
    said = told(state, "p0")
    assert (said.table, said.headline) == ("", "Please wait")
    assert "paired twice" in said.lines[0]


def test_the_bye_a_missing_pairing_and_a_withdrawal_are_told_in_words() -> None:
    left = Player("gone", "Gil Gone", "masters", 0, "", withdrawn_after=2)
    never = Player("never", "Nan Never", "masters", 0, "", withdrawn_after=0)
    late = Player("late", "Lea Late", "masters", 0, "")
    everybody = [*people(), left, never, late]
    state = hall(players=everybody, matches=matches(4), byes={("masters", 3): "p8"})
    assert told(state, "p8").headline == "Bye"
    assert told(state, "gone").lines == ("You have withdrawn after round 2.",)
    assert told(state, "never").lines == ("You have withdrawn before round 1.",)
    assert told(state, "late").headline == "Ask the referee"


def test_before_the_first_pairing_there_is_no_table() -> None:
    left = Player("gone", "Gil Gone", "nowhere", 0, "", withdrawn_after=0)
    state = hall(players=[*people(), left])
    assert told(state, "p0").headline == "No table yet"
    assert told(state, "gone").headline == "Withdrawn"
    assert told(state, "gone").division == "nowhere"


def test_map_shows_the_tables_in_hall_order_with_the_players_table_marked() -> None:
    labels = tuple(str(n) for n in range(1, 13))
    assert table_map(labels, "7", 24, 5) == (
        " 1   2   3   4   5   6",
        "[7]  8   9   10  11  12",
    )


def test_large_hall_shows_the_rows_around_the_players_table() -> None:
    labels = tuple(str(n) for n in range(1, 301))
    for mine in ("1", "150", "300"):
        drawn_map = table_map(labels, mine, 50, 3)
        assert len(drawn_map) == 3
        assert sum(f"[{mine}]" in line for line in drawn_map) == 1
        assert all(cell_len(line) <= 50 for line in drawn_map)
    assert table_map((), "1", 50, 3) == ()
    assert table_map(labels, "not there", 50, 3)[0].split()[0] == "1"


# -- a visit ------------------------------------------------------------------------------------


def seen(typed: str, chosen: str = "", marked: int = 0) -> Visit:
    return visit(small_hall(), KioskSession(0, typed, chosen, marked), START, "UTC")


def answered(made: Visit) -> str:
    return made.answer.name if made.answer else ""


def test_empty_search_shows_a_hint() -> None:
    assert (seen("").sentence, seen("").found, seen("").answer) == (HINT, (), None)


def test_a_single_match_is_answered_at_once() -> None:
    assert answered(seen("tin")) == "Marion Tinsley"


def test_several_matches_are_a_list_to_choose_from() -> None:
    made = seen("king")
    names = [player.name for player in made.found]
    assert names == ["Anna King", "Ron King", "Alexander Kingsbury-Throckmorton"]
    assert made.sentence == "3 players match. Choose one, or type on."
    assert answered(seen("king", chosen="p8")) == "Ron King"


def test_a_list_that_shrinks_keeps_its_mark_inside() -> None:
    assert seen("king", marked=9).session.marked == 2


def test_search_without_a_match_says_so_in_words() -> None:
    assert "Nobody here has a name that begins with “qq”" in seen("qq").sentence


def test_a_chosen_player_who_is_gone_counts_as_not_chosen() -> None:
    assert seen("king", chosen="nobody").answer is None


def test_namesakes_are_told_apart_by_division_and_club() -> None:
    state = small_hall()
    assert choice_words(state, state.players["p0"]) == "King, Anna · Masters · Glasgow"
    stray = msgspec.structs.replace(state.players["p1"], division="gone")
    assert choice_words(state, stray) == "Stone, Bob"


def test_a_session_is_its_touches() -> None:
    typed = KioskSession(0).typing(" ", 1).typing("k", 2).typing("i", 3)
    assert typed == KioskSession(3, "ki")
    assert typed.erasing(4) == KioskSession(4, "k")
    assert typed.choosing("p8", 5).erasing(6) == KioskSession(6, "ki")
    assert typed.choosing("p8", 5).typing("n", 6) == KioskSession(6, "kin")
    assert typed.moving(-1, 3, 7).marked == 2
    assert typed.moving(1, 0, 7).marked == 0
    assert typed.starting_over(8) == KioskSession(8)
    assert typed.touched(9).idle_for(30_009) == 30_000
    assert len(KioskSession(0, "x" * LONGEST_NAME).typing("y", 1).typed) == LONGEST_NAME


@pytest.mark.clause("ACF-1.XIII.B")
def test_who_plays_for_the_title_is_sent_to_that_table_until_it_is_over() -> None:
    state = one_match(result=Result("confirmed", Outcome((Code.WIN, Code.WIN))))
    off = match("o", "3", ("b", "a"), round_no=2, slot=PLAYOFF)
    both = msgspec.structs.replace(state, matches={**state.matches, "o": off})
    said = told(both, "a", START)
    assert (said.table, said.lines[1]) == ("3", "Playoff · started 22:13")
    over = msgspec.structs.replace(off, result=Result("confirmed", Outcome((Code.WIN,))))
    both = msgspec.structs.replace(state, matches={**state.matches, "o": over})
    assert told(both, "a").table == "12"


def test_player_in_a_withdrawn_round_waits_and_reads_why() -> None:
    for number, state in ((2, one_match()), (1, hall(players=PLAYERS))):
        gone = msgspec.structs.replace(state, taken_back={("masters", number): "No chairs."})
        said = told(gone, "a")
        assert (said.table, said.headline) == ("", "Please wait")
        assert f"Round {number} was taken back before play: No chairs. Its" in said.lines[0]
