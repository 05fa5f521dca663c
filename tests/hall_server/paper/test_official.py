"""Paper of a division calls the official as its sheet does."""

import msgspec
import pytest

from hall_server.paper.catalogue import Order, document
from shared.core.state import Division
from tests.hall_server.paper.fields import field
from tests.tui.fake_port import START


@pytest.mark.parametrize("what", ["incidents", "slips", "kit"])
@pytest.mark.parametrize(
    ("rulebook", "mine", "other"),
    [("acf-masters", "referee", "director"), ("apca", "director", "referee")],
)
def test_paper_of_a_division_names_its_official(
    what: str, rulebook: str, mine: str, other: str
) -> None:
    state = field(4, 1)
    [division] = state.divisions.values()
    aside = Division("aside", "Aside", "standard" if mine == "director" else "apca", 3, "")
    mixed = {division.id: msgspec.structs.replace(division, rulebook=rulebook), "aside": aside}
    state = msgspec.structs.replace(state, divisions=mixed)
    made = str(document(what, Order(state, START, division=division.id)).sheets).lower()
    assert mine in made
    assert other not in made
