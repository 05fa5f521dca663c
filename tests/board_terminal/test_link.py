from shared.port import Link
from tests.board_terminal.table_kit import Kit, playing, round_one, scored, seated, state_of
from tests.tui.fake_port import START

HELD = "Table 3 is held by another device. Ask the referee to assign this one."


def refuse(kit: Kit, sentence: str = HELD) -> Kit:
    kit.port.tell_link(Link("refused", START, sentence=sentence))
    kit.deliver()
    return kit


def test_a_refused_table_says_so_on_the_whole_screen() -> None:
    kit = refuse(Kit(state_of()))
    assert kit.view.phase == "refused"
    assert kit.view.halves is None
    assert HELD in kit.view.message
    assert kit.view.choices == ()


def test_a_refusal_does_not_cover_a_running_clock() -> None:
    kit = refuse(playing())
    assert kit.view.phase == "playing"
    assert HELD in kit.view.alarm


def test_the_people_at_the_table_can_go_on_without_the_hall() -> None:
    kit = refuse(Kit())
    assert kit.view.phase == "refused"
    kit.do("overrule", "side:0")
    assert kit.view.phase == "seating"
    assert HELD in kit.view.alarm


def test_another_refusal_is_shown_again() -> None:
    kit = refuse(Kit()).do("overrule")
    assert refuse(kit, "The key of this device was revoked.").view.phase == "refused"


def test_a_refusal_that_ends_leaves_no_trace() -> None:
    kit = refuse(Kit())
    kit.port.tell_link(Link("live", START))
    kit.deliver()
    assert (kit.view.phase, kit.view.alarm) == ("seating", ())


def test_a_whole_match_needs_no_hall() -> None:
    kit = scored("W", "D")
    kit.port.online = False
    kit.port.tell_link(Link("offline", START))
    kit.do("side:0", "side:1")
    assert "Signed by both · held here" in kit.words()


def test_table_where_nothing_changes_tells_again_what_it_does() -> None:
    kit = seated(state=state_of(round_one(), control="unclocked", rulebook="acf-majors"))
    kit.port.lives.clear()
    for _second in range(30):
        kit.tick()
    assert [told.waits for told in kit.port.lives] == [1, 1, 1]
    kit.do("side:0")
    assert kit.port.lives[-1].waits == 0
