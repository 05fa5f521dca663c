import pytest

from shared.core.day.entries import CodeCorrected, Entry
from shared.core.events import Actor, ResultSigned
from shared.core.match.outcome import Code, Outcome, Seat
from shared.core.state import Result, Version
from shared.port import Saved
from shared.wire.codec import unpack
from tests.board_terminal.table_kit import Kit, playing, scored
from tests.tui.fake_port import START

WON = Outcome((Code.WIN, Code.WIN))


def signed(kit: Kit) -> list[tuple[Seat, Outcome]]:
    bodies = kit.port.bodies(ResultSigned)
    return [(body.seat, body.outcome) for body in bodies if isinstance(body, ResultSigned)]


def halves(kit: Kit) -> list[str]:
    return [half.word for half in kit.view.halves or ()]


@pytest.mark.clause("ACF-3.II.I")
def test_the_score_is_asked_of_both_in_words_with_side_name_and_games() -> None:
    kit = scored("W", "W")
    assert kit.view.headline == "White, A. King, wins 2–0. Correct?"
    assert halves(kit) == ["Correct? Press here", "Correct? Press here"]
    assert kit.model.asks == (True, True)


@pytest.mark.clause("ACF-3.II.I")
def test_each_side_signs_by_an_event_of_its_own() -> None:
    kit = scored("W", "W").do("side:1")
    assert signed(kit) == [(1, WON)]
    assert kit.port.drafts[-1].ent == "masters/1/m1/result"
    assert kit.port.drafts[-1].actor == Actor("1", "unverified press")
    assert kit.model.asks == (True, False)
    kit.do("side:0")
    assert signed(kit) == [(1, WON), (0, WON)]


def test_pressing_again_does_not_sign_again() -> None:
    kit = scored("W", "D").do("side:0", "side:0")
    assert len(signed(kit)) == 1


def test_a_signature_is_saving_then_held_here_then_at_the_hall() -> None:
    kit = scored("W", "W")
    kit.port.online, kit.port.auto_save = False, False
    kit.do("side:0")
    assert halves(kit)[0] == "saving…"
    kit.driver.hear(_saved(kit), kit.at)
    assert halves(kit)[0] == "✓ signed – held here"
    kit.port.tell_state()
    kit.deliver()
    assert halves(kit)[0] == "✓ signed – held here"
    kit.port.reach_hall()
    kit.deliver()
    assert halves(kit)[0] == "✓ signed – at the hall"


def test_event_missing_from_the_state_is_not_said_to_be_at_the_hall() -> None:
    kit = scored("W", "W")
    kit.port.auto_save = False
    kit.do("side:0")
    kit.driver.hear(_saved(kit), kit.at)
    assert kit.driver.desk.unsent == frozenset()
    assert halves(kit)[0] == "✓ signed – held here"


def test_a_signature_that_was_not_saved_is_never_shown_as_signed() -> None:
    kit = scored("W", "W").do("side:0")
    kit.port.refuse = "The disk is full."
    kit.do("side:1")
    assert halves(kit)[1] == "NOT SAVED"
    assert "B. Chen HAS NOT SIGNED: it could not be saved." in kit.words()
    assert "NOT SAVED: The disk is full. Press Enter to try again." in kit.words()
    assert kit.view.phase == "scoring"
    kit.port.refuse = ""
    kit.do("retry")
    assert kit.view.phase == "waiting"
    assert signed(kit) == [(0, WON), (1, WON)]


def test_signed_by_both_without_a_hall_the_table_says_where_the_result_is() -> None:
    kit = scored("W", "D")
    kit.port.online = False
    kit.do("side:0", "side:1")
    assert kit.view.headline == "Table 3 – waiting for the next round"
    assert "Round 1: A. King wins 1½–½, 1 game drawn" in kit.words()
    assert "Signed by both · held here" in kit.words()
    kit.port.reach_hall()
    kit.deliver()
    assert "Signed by both · at the hall" in kit.words()


def test_wrong_code_is_corrected_together_before_the_first_signature() -> None:
    kit = scored("W", "W").do("different", "code:W", "code:D")
    assert unpack(kit.port.journals["m1"][-1], Entry) == CodeCorrected(2, Code.DRAW)
    assert kit.view.headline == "White, A. King, wins 1½–½, 1 game drawn. Correct?"
    assert signed(kit) == []


def test_the_first_game_can_be_corrected_between_the_games() -> None:
    kit = playing().do("over", "code:W", "different")
    assert kit.view.headline == "Who won game 1?"
    kit.do("code:L")
    assert kit.model.codes == ("L",)
    assert kit.view.phase == "between"


def test_a_different_score_of_the_other_side_is_a_dispute_with_both_versions() -> None:
    kit = scored("W", "W").do("side:0", "different")
    assert kit.view.headline == "B. Chen says: who won game 1?"
    kit.do("code:D", "code:D")
    assert kit.view.headline == "B. Chen signs: Both games drawn"
    assert signed(kit) == [(0, WON)]
    kit.do("sign_different")
    assert signed(kit) == [(0, WON), (1, Outcome((Code.DRAW, Code.DRAW)))]
    assert kit.view.phase == "disputed"
    assert halves(kit) == ["says: A. King wins 2–0", "says: Both games drawn"]


def test_the_referee_is_said_to_have_both_versions_only_when_they_are_at_the_hall() -> None:
    kit = scored("W", "W")
    kit.port.online = False
    kit.do("side:0", "different", "code:D", "code:D", "sign_different")
    assert "The referee has both versions." not in kit.words()
    kit.port.reach_hall()
    kit.deliver()
    assert "The referee has both versions." in kit.words()


def test_going_back_from_a_different_score_signs_nothing() -> None:
    kit = scored("W", "W").do("side:0", "different", "code:D", "code:D", "back")
    assert signed(kit) == [(0, WON)]
    assert kit.view.phase == "scoring"


def test_a_side_that_corrects_its_version_ends_the_dispute() -> None:
    kit = scored("W", "W").do("side:0", "different", "code:D", "code:D", "sign_different")
    kit.do("different", "seat:1", "code:W", "code:W")
    assert "The other side has signed the same." in kit.words()
    kit.do("sign_different")
    assert kit.view.phase == "waiting"


def test_a_ruling_is_shown_with_clause_and_reason() -> None:
    kit = scored("W", "W").do("side:0", "different", "code:D", "code:D", "sign_different")
    kit.port.rule("m1", Outcome((Code.WIN, Code.DRAW)), "ACF-3.II.J", "A phone rang.")
    kit.deliver()
    assert kit.view.headline == "The referee has ruled"
    for line in ("A. King wins 1½–½, 1 game drawn", "Clause ACF-3.II.J", "Reason: A phone rang."):
        assert line in kit.view.message


def test_a_ruling_says_on_how_many_disks_it_is_once_the_hall_has_said_so() -> None:
    kit = scored("W", "W").do("side:0", "different", "code:D", "code:D", "sign_different")
    kit.port.rule("m1", Outcome((Code.WIN, Code.DRAW)), "ACF-3.II.J", "A phone rang.")
    kit.deliver()
    assert "At the hall" in kit.view.message
    seen = []
    for kit.port.keepers, kit.port.few in ((3, {"ruling": 1}), (3, {"ruling": 2}), (3, {})):
        kit.port.tell_state()
        kit.deliver()
        seen += [line for line in kit.view.message if line.startswith("At the hall")]
    assert seen == ["At the hall", "At the hall · on 2 of 3 disks", "At the hall · on 3 disks"]


def test_a_conflict_from_another_device_is_shown_as_a_dispute() -> None:
    kit = scored("W", "W")
    versions = tuple(
        Version(0, outcome, f"v{n}", f"node{n}", START + n, "unverified press")
        for n, outcome in enumerate((WON, Outcome((Code.LOSS, Code.LOSS))))
    )
    kit.port.change_match("m1", result=Result("conflict", None, versions, ("v0", "v1")))
    kit.deliver()
    assert kit.view.phase == "disputed"


def test_signatures_survive_a_restart() -> None:
    kit = scored("W", "W").do("side:0").restart()
    assert kit.view.phase == "scoring"
    assert halves(kit)[0] == "✓ signed – at the hall"
    kit.do("side:1")
    assert signed(kit) == [(0, WON), (1, WON)]


def _saved(kit: Kit) -> Saved:
    return Saved(kit.port.tickets, (f"event-{kit.port.events}",))


def test_correcting_game_1_after_game_2_names_the_sides_of_game_1() -> None:
    kit = scored("W", "D").do("different")
    first = [choice.detail for choice in kit.view.choices if choice.does.startswith("code:")]
    kit.do("code:L")
    second = [choice.detail for choice in kit.view.choices if choice.does.startswith("code:")]
    assert first == ["Red", "", "White"], "left was first in game 1"
    assert second == ["White", "", "Red"]


def test_a_result_says_on_how_many_disks_it_is_once_the_hall_has_said_so() -> None:
    kit = scored("W", "D")
    kit.port.online = False
    kit.port.keepers = 3
    kit.do("side:0")
    assert halves(kit)[0] == "✓ signed – held here", "the hall has not got it"
    [event] = kit.port.unsent
    kit.port.few = {event: 1}
    kit.port.reach_hall()
    kit.deliver()
    assert halves(kit)[0] == "✓ signed – at the hall", "the hall's own disk alone"
    kit.port.few = {event: 2}
    kit.port.tell_state()
    kit.deliver()
    assert halves(kit)[0] == "✓ signed – on 2 of 3 disks"
    kit.port.few = {}
    kit.port.online = True
    kit.do("side:1")
    assert "Signed by both · at the hall · on 3 disks" in kit.words()


def test_both_signatures_are_said_to_be_as_safe_as_the_one_on_fewer_disks() -> None:
    kit = scored("W", "D").do("side:0", "side:1")
    left, right = kit.driver.desk.signatures
    kit.port.keepers, kit.port.few = 4, {left.event: 3, right.event: 2}
    kit.port.tell_state()
    kit.deliver()
    assert "Signed by both · at the hall · on 2 of 4 disks" in kit.words()
