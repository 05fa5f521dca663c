"""The example event files: each is read, set up as a hall, and paired in its first round."""

import secrets
from pathlib import Path

import pytest

from hall_server.eventfile import load_decks, load_event_file
from hall_server.setting_up import Site, create_tournament
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import HallState
from shared.pairing.systems import Systems
from shared.pairing.types import PairingImpossible
from shared.store.replica import Replica

EXAMPLES = sorted((Path(__file__).parents[2] / "deploy" / "examples").glob("*.toml"))


def hall_of(file: Path, home: Path) -> HallState:
    event = load_event_file(file)
    created = create_tournament(event, home, Site("hall", 47301), decks=load_decks(event, file))
    root = bytes(created.root_key.verify_key)
    replica = Replica(home / "hall.db", root, new_store_id=secrets.token_hex(8))
    try:
        return replica.state
    finally:
        replica.close()


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_every_example_becomes_a_hall_whose_first_round_can_be_drawn(
    file: Path, tmp_path: Path
) -> None:
    state = hall_of(file, tmp_path / "hall")
    assert (state.alarms, state.unforced) == ((), ())
    for division in state.divisions.values():
        field = {p.id for p in state.players.values() if p.division == division.id}
        if division.book.pairing_system == "open_play":
            with pytest.raises(PairingImpossible, match="no rounds to draw"):
                Systems().pair(state, division.id, 1, "3 5 1 6 2")
            continue
        drawn = Systems().pair(state, division.id, 1, "3 5 1 6 2")
        named = [*(player for pair in drawn.pairs for player in pair), *drawn.byes]
        assert sorted(named) == sorted(field)
        assert drawn.pairs
        assert [f.sentence for f in drawn.findings if f.verdict == "fails"] == []
        # Every pair finds a table of its division.
        tables = division.tables or tuple(state.tables)
        assert len(drawn.pairs) <= len(tables)


def test_there_is_an_example_for_every_rulebook_and_every_pairing_system() -> None:
    books = [d.book for file in EXAMPLES for d in load_event_file(file).division]
    assert {book.name for book in books} == set(RULEBOOKS)
    assert {book.pairing_system for book in books} == {
        "swiss", "open_play", "round_robin", "knockout", "double_knockout", "draw_sheet",
    }  # fmt: skip
