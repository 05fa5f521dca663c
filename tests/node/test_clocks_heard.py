"""The clocks of other tables, as a referee's node hears them."""

from shared.node.clocks_heard import ClocksHeard
from shared.port import LiveSeen, LiveTable
from shared.wire.codec import pack
from shared.wire.messages import Reading

LIVE = LiveTable("1", "m-1", "game 1", 1, (9_000, 8_000), (0,), (1, 0))


def test_a_clock_that_the_hall_kept_for_a_moment_has_run_on_meanwhile() -> None:
    clocks = ClocksHeard(lambda: 10_000)

    clocks.hear((Reading("1", 400, pack(LIVE)),))

    assert clocks.take() == [LiveSeen(LIVE, 9_600)]
    assert clocks.take() == []


def test_a_reading_that_is_no_clock_or_another_tables_is_left_out() -> None:
    clocks = ClocksHeard(lambda: 10_000)

    clocks.hear((Reading("1", 0, b"no clock"), Reading("2", 0, pack(LIVE))))

    assert clocks.take() == []
