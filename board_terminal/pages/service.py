"""The pages of the service screen: the PIN, the facts about the device, the test of its keys."""

from __future__ import annotations

from board_terminal.service import Facts, Service
from board_terminal.view import Choice, View
from shared.core.language import N_, _, ngettext
from shared.port import Link
from shared.tui.link_words import link_words
from shared.tui.times import clock_time

_BACK = Choice(
    "service_back",
    "minus",
    N_("Back"),
    N_("Back to the table"),
    ("escape", "backspace"),
    N_("to the table"),
)
_OK = Choice("service_ok", "enter", N_("OK"), N_("Take the digits typed"))
_TEST = Choice("service_test", "5", N_("Test"), N_("Try sound, keys and buttons"), ("t", "T"))
_LEAVE = Choice(
    "service_leave", "9", N_("Leave"), N_("End the program"), ("l", "L"), N_("all is kept")
)
_SOUND = Choice("service_sound", "f3", N_("Sound"), N_("Ring the bell"))
_DONE = Choice("service_back", "escape", N_("Back"), N_("End the test"))


def pin(service: Service, table: str) -> View:
    """The keypad; shows how many digits were typed and never which."""
    keys = [_digit(n) for n in "789"] + [_BACK] + [_digit(n) for n in "456"]
    keys += [_OK] + [_digit(n) for n in "123"] + [_digit("0")]
    return View(
        "service_pin",
        table,
        headline=_("Service PIN, then OK"),
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
    waiting = ngettext("{count} entry", "{count} entries", unsent).format(count=unsent)
    synced = clock_time(synced_at, zone, now) if synced_at else _("not since the start")
    free = _("unknown")
    if known.free_bytes is not None:
        free = _("{count} MB free").format(count=known.free_bytes // 1_000_000)
    return View(
        "service",
        _("{table} · Service").format(table=table),
        message=(
            _("Device: {name}").format(name=known.device),
            _("Hall: {words}").format(words=known.hall or _("no address")),
            _("Link: {words}").format(words=link_words(link, 0, now, zone)),
            _("Last in touch: {when}").format(when=synced),
            _("Not yet at the hall: {entries}").format(entries=waiting),
            _("Disk: {free} · version {version}").format(free=free, version=known.version),
        ),
        choices=(_TEST, *crew, _BACK, _LEAVE),
        grid=3 if crew else 0,
    )


def test(service: Service, table: str) -> View:
    """Every key says its name here; nothing of the table is touched."""
    pressed = " · ".join(service.keys) or _("nothing yet")
    return View(
        "service_test",
        _("{table} · Service").format(table=table),
        headline=_("Press every key and button"),
        message=(
            _("Seen: {keys}").format(keys=pressed),
            service.note or _("The bell rings once: listen."),
            _("█ ▶ ■ ● ✓ ‖ are six different signs."),
        ),
        choices=(_SOUND, _DONE),
    )


def _digit(digit: str) -> Choice:
    return Choice(f"service_digit:{digit}", digit, "", _("The digit {digit}").format(digit=digit))
