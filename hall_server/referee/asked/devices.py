"""What the desk hears of devices: requests to join, doubles, when each was heard, batteries."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

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
from hall_server.referee.derived.questions.about_hall import about_power, run_down
from hall_server.referee.derived.questions.question import Question
from shared.port import Applying, DeviceSeen, DevicesSeen, Enrolling, LiveTable, TooMuch, TwoDevices

K = TypeVar("K")


class Devices:
    """Keeps what the node tells of devices. Every ``now`` is UTC ms by the hall."""

    def __init__(self) -> None:
        self.applying: dict[str, Applying] = {}
        self.seen: dict[str, DeviceSeen] = {}
        """When the hall heard each device last, by node."""
        self._applying_since: dict[str, int] = {}
        self._doubles: dict[tuple[str, str, str], int] = {}
        self._beyond: dict[str, int] = {}
        self._low: dict[str, int] = {}
        """Since when the battery of a table's device is nearly empty."""

    def questions(self, moment: Moment) -> Iterator[Question]:
        """Yield what the referee decides or sees to about devices now."""
        yield from about_devices(self.waiting(moment), self._applying_since)
        yield from about_doubles(self._doubles)
        yield from about_too_much(moment, self._beyond)
        yield from about_names(moment)
        yield from about_forks(moment)
        yield from about_disputed_keys(moment)
        yield from about_two_places(moment)
        yield from about_power(moment, self._low)

    def waiting(self, moment: Moment) -> dict[str, Applying]:
        """Return the devices that ask to be admitted and are not yet, by node.

        The hall says that they ask no more some time after all read that they are admitted.
        """
        devices = moment.state.devices
        return {node: asks for node, asks in self.applying.items() if node not in devices}

    def hear(self, told: Enrolling | TwoDevices | TooMuch | DevicesSeen, now: int) -> None:
        """Take in what the node tells of devices."""
        match told:
            case Enrolling():
                self.applying = {device.node: device for device in told.devices}
                self._applying_since = _since(self._applying_since, self.applying, now)
            case TwoDevices():
                self._doubles = _since(self._doubles, told.lines, now)
            case TooMuch():
                self._beyond = _since(self._beyond, told.nodes, now)
            case DevicesSeen():
                # A hall that has started again knows only the devices that it has heard since.
                self.seen |= {line.node: line for line in told.lines}

    def hear_battery(self, live: LiveTable, now: int) -> None:
        """Take in what a table's device runs on."""
        self._low = run_down(self._low, live, now)

    def lose(self) -> None:
        """Forget what is known only while the link is up."""
        self.applying, self._doubles, self._beyond = {}, {}, {}


def _since(before: dict[K, int], keys: Iterable[K], now: int) -> dict[K, int]:
    return {key: before.get(key, now) for key in keys}
