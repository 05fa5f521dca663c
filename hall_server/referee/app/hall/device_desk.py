"""What the dashboard hears of devices: who asks, who runs twice, who was heard when, whose battery
is nearly empty. Owns no screen and writes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_devices import (
    about_devices,
    about_disputed_keys,
    about_doubles,
    about_names,
    about_too_much,
    about_two_places,
)
from hall_server.referee.derived.questions.about_forks import about_forks
from hall_server.referee.derived.questions.about_power import about_power, run_down
from hall_server.referee.derived.questions.question import Question
from shared.machine.clocks import Clock
from shared.port import (
    Applying,
    DeviceSeen,
    DevicesSeen,
    Enrolling,
    LinkChanged,
    LiveSeen,
    NodePort,
    TooMuch,
    TwoDevices,
)
from shared.tui.app import HallApp


class DeviceDesk(HallApp):
    """The part of a referee's desk that hears of devices."""

    def __init__(self, port: NodePort, *, wall: Clock, monotonic: Clock, zone: str = "UTC") -> None:
        super().__init__(port, wall=wall, monotonic=monotonic, zone=zone)
        self.applying: dict[str, Applying] = {}
        self.seen: dict[str, DeviceSeen] = {}
        """When the hall heard each device last, by node."""
        self._applying_since: dict[str, int] = {}
        self._doubles: dict[tuple[str, str, str], int] = {}
        self._beyond: dict[str, int] = {}
        self._low: dict[str, int] = {}
        """Since when (UTC ms by the hall) the battery of a table's device is nearly empty."""

    def moment(self) -> Moment:
        """The hall as it is now."""
        raise NotImplementedError

    def _look_soon(self, floor_only: bool = False) -> None:
        raise NotImplementedError

    def device_questions(self, moment: Moment) -> Iterator[Question]:
        """What is to be decided or seen to about devices now."""
        yield from about_devices(self.applying, self._applying_since)
        yield from about_doubles(self._doubles)
        yield from about_too_much(moment, self._beyond)
        yield from about_names(moment)
        yield from about_forks(moment)
        yield from about_disputed_keys(moment)
        yield from about_two_places(moment)
        yield from about_power(moment, self._low)

    def told_enrolling(self, told: Enrolling) -> None:
        self.applying = {device.node: device for device in told.devices}
        now = self.moment().hall_ms
        self._applying_since = {n: self._applying_since.get(n, now) for n in self.applying}
        self._look_soon()

    def told_two_devices(self, told: TwoDevices) -> None:
        now = self.moment().hall_ms
        self._doubles = {line: self._doubles.get(line, now) for line in told.lines}
        self._look_soon()

    def told_too_much(self, told: TooMuch) -> None:
        now = self.moment().hall_ms
        self._beyond = {node: self._beyond.get(node, now) for node in told.nodes}
        self._look_soon()

    def told_devices_seen(self, told: DevicesSeen) -> None:
        # A hall that has started again knows only whom it has heard since.
        self.seen |= {line.node: line for line in told.lines}

    def told_link(self, told: LinkChanged) -> None:
        super().told_link(told)
        if told.link.state != "live":
            self.applying = {}
            self._doubles = {}
            self._beyond = {}

    def told_live(self, told: LiveSeen) -> None:
        self._low = run_down(self._low, told.live, self.moment().hall_ms)
