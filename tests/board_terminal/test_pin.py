"""A player's own PIN at the confirmation: set at the table for one match, never stored as it is."""

import pytest

from shared.core.events import ResultSigned
from shared.machine.pins import TRIES, WAIT_MS
from tests.board_terminal.table_kit import Kit, seated


def typed(kit: Kit, digits: str) -> Kit:
    return kit.do(*(f"digit:{digit}" for digit in digits), "ok")


def with_pin(digits: str = "4711", seat: int = 1) -> Kit:
    kit = seated().do("pin", f"pin_for:{seat}")
    return typed(typed(kit, digits), digits)


def played(kit: Kit) -> Kit:
    return kit.do(
        "side:0", "over", "code:W", "next", "side:1", "over", "code:D", after=1_000
    )  # fmt: skip


def signers(kit: Kit) -> list[tuple[str, str]]:
    signed = [draft for draft in kit.port.drafts if isinstance(draft.body, ResultSigned)]
    return [(draft.actor.who, draft.actor.how) for draft in signed]


def test_side_with_a_pin_signs_with_it_and_the_other_by_an_unverified_press() -> None:
    kit = played(with_pin()).do("side:0", "side:1")
    assert kit.view.phase == "pin_sign"
    assert kit.view.headline == "B. Chen: your PIN, to sign"
    typed(kit, "4711")
    assert signers(kit) == [("0", "unverified press"), ("1", "pin")]
    assert kit.model.phase == "waiting"


def test_a_wrong_pin_signs_nothing_and_too_many_make_one_wait() -> None:
    kit = played(with_pin()).do("side:1")
    for left in range(TRIES - 1, 0, -1):
        typed(kit, "0000")
        assert f"Not this PIN. {left} " in kit.words()
    typed(kit, "0000")
    assert "Wrong too often: wait 1:00, or call the referee." in kit.words()
    typed(kit, "4711")
    assert signers(kit) == []
    kit.tick(WAIT_MS)
    typed(kit, "4711")
    assert signers(kit) == [("1", "pin")]


def test_leaving_and_asking_again_does_not_forget_the_wrong_tries() -> None:
    kit = played(with_pin()).do("side:1")
    for _ in range(TRIES):
        typed(kit, "0000").do("back", "side:1")
    typed(kit, "4711")
    assert signers(kit) == []


def test_a_different_score_needs_the_pin_of_its_side_too() -> None:
    kit = played(with_pin()).do("side:0", "different", "code:L", "code:L", "sign_different")
    assert kit.view.phase == "pin_sign"
    typed(kit, "4711")
    assert signers(kit) == [("0", "unverified press"), ("1", "pin")]
    assert kit.view.phase == "disputed"


def test_digits_are_typed_twice_and_must_be_four_at_least() -> None:
    kit = seated().do("pin", "pin_for:0")
    assert "A PIN has 4 digits or more." in typed(kit, "123").words()
    typed(kit, "1234")
    assert "the same once more" in kit.view.headline
    assert "not the same digits" in typed(kit, "1235").words()
    typed(typed(kit, "1234"), "1234")
    assert "The PIN is set." in kit.words()
    assert kit.view.phase == "ready"


def test_a_pin_stands_for_the_match_and_cannot_be_set_over_by_the_opponent() -> None:
    kit = with_pin().do("pin", "pin_for:1")
    typed(typed(kit, "9999"), "9999")
    assert "This player has a PIN already." in kit.words()
    assert "pin_for:1" not in dict(kit.do("pin").model.offers)


def test_the_notes_keep_a_hash_and_the_pin_is_asked_for_after_a_restart() -> None:
    kit = with_pin("47114711")
    lines = [line for uid in kit.port.journals for line in kit.port.journals[uid]]
    assert not any(b"4711" in line for line in lines)
    back = played(kit.restart()).do("side:1")
    assert typed(back, "0000").view.phase == "pin_sign"
    assert signers(typed(back, "47114711")) == [("1", "pin")]


def test_the_screen_shows_how_many_digits_and_never_which() -> None:
    kit = seated().do("pin", "pin_for:0", "digit:7", "digit:7")
    assert kit.view.message[0] == "●●"


@pytest.mark.parametrize("phase", ["playing", "scoring"])
def test_no_pin_can_be_set_during_a_game(phase: str) -> None:
    kit = seated().do("side:0")
    if phase == "scoring":
        kit = played(seated())
    kit.do("pin", "pin_for:0")
    assert kit.view.phase == phase


def test_a_pin_survives_a_restart_and_stays_on_its_device() -> None:
    kit = played(with_pin())
    assert kit.restart().do("side:1").view.phase == "pin_sign"
    kit.port.journals.clear()
    kit.port.readings.clear()
    other = Kit(port=kit.port).do("code:W", "code:D").do("side:1")
    # A hash of four digits is never sent round: the signature says what it is worth instead.
    assert signers(other) == [("1", "unverified press")]
