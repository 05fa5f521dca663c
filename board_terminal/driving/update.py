"""The table as a pure function: ``update(desk, message, now)`` gives the next desk and effects.

Time and randomness come in with the message. It never raises: a command that does not fit the
moment does nothing, or leaves a hint.

A message is taken in three steps. The desk takes it in; a question that no longer fits is taken
away; the hall is told how the clock stands. The page on the table answers a key
(``pages.routing``).
"""

from msgspec.structs import replace

from board_terminal.changes import assigned, unasked
from board_terminal.changes.change import Change
from board_terminal.desk.desk import Desk, Where
from board_terminal.desk.languages import taken_up
from board_terminal.desk.messages import (
    Do,
    Effect,
    Hashed,
    LanguagesKept,
    LanguagesNotKept,
    Message,
    NotesStand,
    NotWritten,
    Now,
    Speak,
    Tick,
    TooLate,
    Tried,
    Written,
)
from board_terminal.pages import signing
from board_terminal.pages.routing import answer, fits
from shared.core.text.sentence import Sentence
from shared.port import HallChanged, JournalLoaded, Link, LinkChanged, Stopped

WITHOUT_A_WORD = (
    "clock/", "seated/", "control/", "offer/", "moves/", "carried/", "refused/",
)  # fmt: skip
"""Beginnings of purposes that are written again at every tick, without a key."""


def update(desk: Desk, message: Message, now: Now) -> tuple[Desk, tuple[Effect, ...]]:
    """Return the desk after a message that comes ``now``, and the effects in their order."""
    change = Change(desk, now)
    _take(change, message)
    if not fits(change.desk):
        change.ask(None)
    change.tell_live()
    return change.desk, tuple(change.effects)


def _take(change: Change, message: Message) -> None:
    match message:
        case Do(command):
            _do(change, command)
        case TooLate():
            change.say(Sentence("The page has just changed: nothing was done. Look, then press."))
        case Tick(battery):
            _tick(change, battery)
        case HallChanged():
            assigned.take_hall(change, message)
        case JournalLoaded():
            assigned.take_notes(change, message)
        case LinkChanged(link):
            change.desk = replace(change.desk, refused=_why_refused(link))
        case Stopped(sentence):
            change.desk = replace(change.desk, stopped=sentence)
        case Written(purpose, n, event):
            _receive(change, purpose, n, "held", event=event)
        case NotWritten(purpose, n, sentence):
            _receive(change, purpose, n, "not_saved", sentence=sentence)
        case NotesStand(trouble):
            change.desk = replace(change.desk, notes_trouble=trouble)
        case Hashed():
            signing.hashed(change, message)
        case Tried():
            signing.tried(change, message)
        case LanguagesKept(uid, told):
            if change.desk.match is not None and change.desk.match.uid == uid:
                home = change.desk.languages.home
                change.desk = replace(change.desk, languages=taken_up(home, told))
        case LanguagesNotKept(why):
            change.say(
                Sentence(
                    "The language could not be kept for the next start ({error}). "
                    "Everything else is safe.",
                    error=why,
                )
            )
        case Speak(language):
            languages = type(change.desk.languages)(language)
            change.desk = replace(change.desk, languages=languages)


def _do(change: Change, command: str) -> None:
    """Answer a command."""
    if change.desk.stopped or not change.desk.serves:
        return
    if unasked.notice_sleep(change):
        return  # the key was meant for a clock that ran
    if change.desk.hint or change.desk.told or change.desk.came:
        change.desk = replace(change.desk, hint="", told=(), came=False)
    word, _colon, rest = command.partition(":")
    answer(change, word, rest)
    _bring(change)


def _tick(change: Change, battery: int | None) -> None:
    """Let a second pass: write again what failed, and bring what is due."""
    change.desk = replace(change.desk, battery=battery)
    if not change.desk.serves:
        return
    unasked.notice_sleep(change)
    change.write_again(*WITHOUT_A_WORD)
    _bring(change)


def _bring(change: Change) -> None:
    """Bring what the clock and the referee ask for at this moment."""
    change.notice_flag()
    unasked.notice_due(change)
    unasked.take_orders(change)
    change.log_clock()


def _receive(
    change: Change, purpose: str, n: int, where: Where, *, event: str = "", sentence: str = ""
) -> None:
    """Note what became of a draft. A superseded draft is passed over."""
    receipt = change.desk.receipts.get(purpose)
    if receipt is not None and receipt.n == n:
        known = replace(receipt, where=where, event=event, sentence=sentence)
        change.desk = replace(change.desk, receipts={**change.desk.receipts, purpose: known})


def _why_refused(link: Link) -> str:
    """Return why the hall turns this table away, "" while it does not."""
    if link.state != "refused":
        return ""
    return link.sentence or Sentence("The hall turns this table away. Call the referee.")
