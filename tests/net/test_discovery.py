from __future__ import annotations

from shared.net.address import MOST_HINTS, AddressBook, HallAddress
from shared.net.discovery import Hint, read_hint

ROOT = "ab" * 16
OWN = HallAddress("10.0.0.1", 47301, 47302, b"k" * 32)


def announced(**changes: bytes) -> dict[bytes, bytes | None]:
    said = {"root": ROOT.encode(), "feed": b"47302", **changes}
    return {key.encode(): value for key, value in said.items()}


def test_an_announcement_of_this_tournament_is_a_hint() -> None:
    assert read_hint(ROOT, announced(), ["10.0.0.9"], 47301) == Hint("10.0.0.9", 47301, 47302)


def test_other_tournaments_and_nonsense_are_no_hints() -> None:
    assert read_hint(ROOT, announced(root=b"cd" * 16), ["10.0.0.9"], 47301) is None
    assert read_hint(ROOT, announced(feed=b"no port"), ["10.0.0.9"], 47301) is None
    assert read_hint(ROOT, announced(feed=b"70000"), ["10.0.0.9"], 47301) is None
    assert read_hint(ROOT, announced(feed=b"\xff"), ["10.0.0.9"], 47301) is None
    assert read_hint(ROOT, announced(), [], 47301) is None
    assert read_hint(ROOT, announced(), ["10.0.0.9"], None) is None
    assert read_hint(ROOT, {}, ["10.0.0.9"], 47301) is None


def test_without_a_hint_there_is_no_other_place() -> None:
    assert AddressBook(OWN).turn() is None


def test_the_own_address_stays_in_turn_and_the_key_never_changes() -> None:
    book = AddressBook(OWN)
    book.hint("10.0.0.9", 1, 2)
    book.hint("10.0.0.9", 1, 2)
    turns = [book.turn() for _ in range(4)]
    assert turns == [HallAddress("10.0.0.9", 1, 2, OWN.curve_key), OWN] * 2


def test_a_flood_of_hints_does_not_crowd_out_the_own_address() -> None:
    book = AddressBook(OWN)
    for number in range(100):
        book.hint(f"10.0.1.{number}", 1, 2)
    turns = [book.turn() for _ in range(MOST_HINTS + 1)]
    assert OWN in turns
    assert HallAddress("10.0.1.99", 1, 2, OWN.curve_key) in turns
