"""Long parts of the state: right whatever comes and goes, and one change touches one piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import PlayerRegistered, ReportFiled, entities
from shared.core.fold import Fold
from shared.core.state.pieces import MOST, Listed, Pieces
from tests.core.events_kit import ONE, ROOT, TWO, opened_hall

KEYS = st.text("abcd", min_size=1, max_size=4)


def shared_with(before: Pieces[int], after: Pieces[int]) -> int:
    """Return how many pieces are the very same."""
    held = {id(piece) for piece in before._held}
    return sum(1 for piece in after._held if id(piece) in held)


@given(changes=st.lists(st.dictionaries(KEYS, st.none() | st.integers())))
def test_pieces_hold_what_a_dict_would(changes: list[dict[str, int | None]]) -> None:
    pieces: Pieces[int] = Pieces()
    plain: dict[str, int] = {}
    for change in changes:
        before = dict(plain)
        now = pieces.changed(change)
        assert pieces == before
        for key, value in change.items():
            plain.pop(key, None) if value is None else plain.update({key: value})
        pieces = now
        assert pieces == plain
        assert len(pieces) == len(plain)
        assert list(pieces) == sorted(plain)
        assert list(pieces.values()) == [plain[key] for key in sorted(plain)]


def test_one_change_of_many_shares_all_other_pieces() -> None:
    pieces: Pieces[int] = Pieces().changed({f"{n:06}": n for n in range(100 * MOST)})
    assert all(len(piece) <= MOST for piece in pieces._held)
    assert pieces["000700"] == 700
    with pytest.raises(KeyError):
        pieces["7"]
    with pytest.raises(KeyError):
        Pieces()["7"]

    for change in ({"000700": 1}, {"000700": None}, {"0007001": 1}):
        after = pieces.changed(change)
        assert shared_with(pieces, after) == len(pieces._held) - 1
    assert repr(Pieces().changed({"a": 1})) == "Pieces({'a': 1})"


def test_a_list_equals_any_sequence_of_the_same_values() -> None:
    listed = Listed(Pieces().changed({"b": 2, "a": 1}))
    assert listed == (1, 2) == listed
    assert listed != (2, 1)
    assert (listed[0], listed[1:], len(listed)) == (1, (2,), 2)
    assert repr(listed) == "(1, 2)"


def test_a_flood_that_does_not_count_costs_what_counts_nothing() -> None:
    past = opened_hall()
    hall = Fold(ROOT)
    hall.add(past.events)
    for n in range(3 * MOST):
        junk = PlayerRegistered("Junk", "men")
        hall.add([past.write(ONE, entities.player(f"junk-{n}"), junk, seen=())])
        mine = ReportFiled("call")
        hall.add([past.write(ONE, entities.table_report("t1", f"n{n}"), mine, seen=())])
    before = hall.state()
    assert len(before.unforced) == len(before.reports) == 3 * MOST

    body = ReportFiled("call", note="honest")
    honest = past.write(TWO, entities.table_report("t2", "x"), body, seen=())
    hall.add([honest])
    after = hall.state()
    assert after.unforced is before.unforced
    assert after.alarms is before.alarms
    assert isinstance(before.reports, Pieces)
    assert isinstance(after.reports, Pieces)
    assert shared_with(before.reports, after.reports) == len(before.reports._held) - 1
    assert honest.ent in after.reports
