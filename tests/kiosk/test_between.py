"""What a player is told between two matches: whom to meet, what to wait for, and when."""

from typing import Any

import msgspec
import pytest

from shared.core.events import RefusalState
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Attendance, Classified, Division, HallState, OptOut, Player, Result
from shared.core.state.office import Office, RefusedChallenge
from shared.public.answer import Answer, answer
from tests.kiosk.lobby_states import MAJORS, MASTERS, small_hall
from tests.kiosk.test_pages import WON, bracket_hall
from tests.tui.fake_port import START, hall, match

POOL = Division("pool", "Pool", "apca", 1, "")
CONTEST = Division("open", "Open", "contest", 3, "")
OVER = Result("confirmed", Outcome((Code.WIN, Code.DRAW)))
MINUTE = 60_000


def told(state: HallState, player: str, now: int = START) -> Answer:
    return answer(state, state.players[player], now, "UTC")


def with_player(state: HallState, player: str, **more: Any) -> HallState:
    changed = msgspec.structs.replace(state.players[player], **more)
    return msgspec.structs.replace(state, players={**state.players, player: changed})


# -- open play --------------------------------------------------------------------------------


def pool(refusal: RefusalState | None = None) -> HallState:
    """Ann has beaten Bo and is free; Cy and Di are at table 2, Ed and Flo are free."""
    homes = {"Ann": "Durham", "Bo": "", "Cy": "Durham", "Di": "Maxton", "Ed": "Durham", "Flo": ""}
    people = [Player(name.lower(), name, "pool", 0, club) for name, club in homes.items()]
    over = match("m1", "1", ("ann", "bo"), division="pool", result=OVER)
    busy = match("m2", "2", ("cy", "di"), division="pool", round_no=2)
    state = hall(players=people, matches=[over, busy], divisions=(POOL,))
    if refusal is None:
        return state
    refused = RefusedChallenge("ann", "ed", refusal, "", START)
    return msgspec.structs.replace(state, office=Office(refusals={"x": refused}))


@pytest.mark.clause("APCA-34")
def test_free_player_reads_the_free_players_with_their_own_club_first() -> None:
    said = told(pool(), "ann")
    assert (said.table, said.headline) == ("", "You are free")
    assert said.lines == (
        "Last match, against Bo: 1½–½",
        "Free for you now: Ed, Flo.",
        "To be played first, of your own club: Ed, Cy (APCA-34).",
        "Played 1 of 5.",
    )
    assert "To be played first" not in " ".join(told(pool(), "flo").lines)


def test_player_in_open_play_is_sent_to_their_table() -> None:
    assert told(pool(), "cy").table == "2"


@pytest.mark.clause("APCA-31")
def test_refuser_of_a_challenge_reads_how_to_get_their_card_back() -> None:
    said = told(pool("refused"), "ann")
    assert said.headline == "Card withheld"
    assert "until you are ready to play Ed. Tell the referee" in said.lines[1]
    assert told(pool("refused"), "ed").headline == "You are free"


@pytest.mark.clause("APCA-31")
def test_ready_players_both_read_that_they_meet_first() -> None:
    for player, other in (("ann", "Ed"), ("ed", "Ann")):
        said = told(pool("ready"), player)
        assert said.headline == "Please wait"
        assert f"You meet {other} before anyone else (APCA-31)." in said.lines


def test_player_who_has_met_every_opponent_reads_that() -> None:
    people = {"a": "Ann", "b": "Bo"}
    state = hall(players=people, matches=[match("m", "1", ("a", "b"), result=OVER)])
    apca = msgspec.structs.replace(POOL, id="masters")
    said = told(msgspec.structs.replace(state, divisions={"masters": apca}), "a")
    assert (said.headline, said.lines[-1]) == ("All played", "Played 1 of 1.")


def test_many_opponents_are_a_few_names_and_a_number() -> None:
    people = [Player(f"p{n}", f"P{n}", "pool", 0, "") for n in range(9)]
    first = match("m", "1", ("p0", "p1"), division="pool", result=OVER)
    state = hall(players=people, matches=[first], divisions=(POOL,))
    assert told(state, "p0").lines[1] == "Free for you now: P2, P3, P4, P5, P6, 2 others."


# -- draw sheets ------------------------------------------------------------------------------


def sheet(*over: tuple[str, int], division: Division | None = None) -> HallState:
    """Return the bracket of eight; of the two matches at tables 1 and 2 those that ``over`` names
    have ended, won by that seat."""
    state = bracket_hall()
    matches = dict(state.matches)
    for uid, seat in over:
        code = Code.WIN if seat == 0 else Code.LOSS
        points = (7, 5) if seat == 0 else (5, 7)
        over = Outcome((code,), points=points)
        if division is CONTEST:
            over = Outcome((code, code))
        won = msgspec.structs.replace(WON, outcome=over)
        matches[uid] = msgspec.structs.replace(matches[uid], result=won)
    made = msgspec.structs.replace(state, matches=matches)
    if division is not None:
        made = msgspec.structs.replace(made, divisions={division.id: division})
    return made


@pytest.mark.clause("USBGF-2.2c")
def test_waiting_player_on_a_draw_sheet_reads_the_opponent_and_the_start() -> None:
    state = sheet(("s1", 0))
    winner, loser = state.matches["s1"].players
    names = " – ".join(state.players[p].name for p in state.matches["s2"].players)
    said = told(state, winner)
    assert (said.table, said.headline) == ("", "Your next match")
    assert "7–5" in said.lines[0]
    assert said.lines[1] == f"against the winner of {names} (table 2)"
    assert said.lines[2] == "It starts 10 min after both matches before it have ended (USBGF-2.2c)."
    assert told(state, loser).headline == "No match follows"
    assert told(state, state.matches["s2"].players[0]).table == "2"


@pytest.mark.clause("USBGF-2.2c")
def test_once_both_have_finished_the_start_is_counted_down_then_a_table_is_awaited() -> None:
    state = sheet(("s1", 0), ("s2", 0))
    one, other = (state.matches[uid].players[0] for uid in ("s1", "s2"))
    said = told(state, one, START - 20 * MINUTE)
    assert said.lines[1] == f"against {state.players[other].name}"
    assert said.lines[2].startswith("It starts 22:")
    late = told(state, one, START + 60 * MINUTE)
    assert late.lines[2].startswith("It is called as soon as a table is free.")


def test_contradicting_sheet_sends_no_player_to_a_table() -> None:
    twice = Result("confirmed", Outcome((Code.WIN, Code.WIN)))
    state = sheet()
    over = msgspec.structs.replace(state.matches["s1"], result=twice)
    state = msgspec.structs.replace(state, matches={**state.matches, "s1": over})
    said = told(state, over.players[0])
    assert (said.headline, "do not agree" in said.lines[-1]) == ("Please wait", True)


# -- rounds of all ----------------------------------------------------------------------------


@pytest.mark.clause("ACF-1.V.B")
def test_finished_player_or_bye_reads_when_the_next_round_starts() -> None:
    days = msgspec.structs.replace(MASTERS, first_day="2023-11-14")
    state = msgspec.structs.replace(small_hall(), divisions={"masters": days})
    assert told(state, "p0").lines[-1] == "Round 4 starts Wed 08:30."
    assert told(state, "p8").lines[-1] == "Round 4 starts Wed 08:30."
    assert "Round 4" not in " ".join(told(state, "p6").lines)
    assert "Round 4" not in " ".join(told(small_hall(), "p0").lines)


@pytest.mark.clause("ACF-2.V.F")
def test_player_excused_from_the_last_round_is_not_sent_to_the_referee() -> None:
    state = with_player(small_hall(), "p8", opt_out=OptOut(3, in_time=True))
    paired = msgspec.structs.replace(state.rounds["masters", 3], byes=())
    said = told(msgspec.structs.replace(state, rounds={("masters", 3): paired}), "p8")
    assert said.headline == "Round skipped"
    assert said.lines == ("You skip round 3 by leave (ACF-2.V.F).",)


def test_player_left_out_as_check_in_closed_reads_why_and_what_to_do() -> None:
    state = with_player(small_hall(), "p8", attendance=Attendance(False, 3))
    paired = msgspec.structs.replace(state.rounds["masters", 3], byes=())
    said = told(msgspec.structs.replace(state, rounds={("masters", 3): paired}), "p8")
    assert said.headline == "Not in this round"
    assert "Tell the referee that you are here" in said.lines[0]


@pytest.mark.clause("ACF-1.III.C", "ACF-1.IV.C", "USBGF-1.4")
def test_player_placed_in_another_division_than_requested_reads_why() -> None:
    why = Classified("M. Holt", "Rated 2010.", START, "majors")
    placed = Player("a", "Anna King", "masters", 2010, "", classified=why)
    own = Player("b", "Bob Stone", "majors", 1800, "")
    state = hall(players=[placed, own], divisions=(MASTERS, MAJORS))
    assert told(state, "a").division == "Masters"
    assert told(state, "a").lines[-1] == (
        "You named Majors; the referee has placed you: Rated 2010."
    )
    assert told(state, "b").division == "Majors"
    assert told(state, "b").lines == ("Round 1 is not paired yet.",)


@pytest.mark.clause("SE-1")
def test_a_loser_of_the_elimination_reads_that_no_match_follows() -> None:
    state = sheet(("s1", 0), division=CONTEST)
    two = msgspec.structs.replace(state.rounds["open", 1], number=2, matches=())
    state = msgspec.structs.replace(state, rounds={**state.rounds, ("open", 2): two})
    loser = state.matches["s1"].players[1]
    assert told(state, loser).headline == "No match follows"
