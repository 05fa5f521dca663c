import msgspec
import pytest

from board_terminal.desk.desk import Desk
from shared.core.day import Phase
from shared.core.draughts.openings import Opening
from shared.core.events import PLAYOFF, ControlChosen, OpeningDrawn, PlayerSeated
from shared.core.rulebooks import overrides_json
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import DECK, Kit, playing, round_one, seated, state_of
from tests.tui.fake_port import START
from tests.tui.screens import screen_text


def test_a_table_without_a_match_waits_for_the_next_round() -> None:
    kit = Kit(state_of())
    assert kit.view.headline == "Table 3 – waiting for the next round"


def test_before_the_node_has_spoken_nothing_is_claimed() -> None:
    kit = Kit()
    kit.driver.desk = Desk("3", "", DECK)
    assert kit.view.phase == "starting"


def test_player_who_sits_down_is_recorded_as_present_in_their_seat() -> None:
    kit = Kit().do("side:1")
    assert [draft.ent for draft in kit.port.drafts] == ["masters/1/m1/presence/1"]
    assert kit.port.drafts[0].body == PlayerSeated()
    assert kit.port.drafts[0].actor.who == "1"
    assert kit.model.asks == (True, False)


def test_sitting_down_twice_writes_nothing_more() -> None:
    kit = Kit().do("side:1", "side:1")
    assert len(kit.port.drafts) == 1


@pytest.mark.clause("ACF-1.VIII.A")
def test_the_opening_is_drawn_once_both_are_seated_and_not_before() -> None:
    kit = Kit(dice=(1, 155)).do("side:0")
    assert kit.dice.drawn == 0
    kit.do("side:1")
    assert kit.dice.drawn == 2
    last = DECK[155]
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(1, last.number, last.moves)]


@pytest.mark.clause("ACF-1.VIII.A")
def test_the_draw_is_shown_with_sides_opening_and_board() -> None:
    kit = seated(dice=(0, 0))
    assert "Red: A. King, White: B. Chen, opening 9-13 21-17 5-9 (no. 1 of 156)" in kit.words()
    assert kit.view.board is not None
    assert kit.view.board_at == "middle"


@pytest.mark.clause("ACF-1.VIII.A")
def test_sides_change_for_the_second_game_and_the_opening_stays() -> None:
    kit = playing().do("over", "code:D", "next", after=1_000)
    assert "Red: B. Chen, White: A. King, opening 9-13 21-17 5-9" in kit.words()
    assert len(kit.port.bodies(OpeningDrawn)) == 1


def test_a_draw_that_the_hall_has_already_is_taken_and_not_made_again() -> None:
    draw = OpeningDrawn(1, 8, DECK[7].moves)
    kit = Kit(state_of(round_one(draw=draw))).do("side:0", "side:1")
    assert kit.dice.drawn == 0
    assert "White: A. King" in kit.words()


def test_a_draw_that_was_not_saved_is_shown_as_such_and_tried_again_unchanged() -> None:
    kit = Kit(dice=(1, 77)).do("side:0")
    kit.port.refuse = "The disk is full."
    kit.do("side:1")
    kit.port.refuse = ""
    assert kit.model.phase == "drawing"
    assert "NOT SAVED: The disk is full." in kit.words()
    assert "opening" not in kit.words().replace("colors and opening", "")
    kit.do("retry")
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(1, 78, DECK[77].moves)]
    assert kit.dice.drawn == 2


def test_without_a_deck_colors_are_drawn_alone() -> None:
    kit = Kit()
    kit.driver.desk = Desk("3", "", ())
    kit.port.tell_state()
    kit.deliver()
    kit.do("side:0", "side:1")
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(0, 0, ())]
    assert "opening" not in kit.words()


def test_a_control_fixed_by_the_event_is_no_choice() -> None:
    kit = seated()
    assert kit.port.bodies(ControlChosen) == [ControlChosen("90:00", "event")]
    assert kit.model.phase == "ready"


@pytest.mark.clause("ACF-1.X.A.a")
def test_two_players_who_agree_on_a_clock_get_it() -> None:
    kit = seated(state=state_of(round_one(), control=""))
    assert kit.model.phase == "choosing"
    kit.do("control:0:1", "control:1:1")
    assert kit.port.bodies(ControlChosen) == [ControlChosen("80:00+10", "agreed")]


@pytest.mark.clause("ACF-1.X.A.a")
@pytest.mark.parametrize(("lot", "name"), [(0, "90:00"), (1, "80:00+10")])
def test_chance_decides_between_two_who_differ(lot: int, name: str) -> None:
    kit = seated(state=state_of(round_one(), control=""), dice=(0, 0, lot))
    kit.do("control:0:0", "control:1:1")
    assert kit.dice.drawn == 3
    assert kit.port.bodies(ControlChosen) == [ControlChosen(name, "drawn")]


@pytest.mark.clause("ACF-1.X.B.b", "ACF-1.X.A.a")
@pytest.mark.parametrize(
    ("keys", "name", "by"),
    [
        (("7", "3"), "unclocked", "sheet"),
        (("1", "6"), "unclocked", "sheet"),
        (("4", "6"), "80:00+10", "agreed"),
        (("1", "3"), "unclocked", "agreed"),
        (("7", "6"), "80:00+10", "drawn"),
    ],
)
async def test_majors_play_with_a_clock_only_if_both_want_one(
    keys: tuple[str, str], name: str, by: str
) -> None:
    app, port = terminal(state_of(round_one(), control="", rulebook="acf-majors"), dice=(0, 0, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3")
        assert "A clock only if both want one (ACF-1.X.B.b)." in " ".join(screen_text(app).split())
        await press(pilot, *keys)
        assert port.bodies(ControlChosen) == [ControlChosen(name, by)]
        assert app.model.phase == "ready"


@pytest.mark.clause("ACF-1.X.A.d")
def test_red_starts_whites_clock_after_the_three_moves_are_set_up() -> None:
    kit = seated(dice=(0, 0))
    assert "Red presses to start White's clock." in kit.words()
    kit.do("side:1")
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.phase is Phase.READY
    assert "Red presses to start the clock." in kit.words()
    kit.do("side:0")
    assert kit.model.phase == "playing"
    assert kit.model.asks == (False, True)


def test_an_unknown_division_is_played_by_the_masters_rules() -> None:
    kit = seated(state=state_of(round_one(), control="", rulebook="something-newer"))
    labels = {choice.label for choice in kit.view.choices}
    assert {"90 min each", "80 min + 10 s a move"} <= labels


def test_the_scheduled_start_and_the_lateness_are_shown() -> None:
    kit = Kit(state_of(round_one(starts_at=START)))
    assert "Round 1 started at 22:13, 7:12 ago." in kit.words()


def test_the_next_pairing_is_taken_while_nothing_has_been_played() -> None:
    kit = Kit().do("side:0")
    kit.port.change_match("m1", standing="withdrawn")
    kit.deliver()
    assert kit.view.phase == "waiting"


def with_deck(opening_mode: str, moves: tuple[str, ...]) -> Kit:
    """Return a table of a division that draws from a deck of its own."""
    state = state_of(round_one())
    division = msgspec.structs.replace(
        state.divisions["masters"],
        deck="tough",
        overrides=overrides_json({"opening_mode": opening_mode}),
    )
    decks = {"tough": tuple(Opening(n, 0, moves, DECK[0].fen) for n in (1, 2, 3))}
    state = msgspec.structs.replace(state, divisions={"masters": division}, decks=decks)
    return Kit(state, dice=(0, 2)).do("side:0", "side:1")


@pytest.mark.clause("ACF-1.III.D")
def test_a_division_with_a_deck_of_its_own_draws_from_it() -> None:
    kit = with_deck("three_move", ("9-13", "21-17", "5-9"))
    assert kit.dice.drawn == 2
    draw = OpeningDrawn(0, 3, ("9-13", "21-17", "5-9"), "tough")
    assert kit.port.bodies(OpeningDrawn) == [draw]
    assert "(no. 3 of 3)" in kit.words()
    assert kit.view.board is not None


@pytest.mark.clause("ACF-1.I")
def test_two_moves_are_drawn_where_the_event_plays_so() -> None:
    kit = with_deck("two_move", ("9-13", "21-17"))
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(0, 3, ("9-13", "21-17"), "tough")]


@pytest.mark.clause("ACF-1.I")
def test_where_players_go_as_they_please_colors_are_drawn_alone() -> None:
    kit = with_deck("go_as_you_please", ("9-13", "21-17"))
    assert kit.dice.drawn == 1
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(0, 0, ())]


def test_a_mode_without_its_deck_is_played_as_the_players_please() -> None:
    kit = with_deck("two_move", ("9-13", "21-17", "5-9"))
    assert kit.port.bodies(OpeningDrawn) == [OpeningDrawn(0, 0, ())]


def test_a_start_that_the_referee_gave_is_shown_and_a_playoff_is_no_round() -> None:
    kit = Kit(state_of(round_one(begun_at=START - 60_000)))
    assert "The referee started round 1 at 22:12, 8:12 ago." in kit.words()
    kit = Kit(state_of(round_one(round_no=13, slot=PLAYOFF)))
    assert "Called to a playoff at 22:13, 7:12 ago." in kit.words()
    assert kit.view.title == "Table 3 · Playoff · Masters"
