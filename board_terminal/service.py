"""The service screen of a table: what a volunteer has to know of the device, behind a PIN.

Pure: it holds what was typed and says what comes next; facts and the way out are the app's.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.core.language import _, ngettext
from shared.pins import PinGuard

MOST_DIGITS = 12
KEYS_SHOWN = 3

Page = Literal["", "pin", "facts", "test"]


class Facts(Struct, frozen=True):
    """What does not change while the program runs, and the free bytes of its disk."""

    device: str = ""
    hall: str = ""
    version: str = ""
    free_bytes: int | None = None


class Service(Struct, frozen=True):
    """Which page is open, "" for none; ``keys`` are the latest that the test has seen."""

    page: Page = ""
    digits: str = ""
    note: str = ""
    keys: tuple[str, ...] = ()


CLOSED = Service()


def after(service: Service, command: str, guard: PinGuard | None) -> Service:
    """The screen after one of its commands; without a ``guard`` no PIN is asked for."""
    word, _colon, rest = command.partition(":")
    if word == "service" and not service.page:
        return Service("facts" if guard is None else "pin", note=_waits(guard))
    if word == "service_back":
        return Service("facts") if service.page == "test" else CLOSED
    if service.page == "pin" and guard is not None:
        if word == "service_digit" and len(service.digits) < MOST_DIGITS:
            return replace(service, digits=service.digits + rest, note="")
        if word == "service_ok":
            return Service("facts") if guard.attempt(service.digits) else _wrong(guard)
    if service.page == "facts" and word == "service_test":
        return Service("test")
    return service


def seen(service: Service, key: str) -> Service:
    """The test of keys and buttons has seen one."""
    return replace(service, keys=(*service.keys, key)[-KEYS_SHOWN:])


def _wrong(guard: PinGuard) -> Service:
    left = guard.tries_left
    tries = ngettext("Wrong PIN; {count} more try.", "Wrong PIN; {count} more tries.", left)
    return Service("pin", note=_waits(guard) or tries.format(count=left))


def _waits(guard: PinGuard | None) -> str:
    seconds = -(-guard.wait_ms // 1_000) if guard is not None else 0
    return _("Too many wrong PINs: wait {count} s.").format(count=seconds) if seconds else ""
