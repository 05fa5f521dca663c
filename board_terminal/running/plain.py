"""The table as numbered prompts for screen readers: the same driver and views, line by line.

It speaks when something has to be done or is new. It reads out the clocks only when asked. Standard
input and the node's messages come in one thread."""

import signal
import sys
from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread

from board_terminal.desk.languages import spoken
from board_terminal.driving.driver import Driver
from board_terminal.driving.presenter import present
from board_terminal.view.keys import SERVICE
from board_terminal.view.view import Choice, Half, View
from shared.core.match.outcome import SEATS
from shared.core.text.language import N_, _, headed, of_official
from shared.machine.clocks import Clock
from shared.port import HallChanged, Link, LinkChanged, NodePort, Told
from shared.tui.link_words import link_words

Offers = dict[str, tuple[str, str]]
"""The answers of this moment: number on the keypad → (command, label)."""

WITHOUT_A_DIGIT = 10
"""Choices without a digit on the keypad are numbered from here."""

ALWAYS = N_("Enter alone reads everything again, with the clocks.")
LEAVE = N_("q leaves.")


class PlainTable:
    """One table. ``say`` is given one line at a time."""

    def __init__(
        self,
        driver: Driver,
        *,
        wall: Clock,
        monotonic: Clock,
        zone: str,
        locked: bool,
        say: Callable[[str], None],
    ) -> None:
        self.driver = driver
        self.left = False
        """Whether "q" was entered."""
        self._wall = wall
        self._monotonic = monotonic
        self._zone = zone
        self._locked = locked
        self._say = say
        self._link = Link("starting", wall())
        self._offers: Offers = {}
        self._said: object = None

    def hear(self, told: Told) -> None:
        """Take what the node tells, and read out what is new."""
        match told:
            case HallChanged() if told.state.tournament is not None:
                self._zone = told.state.tournament.zone
            case LinkChanged():
                self._link = told.link
        self.driver.hear(told, self._monotonic())
        self.speak()

    def answer(self, text: str, at: int) -> None:
        """Take a line entered at ``at`` (monotonic ms): a number of the prompts last read out."""
        with of_official(self.driver.desk.official), spoken(self.driver.desk.languages.chosen):
            self._answer(text.strip().lower(), at)

    def _answer(self, text: str, at: int) -> None:
        if not text:
            self.speak(everything=True)
        elif text == "q" and not self._locked:
            self.left = True
        elif text in self._offers:
            self.driver.do(self._offers[text][0], at)
            self.speak(everything=True)
        else:
            told = _("Nothing was done: {typed} is not one of the numbers.")
            self._say(f"{told.format(typed=text[:20])} {_(ALWAYS)}")

    def tick(self, at: int) -> None:
        """Let a second pass."""
        self.driver.tick(at)
        self.speak()

    def speak(self, *, everything: bool = False) -> None:
        """Read out the page if it is new, or if ``everything`` is asked for."""
        with of_official(self.driver.desk.official), spoken(self.driver.desk.languages.chosen):
            self._read_out(everything=everything)

    def _read_out(self, *, everything: bool) -> None:
        view = present(self.driver.desk, at=self._monotonic(), now=self._wall(), zone=self._zone)
        said = _gist(view)
        if said == self._said and not everything:
            return
        self._said, self._offers = said, offers(view)
        unsent = len(self.driver.desk.unsent)
        for line in page(view):
            self._say(line)
        words = link_words(self._link, unsent, self._wall(), self._zone)
        self._say(_("Hall: {words}").format(words=f"{words}."))
        for number, (_command, label) in self._offers.items():
            self._say(f"{number}. {label}")
        self._say(_(ALWAYS) if self._locked else f"{_(ALWAYS)} {_(LEAVE)}")


def page(view: View) -> list[str]:
    """Return a view as lines, alarms first."""
    lines = ["", " ".join(part for part in (f"{view.title}.", view.corner) if part)]
    lines += [_("Attention: {line}").format(line=line) for line in view.alarm]
    lines += [view.headline] if view.headline else []
    lines += [_half(half) for half in view.halves or ()]
    return lines + [line for line in view.message if line]


def offers(view: View) -> Offers:
    """Return what can be done now: the sides that are asked, then the buttons."""
    found: Offers = {}
    for seat, choice in zip(SEATS, view.sides, strict=False):
        if view.halves is not None and view.asks[seat]:
            half = view.halves[seat]
            label = headed(half.name, _(_ASKED.get(view.phase, half.word)))
            found[_number(choice, found)] = (choice.does, label)
    for choice in view.choices:
        if choice.does and choice != SERVICE:
            label = choice.help if choice.does.startswith("control:") else choice.label
            label = f"{label}, {choice.detail}" if choice.detail else label
            found[_number(choice, found)] = (choice.does, label)
    return found


def _number(choice: Choice, taken: Offers) -> str:
    """Return the choice's digit on a keypad: a number never changes its meaning."""
    digits = [key for key in choice.keys if key.isdigit() and key not in taken]
    return digits[0] if digits else str(WITHOUT_A_DIGIT + len(taken))


_ASKED = {
    "seating": N_("I sit here"),
    "absent": N_("I am here now"),
    "agreeing": N_("I accept what we play with"),
    "rolling": N_("I won the opening roll"),
    "ready": N_("start the game"),
    "playing": N_("I have moved"),
    "doubled": N_("I take"),
    "offered": N_("I accept"),
    "language": N_("My next language"),
    "undo": N_("I agree"),
    "agree": N_("I agree"),
    "recovering": N_("I agree to these times"),
    "scoring": N_("this score is correct, I sign"),
}
"""What a side answers with its number, by the phase of the view."""


def _half(half: Half) -> str:
    parts = (half.side, half.big, *half.lines, half.word.lstrip("▶‖■✓ "))
    return f"{headed(half.name, ', '.join(part for part in parts if part))}."


def _gist(view: View) -> object:
    """Return what is read out unasked: everything but running times."""
    halves = [(half.name, half.side, half.word) for half in view.halves or ()]
    return view.phase, view.title, view.headline, halves, view.alarm, offers(view)


TICK_S = 1.0

Heard = Told | tuple[str, int] | None
"""A message of the node, or a line and its monotonic ms; None at the end of the input."""


def run_plain(
    port: NodePort,
    table: Callable[[Callable[[str], None]], PlainTable],
    monotonic: Clock,
    *,
    locked: bool,
) -> None:
    """Run until "q" or the end of the input, then close the node. ``table`` is given ``say``.

    Ctrl+C does not end a locked table; SIGTERM does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN if locked else _leave)
    signal.signal(signal.SIGTERM, _leave)
    inbox: Queue[Heard] = Queue()
    plain = table(_say)
    port.start(inbox.put)
    Thread(target=_listen, args=(inbox, monotonic), daemon=True).start()
    ticked = monotonic()
    try:
        while not plain.left:
            try:
                heard = inbox.get(timeout=TICK_S)
            except Empty:
                pass
            else:
                if heard is None:
                    break
                if isinstance(heard, Told):
                    plain.hear(heard)
                else:
                    plain.answer(*heard)
            if monotonic() - ticked >= TICK_S * 1_000:
                ticked = monotonic()
                plain.tick(ticked)
    except _Left:
        pass
    finally:
        port.stop()


class _Left(Exception):
    """A signal asked the program to end."""


def _leave(_signal: int, _frame: object) -> None:
    raise _Left


def _listen(inbox: Queue[Heard], monotonic: Clock) -> None:
    for line in sys.stdin:
        inbox.put((line, monotonic()))
    inbox.put(None)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - this is the screen
