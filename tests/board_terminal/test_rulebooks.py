"""A whole match at a table under each rulebook, by keys alone."""

import pytest

from board_terminal.desk.setting import control_words
from shared.core import events
from shared.core.clock import PassTurn
from shared.core.day import DAY, Phase
from shared.core.day.entries import Clocked, DrawAnswered, DrawOffered
from shared.core.events import OpeningDrawn, ResultSigned
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import rulebook
from shared.wire.codec import unpack
from tests.board_terminal.table_kit import Kit, enter, round_one, state_of

W, D, L = Code.WIN, Code.DRAW, Code.LOSS


def table(book: str, control: str = "unclocked") -> Kit:
    state = state_of(round_one(), control=control, rulebook=book)
    kit = Kit(state).do("side:0", "side:1")
    return kit.do("first:0") if kit.view.phase == "tossed" else kit


def start(kit: Kit) -> Kit:
    """Start the game on the side that is asked."""
    asked = next(seat for seat in (0, 1) if kit.model.asks[seat])
    return kit.do(f"side:{asked}")


def game(kit: Kit, code: Code) -> Kit:
    if kit.model.phase == "between":
        kit.do("next")
    return start(kit).do("over", f"code:{code}", after=1_000)


@pytest.mark.clause("SE-2")
@pytest.mark.parametrize("codes", [(W, W), (W, L, W), (D, L, L)])
def test_a_best_of_three_asks_for_the_signatures_when_it_is_decided(
    codes: tuple[Code, ...],
) -> None:
    kit = table("contest")
    for number, code in enumerate(codes, start=1):
        assert kit.model.phase in ("ready", "between")
        game(kit, code)
        assert f"Game {number} of 3" in kit.view.corner or number == len(codes)
    assert kit.model.phase == "scoring"
    kit.do("side:0", "side:1")
    assert [body.outcome for body in kit.port.bodies(ResultSigned)] == [Outcome(codes)] * 2  # type: ignore[attr-defined]
    assert kit.driver.desk.phase is Phase.DONE


@pytest.mark.clause("SE-2")
def test_a_best_of_three_entered_again_is_asked_for_as_far_as_it_goes() -> None:
    kit = game(game(table("contest"), W), W).do("different", "code:L")
    assert kit.model.phase == "codes"
    kit.do("code:L")
    assert (kit.model.phase, kit.model.codes) == ("scoring", (L, L))
    kit.do("different", "code:L", "code:W")
    assert (kit.model.phase, kit.model.codes) == ("between", (L, W))
    assert game(kit, W).model.phase == "scoring"


@pytest.mark.clause("SE-2")
def test_a_side_may_say_that_there_was_a_third_game() -> None:
    kit = game(game(table("contest"), W), W).do("side:0", "different", "code:W", "code:L")
    assert kit.model.phase == "codes"
    kit.do("code:L")
    assert kit.model.phase == "sign_different"
    kit.do("sign_different")
    assert kit.view.phase == "disputed"
    assert kit.driver.desk.phase is Phase.DISPUTED


@pytest.mark.clause("APCA-7", "DARK-first", "SE-3")
@pytest.mark.parametrize("book", ["apca", "standard", "contest", "acf-majors"])
def test_the_table_speaks_of_the_rulebooks_sides(book: str) -> None:
    kit = table(book)
    first, second = rulebook(book).sides
    assert [half.side for half in kit.view.halves or ()] == [first, second]
    kit = game(kit, W).do("next")
    assert [half.side for half in kit.view.halves or ()] == [second, first]


@pytest.mark.parametrize("book", ["apca", "standard", "contest"])
def test_where_no_opening_is_drawn_the_break_does_not_speak_of_one(book: str) -> None:
    kit = table(book)
    [draw] = kit.port.bodies(OpeningDrawn)
    assert isinstance(draw, OpeningDrawn)
    assert draw.moves == ()
    game(kit, W)
    assert "Change sides." in kit.words()
    assert "opening" not in kit.words()


@pytest.mark.clause("HALL-apca-flag")
def test_an_apca_flag_costs_one_game_and_the_table_goes_on() -> None:
    kit = start(table("apca", "45:00")).tick(45 * 60_000)
    assert (kit.model.phase, kit.model.codes) == ("between", (L,))
    assert "ticks allowed" not in kit.words(), "the sheet knows none"


@pytest.mark.clause("ACF-1.X.A.b")
def test_the_score_after_a_flag_names_the_clause_of_its_rulebook() -> None:
    kit = start(table("acf-majors", "90:00")).tick(90 * 60_000)
    assert "the score follows from ACF-1.X.A.b." in kit.words()


@pytest.mark.clause("SE-5")
def test_a_slow_turn_passes_by_itself_and_is_noted() -> None:
    kit = start(table("contest"))
    asks = kit.model.asks
    kit.tick(30_000)
    assert (kit.model.asks, kit.driver.sounds) == (asks, 0)
    kit.tick(1_000)
    assert kit.driver.sounds == 1, "it is to be heard"
    assert kit.model.asks == (asks[1], asks[0])
    assert kit.model.moves == (0, 0)
    last = unpack(kit.port.journals["m1"][-1], Clocked)
    assert last.event == PassTurn(0, kit.at)


def test_a_backgammon_flag_is_not_taken_by_the_table_itself() -> None:
    kit = table("usbgf-open", "14:00/12").do("side:0", "side:1", "side:0").tick(60 * 60_000)
    assert (kit.model.phase, kit.model.codes) == ("playing", ())
    assert "FLAG DOWN" in kit.words()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("10:00d12", "10 min + 12 s delay"),
        ("5:00b3", "5 min + 3 s given back"),
        ("2/12", "2 min a point + 12 s delay"),
        ("14:00/12", "14 min + 12 s delay"),
        ("0:30/move", "0:30 a move"),
        ("80:00+10", "80 min + 10 s a move"),
        ("90:00", "90 min each"),
        ("unclocked", "no clock"),
        ("soon", "soon"),
    ],
)
def test_each_control_has_words_that_a_player_says(name: str, words: str) -> None:
    assert control_words(name) == words


def test_ruling_on_the_screen_outranks_the_played_games() -> None:
    kit = start(table("apca"))
    kit.port.rule("m1", Outcome((W, W)), "APCA-10", "persistent")
    kit.deliver()
    assert (kit.view.phase, kit.driver.desk.phase) == ("ruled", Phase.RULED)


def test_every_phase_of_the_day_has_words_for_the_hall() -> None:
    assert all(DAY[phase].words for phase in Phase)


@pytest.mark.clause("ACF-3.IV")
def test_an_offer_of_a_draw_and_its_refusal_reach_the_hall() -> None:
    kit = start(table("acf-majors", "90:00"))
    enter(kit.driver, DrawOffered(0, kit.at + 5), kit.at)
    kit.deliver()
    enter(kit.driver, DrawAnswered(1, accepted=False, at=kit.at + 9), kit.at)
    kit.deliver()
    offers = [draft for draft in kit.port.drafts if isinstance(draft.body, events.DrawOffered)]
    assert [(draft.body.answer, draft.actor.who) for draft in offers] == [  # type: ignore[attr-defined]
        ("open", "0"),
        ("refused", "1"),
    ]
    assert len({draft.ent for draft in offers}) == 1
    kit.tick()
    assert len([d for d in kit.port.drafts if isinstance(d.body, events.DrawOffered)]) == 2
