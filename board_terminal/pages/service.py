"""The pages of the service screen: the PIN, the facts about the device, the test of its keys."""

from __future__ import annotations

from board_terminal.service import Facts, Service
from board_terminal.view import Choice, View
from shared.port import Link
from shared.tui.link_words import link_words
from shared.tui.times import clock_time

_BACK = Choice(
    "service_back", "minus", "Back", "Back to the table", ("escape", "backspace"), "to the table"
)
_OK = Choice("service_ok", "enter", "OK", "Take the digits typed")
_TEST = Choice("service_test", "5", "Test", "Try sound, keys and buttons", ("t", "T"))
_LEAVE = Choice("service_leave", "9", "Leave", "End the program", ("l", "L"), "all is kept")
_SOUND = Choice("service_sound", "f3", "Sound", "Ring the bell")
_DONE = Choice("service_back", "escape", "Back", "End the test")


def pin(service: Service, table: str) -> View:
    """The keypad; shows how many digits were typed and never which."""
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    return View(
        "service_pin",
        table,
        headline="Service PIN, then OK",
        message=(service.note or "●" * len(service.digits) or "–",),
        choices=tuple(keys),
        grid=4,
    )


def facts(
    known: Facts,
    link: Link,
    *,
    table: str,
    unsent: int,
    synced_at: int,
    now: int,
    zone: str,
    crew: tuple[Choice, ...] = (),
) -> View:
    """What a volunteer asks of a device, and can do there for the referee: ``crew``.

    ``synced_at`` and ``now`` are UTC ms, 0 for never.
    """
    waiting = "1 entry" if unsent == 1 else f"{unsent} entries"
    synced = clock_time(synced_at, zone, now) if synced_at else "not since the start"
    free = "unknown"
    if known.free_bytes is not None:
        free = f"{known.free_bytes // 1_000_000} MB free"
    return View(
        "service",
        f"{table} · Service",
        message=(
            f"Device: {known.device}",
            f"Hall: {known.hall or 'no address'}",
            f"Link: {link_words(link, 0, now, zone)}",
            f"Last in touch: {synced}",
            f"Not yet at the hall: {waiting}",
            f"Disk: {free} · playing hall {known.version}",
        ),
        choices=(_TEST, *crew, _BACK, _LEAVE),
    )


def test(service: Service, table: str) -> View:
    """Every key says its name here; nothing of the table is touched."""
    pressed = " · ".join(service.keys) or "nothing yet"
    return View(
        "service_test",
        f"{table} · Service",
        headline="Press every key and button",
        message=(
            f"Seen: {pressed}",
            service.note or "The bell rings once: listen.",
            "█ ▶ ■ ● ✓ ‖ are six different signs.",
        ),
        choices=(_SOUND, _DONE),
    )


def _digit(digit: str) -> Choice:
    return Choice(f"service_digit:{digit}", digit, "", f"The digit {digit}")
