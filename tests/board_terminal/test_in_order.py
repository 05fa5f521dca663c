"""A key that goes down while the notes are being saved waits for its turn, with its stamp."""

from board_terminal.driving.driver import PATIENCE_MS
from shared.port import Saved
from tests.board_terminal.table_kit import Kit, playing


def slow_disk() -> Kit:
    """Game 1 runs, and from now on nothing is saved until the test says so."""
    kit = playing()
    kit.port.auto_save = False
    return kit


def save_all(kit: Kit) -> None:
    for ticket in range(1, kit.port.tickets + 1):
        kit.port.tell(Saved(ticket))
    kit.deliver()


def test_a_press_is_in_the_notes_before_the_other_side_s_answer_is_taken() -> None:
    kit = slow_disk().do("side:1", after=4_000).do("side:0", after=300)
    assert kit.model.moves == (0, 1)
    save_all(kit)
    assert kit.model.moves == (1, 1)


def test_a_press_that_waited_counts_from_the_moment_of_the_key() -> None:
    kit = slow_disk().do("side:1", after=4_000).do("side:0", after=300)
    kit.at += 600
    save_all(kit)
    halves = kit.view.halves
    assert halves is not None
    assert halves[0].word != halves[1].word
    session = kit.driver.desk.session
    assert session is not None
    assert session.clock is not None
    assert session.clock.at == kit.at - 600


def test_table_does_not_wait_for_a_hanging_disk() -> None:
    kit = slow_disk().do("side:1", after=4_000).do("side:0", after=300)
    kit.tick(PATIENCE_MS)
    assert kit.model.moves == (1, 1)


def test_table_goes_on_with_a_disk_that_refuses_writes() -> None:
    kit = playing()
    kit.port.fail_next("The disk is full.")
    kit.do("side:1", "side:0", after=4_000)
    assert kit.model.moves == (1, 1)
    assert "The disk is full." in kit.words()
