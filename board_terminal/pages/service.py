"""The service screen of a table, behind a PIN: what a volunteer has to know of the device, and
what the crew does for the referee when the hall cannot be reached. They confirm it later."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Desk
from board_terminal.desk.due import timed_by
from board_terminal.pages.look import Does
from board_terminal.view import pad
from board_terminal.view.view import Choice, View
from shared.core.clock import Resume
from shared.core.day import IllegalEntry, Phase, step
from shared.core.day.entries import Clocked, Entry, MovesTimed
from shared.core.events import ReportFiled
from shared.core.events.reported import MINUTE
from shared.core.text.language import N_, _, ngettext
from shared.core.text.sentence import Sentence
from shared.machine.pins import PinGuard
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
_TEST = Choice("service_test", "5", N_("Test"), N_("Try sound, keys and buttons"), ("t", "T"))
_LEAVE = Choice(
    "service_leave", "9", N_("Leave"), N_("End the program"), ("l", "L"), N_("all is kept")
)
_SOUND = Choice("service_sound", "f3", N_("Sound"), N_("Ring the bell"))
_DONE = Choice("service_back", "escape", N_("Back"), N_("End the test"))

MOST_DIGITS = 12
KEYS_SHOWN = 3

PageName = Literal["", "pin", "facts", "test"]


class Facts(Struct, frozen=True):
    """What does not change while the program runs, and the free bytes of its disk."""

    device: str = ""
    hall: str = ""
    version: str = ""
    free_bytes: int | None = None


class Sync(Struct, frozen=True):
    """How this device and the hall stand.

    ``unsent`` entries are not at the hall yet; ``synced_at`` is when the two were last in touch
    (UTC ms), 0 for not since the start.
    """

    link: Link
    unsent: int
    synced_at: int


class Service(Struct, frozen=True):
    """Which page is open, "" for none; ``keys`` are the latest that the test has seen."""

    page: PageName = ""
    digits: str = ""
    note: str = ""
    keys: tuple[str, ...] = ()


CLOSED = Service()


def pin(service: Service, table: str) -> View:
    """Show the keypad, with how many digits were typed and never which."""
    return View(
        "service_pin",
        table,
        headline=_("Service PIN, then OK"),
        message=(service.note or "●" * len(service.digits) or "–",),
        choices=pad.pad(),
        grid=pad.GRID,
    )


def facts(
    known: Facts,
    sync: Sync,
    *,
    table: str,
    now: int,
    zone: str,
    crew: tuple[Choice, ...] = (),
) -> View:
    """Show what a volunteer asks of a device at ``now`` (UTC ms), and what the ``crew`` can do."""
    waiting = ngettext("{count} entry", "{count} entries", sync.unsent)
    synced = clock_time(sync.synced_at, zone, now) if sync.synced_at else _("not since the start")
    free = _("unknown")
    if known.free_bytes is not None:
        free = _("{count} MB free").format(count=known.free_bytes // 1_000_000)
    return View(
        "service",
        _("{table} · Service").format(table=table),
        message=(
            _("Device: {name}").format(name=known.device),
            _("Hall: {words}").format(words=known.hall or _("no address")),
            _("Link: {words}").format(words=link_words(sync.link, 0, now, zone)),
            _("Last in touch: {when}").format(when=synced),
            _("Not yet at the hall: {entries}").format(entries=waiting.format(count=sync.unsent)),
            _("Disk: {free} · version {version}").format(free=free, version=known.version),
        ),
        choices=(_TEST, *crew, _BACK, _LEAVE),
        grid=3 if crew else 0,
    )


def test(service: Service, table: str) -> View:
    """Show the test of keys and buttons: every key says its name, and nothing of the table is
    touched."""
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


def after(service: Service, command: str, guard: PinGuard | None) -> Service:
    """Return the screen after one of its commands; without a ``guard`` no PIN is asked for."""
    word, _colon, rest = command.partition(":")
    if word == "service" and not service.page:
        return Service("facts" if guard is None else "pin", note=_waits(guard))
    if word in ("back", "service_back"):
        return Service("facts") if service.page == "test" else CLOSED
    if service.page == "pin" and guard is not None:
        if word == "digit":
            digits = pad.typed(service.digits, rest, MOST_DIGITS)
            return replace(service, digits=digits, note="")
        if word == "ok":
            return Service("facts") if guard.attempt(service.digits) else _wrong(guard)
    if service.page == "facts" and word == "service_test":
        return Service("test")
    return service


def seen(service: Service, key: str) -> Service:
    """Note that the test of keys and buttons has seen one."""
    return replace(service, keys=(*service.keys, key)[-KEYS_SHOWN:])


def _wrong(guard: PinGuard) -> Service:
    left = guard.tries_left
    tries = ngettext("Wrong PIN; {count} more try.", "Wrong PIN; {count} more tries.", left)
    return Service("pin", note=_waits(guard) or tries.format(count=left))


def _waits(guard: PinGuard | None) -> str:
    seconds = -(-guard.wait_ms // 1_000) if guard is not None else 0
    return _("Too many wrong PINs: wait {count} s.").format(count=seconds) if seconds else ""


_TIMEKEEPER = Choice(
    "service_crew_times",
    "7",
    N_("Timekeeper"),
    N_("Each move is timed from now on"),
    detail=N_("times moves"),
)
_MINUTE = Choice(
    "service_crew_minute",
    "4",
    N_("A minute"),
    N_("A minute for each move, by the referee's word"),
    detail=N_("for each move"),
)
_GO_ON = Choice(
    "service_crew_go_on",
    "8",
    N_("Go on"),
    N_("The referee lets the game go on"),
    detail=N_("by the referee"),
)


def crew_choices(desk: Desk, at: int) -> tuple[Choice, ...]:
    """Return what the crew can do at ``at`` (monotonic ms) at this table."""
    goes_on = Clocked(Resume(at, referee=True))
    offered = (
        (_TIMEKEEPER, MovesTimed("five_minutes", at)),
        (_MINUTE, MovesTimed("lowder", at)),
        (_GO_ON, goes_on),
    )
    return tuple(choice for choice, entry in offered if _can(desk, choice, entry))


def _times(change: Change, rest: str) -> None:
    """Time the moves, and report it to the hall."""
    if change.enter(MovesTimed("five_minutes", change.at)):
        change.report(ReportFiled("timekeeper", game=change.session.game, found="crew"))


def _minute(change: Change, rest: str) -> None:
    if change.enter(MovesTimed("lowder", change.at)):
        game = change.session.game
        change.report(ReportFiled("timekeeper", which=MINUTE, game=game, found="crew"))


def _go_on(change: Change, rest: str) -> None:
    change.enter(Clocked(Resume(change.at, referee=True)))


def _hides(change: Change, rest: str) -> None:
    change.say(Sentence("Pause first: the service screen would hide a running clock."))


DOES: Mapping[str, Does] = {
    _TIMEKEEPER.does: _times,
    _MINUTE.does: _minute,
    _GO_ON.does: _go_on,
    "service_hides": _hides,
}


def _can(desk: Desk, choice: Choice, entry: Entry) -> bool:
    session = desk.session
    if session is None or desk.done or session.phase is not Phase.PAUSED:
        return False
    if choice == _GO_ON and not session.held:
        return False
    if choice == _TIMEKEEPER and session.clock is not None and session.clock.watch is not None:
        return False
    if choice == _MINUTE and timed_by(session) == "lowder":
        return False
    try:
        step(session, entry)
    except IllegalEntry:
        return False
    return True
