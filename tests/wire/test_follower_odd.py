"""The follower before a hall that came back changed, and messages that do not fit."""

import pytest

from shared.wire import messages as m
from shared.wire.messages import FromHall, OnFeed
from shared.wire.sync.effects import Copies, LinkIs, LinkPhase, Send, TakeIn
from shared.wire.sync.follower import READ_AHEAD, Follower
from shared.wire.sync.outbox import RESEND_MAX_MS
from tests.wire.desk import OTHER, Desk, sent


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_log_shorter_than_the_cursor_is_read_from_its_beginning(desk: Desk) -> None:
    desk.log.cursors["hall"] = 40

    effects = desk.greeted()
    assert effects[1:] == [LinkIs("catching_up", 2), TakeIn((), "hall", 0)]
    assert desk.follower.phase == "catching_up"

    # Until the cursor is set back nothing else is taken: it would move the cursor on again.
    assert desk.hear(desk.events(0, 2)) == []
    assert desk.hear(m.Heartbeat("hall", 2, 0)) == [Copies((2,))]
    desk.hall.say(OTHER)
    (onward,) = desk.commit(effects[2])
    assert onward == TakeIn((), "hall", 2)
    assert desk.commit(onward) == [LinkIs("live")]


def test_a_commit_from_before_does_not_end_the_reading_again(desk: Desk) -> None:
    desk.log.cursors["hall"] = 40
    desk.greeted()

    assert desk.follower.took(TakeIn((), "hall", 40), [], [], desk.now) == []
    assert desk.hear(desk.events(0, 2)) == []


def test_a_cursor_that_could_not_be_set_back_is_tried_after_a_new_greeting(desk: Desk) -> None:
    desk.log.cursors["hall"] = 40
    desk.greeted()

    desk.follower.could_not_take(TakeIn((), "hall", 0), desk.now)

    assert desk.follower.phase == "offline"
    assert desk.tick(RESEND_MAX_MS - 1) == []
    assert isinstance(sent(desk.tick(1))[0], m.Hello)
    assert TakeIn((), "hall", 0) in desk.greeted()


def test_the_next_stretch_is_asked_for_while_the_disk_is_busy_but_not_without_end(
    desk: Desk,
) -> None:
    desk.hall.say(OTHER, 4 * READ_AHEAD)
    desk.greeted()
    after, waiting = 0, []
    while True:
        upto = after + READ_AHEAD // 2
        taken, *ahead = desk.hear(desk.events(after, upto))
        waiting.append(taken)
        if not ahead:
            break
        assert ahead == [Send(m.Pull("hall", upto))]
        after = upto
    assert len(waiting) == 3

    for taken in waiting:
        desk.commit(taken)
    assert desk.log.cursor("hall") == 3 * READ_AHEAD // 2


def test_stretch_after_one_that_was_not_stored_does_not_move_the_cursor(desk: Desk) -> None:
    desk.hall.say(OTHER, 20)
    desk.greeted()
    first, _ = desk.hear(desk.events(0, 8))
    second, _ = desk.hear(desk.events(8, 16))
    assert isinstance(first, TakeIn)
    assert isinstance(second, TakeIn)
    assert second.after == 8

    desk.follower.could_not_take(first, desk.now)
    desk.follower.took(second, [], [], desk.now)

    (pull,) = sent(desk.tick(RESEND_MAX_MS))[1:]
    assert pull == m.Pull("hall", 0)


def test_a_stretch_that_was_stored_without_its_forerunner_is_read_again(desk: Desk) -> None:
    desk.hall.say(OTHER, 20)
    desk.greeted()
    _, _ = desk.hear(desk.events(0, 8))
    second, _ = desk.hear(desk.events(8, 16))
    assert isinstance(second, TakeIn)

    desk.follower.took(second, [], [], desk.now)

    assert m.Pull("hall", 0) in sent(desk.tick(RESEND_MAX_MS))


def _in_phase(phase: LinkPhase) -> Desk:
    desk = Desk()
    if phase == "refused":
        desk.hear(m.Refused("revoked", "No."))
    if phase == "live":
        desk.go_live()
    if phase == "catching_up":
        desk.hall.say(OTHER)
        desk.greeted()
    assert desk.follower.phase == phase
    return desk


STRAYS: dict[str, FromHall | OnFeed] = {
    "ack": m.Ack(1, ((b"n" * 16, b"i" * 8, 9),)),
    "ack with refusals": m.Ack(0, (), (("ab", "no"),)),
    "readings": m.Readings((m.Reading("t1", 300, b"clock"),)),
    "events of another log": m.Events("another", 0, 9, False, 9, ((b"x", b"y"),)),
    "events of before": m.Events("hall", 0, 0, False, 0, ()),
}
WHEN_DOWN: dict[str, FromHall | OnFeed] = {
    **STRAYS,
    "events": m.Events("hall", 0, 9, False, 9, ((b"x", b"y"),)),
    "pong": m.Pong(0, 0, 0, "hall", 9, 0),
    "pong of another log": m.Pong(0, 0, 0, "another", 9, 0),
    "heartbeat": m.Heartbeat("hall", 9, 0),
}


def _snapshot(follower: Follower) -> dict[str, object]:
    changing = {"_heard", "_log"}
    return {k: v for k, v in vars(follower).items() if k not in changing}


@pytest.mark.parametrize(
    ("phase", "name"),
    [
        *[("offline", name) for name in WHEN_DOWN],
        *[("refused", name) for name in WHEN_DOWN],
        *[("catching_up", name) for name in STRAYS],
        *[("live", name) for name in STRAYS],
    ],
)
def test_a_message_that_does_not_fit_changes_nothing(phase: LinkPhase, name: str) -> None:
    desk = _in_phase(phase)
    before = repr(_snapshot(desk.follower))

    assert desk.hear(WHEN_DOWN[name]) == []
    assert repr(_snapshot(desk.follower)) == before
