"""A division that is changed under a table: what has begun goes on, what comes is as it is now."""

from msgspec.structs import replace

from shared.core.events import DivisionChanged, DivisionOpened
from shared.core.state import DivisionVersion, HallState
from tests.board_terminal.table_kit import Kit, round_one, round_two, state_of

OPENED = DivisionOpened("Masters", "acf-masters", 4, "90:00")
CHANGED = DivisionChanged("Masters", "acf-masters", 3, "60:00", from_round=2, why="Late")


def hall(*, changed: bool, later: bool = False) -> HallState:
    match = round_two(rules="now") if later else round_one(rules="then")
    state = state_of(match)
    versions = (DivisionVersion("then", 0, OPENED),)
    if changed:
        versions = (DivisionVersion("now", 2, CHANGED), *versions)
    newest = versions[0].says
    division = replace(
        state.divisions["masters"], control=newest.control, rounds=newest.rounds, versions=versions
    )
    return replace(state, divisions={"masters": division})


def test_players_who_sit_down_to_a_match_paired_before_a_change_have_its_clock() -> None:
    kit = Kit(hall(changed=False)).do("side:0")
    kit.port.state = hall(changed=True)
    kit.port.tell_state()
    kit.deliver()
    assert kit.driver.desk.state.divisions["masters"].control == "60:00"
    assert "90 min each" in kit.words()
    kit.do("side:1")
    assert "1:30:00" in kit.words()


def test_a_match_paired_after_a_change_has_the_clock_of_then() -> None:
    kit = Kit(hall(changed=True, later=True)).do("side:0")
    assert "60 min each" in kit.words()
    kit.do("side:1")
    assert "1:30:00" not in kit.words()
