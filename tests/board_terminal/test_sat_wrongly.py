"""Two who sat down wrongly are paired as they sit: their table goes on under their own names."""

import pytest

from shared.core.day import Phase
from shared.core.events import ResultSigned
from shared.core.match.outcome import Code, Outcome
from tests.board_terminal.table_kit import Kit, round_one, state_of
from tests.board_terminal.test_rulebooks import game, start

W, D = Code.WIN, Code.DRAW


@pytest.mark.parametrize("restarted", [False, True])
def test_clock_score_and_signatures_belong_to_the_players_seated_there(restarted: bool) -> None:
    kit = Kit(state_of(round_one())).do("side:0", "side:1")
    game(kit, W).do("next")
    start(kit).tick(5_000)
    assert (kit.model.phase, kit.driver.desk.session.codes) == ("playing", (W,))  # type: ignore[union-attr]
    before = kit.driver.desk.session
    kit.port.change_match("m1", players=("king", "li"))
    kit.deliver()
    assert kit.driver.desk.session == before, "nothing is started again"
    assert "Now paired here: A. King – 李小龍. Everything stands, play on." in kit.words()
    assert "B. Chen" not in kit.words()
    if restarted:
        kit = kit.restart().do("go_on")
        assert kit.driver.desk.session.codes == (W,)  # type: ignore[union-attr]
    kit.do("over", "code:D", after=1_000)
    assert "A. King" in kit.view.headline
    kit.do("side:0", "side:1")
    assert [body.outcome for body in kit.port.bodies(ResultSigned)] == [Outcome((W, D))] * 2  # type: ignore[attr-defined]
    assert kit.driver.desk.phase is Phase.DONE


def test_players_who_only_sat_down_stay_seated() -> None:
    kit = Kit(state_of(round_one())).do("side:0")
    kit.port.change_match("m1", players=("moe", "chen"))
    kit.deliver()
    assert kit.driver.desk.session.seated == (True, False)  # type: ignore[union-attr]
    assert "C. Moe" in kit.words()
    kit.do("side:1")
    assert kit.model.phase == "ready" or kit.model.phase == "drawing"
