"""Signing a score, with the player's PIN where he has set one: nobody then signs for him.

Without a PIN the signature says that its press was not verified. PINs are kept as slow hashes in
the notes of the match, and wrong tries make the table wait.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from board_terminal.desk import NOTHING, Ask, sign_purpose, unsigned
from board_terminal.flow import TableFlow
from board_terminal.pages.pin import LEAST, MOST, wait_words
from shared.core import entities
from shared.core.day import LOBBY, outcome
from shared.core.day.entries import PinSet
from shared.core.events import Actor, ResultSigned
from shared.core.language import _, ngettext
from shared.core.words import Outcome, Seat
from shared.pins import SALT_BYTES, PinGuard, hashed
from shared.port import Draft


def sign(flow: TableFlow, seat: Seat, signed: Outcome) -> None:
    """Write the signature of a side, or ask for its PIN first."""
    session = flow.desk.session
    if session is not None and session.pins[seat]:
        captured = signed.captures or ()
        asked = Ask("pin_sign", seat, signed.games, points=signed.points, captured=captured)
        flow.change(ask=asked)
    else:
        _write(flow, seat, signed, "unverified press")


def _write(flow: TableFlow, seat: Seat, signed: Outcome, how: str) -> None:
    match = flow.desk.match
    if match is not None:
        draft = Draft(entities.result(match.key), ResultSigned(seat, signed), Actor(str(seat), how))
        flow.write(sign_purpose(match, seat), draft)


def _pin(flow: TableFlow, rest: str, at: int) -> None:
    """Somebody who sits wants a PIN."""
    session = flow.desk.session
    if session is not None and session.phase in LOBBY and any(session.seated):
        flow.change(ask=Ask("pin_whose"))


def _pin_for(flow: TableFlow, rest: str, at: int) -> None:
    if flow.desk.ask.kind == "pin_whose" and rest in ("0", "1"):
        flow.change(ask=Ask("pin_set", 1 if rest == "1" else 0))


def _digit(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    if ask.kind in ("pin_set", "pin_sign") and rest.isdigit() and len(ask.digits) < MOST:
        flow.change(ask=replace(ask, digits=ask.digits + rest))


def _ok(flow: TableFlow, rest: str, at: int) -> None:
    ask = flow.desk.ask
    if ask.seat is None:
        return
    if ask.kind == "pin_set":
        _set(flow, ask, ask.seat)
    elif ask.kind == "pin_sign":
        _prove(flow, ask, ask.seat)


def _set(flow: TableFlow, ask: Ask, seat: Seat) -> None:
    """The same digits twice: a PIN mistyped would lock its owner out."""
    again = replace(ask, digits="", first="")
    if len(ask.digits) < LEAST:
        flow.change(ask=again, hint=_("A PIN has {count} digits or more.").format(count=LEAST))
    elif not ask.first:
        flow.change(ask=replace(again, first=ask.digits))
    elif ask.first != ask.digits:
        flow.change(ask=again, hint=_("These were not the same digits. Once more, please."))
    else:
        salt = flow.draw_below(1 << (8 * SALT_BYTES)).to_bytes(SALT_BYTES)
        flow.change(ask=NOTHING)
        if flow.enter(PinSet(seat, hashed(ask.digits, salt))):
            flow.change(hint=_("The PIN is set. It is asked for when you sign."))


def _prove(flow: TableFlow, ask: Ask, seat: Seat) -> None:
    session = flow.desk.session
    if session is None or (seat not in unsigned(flow.desk) and outcome(session) is None):
        return
    guard = _guard(flow, session.info.uid, seat, session.pins[seat])
    if guard.attempt(ask.digits):
        flow.change(ask=NOTHING)
        _write(flow, seat, ask.outcome, "pin")
    elif guard.wait_ms:
        flow.change(ask=replace(ask, digits=""), hint=wait_words(guard.wait_ms))
    else:
        left = guard.tries_left
        words = ngettext(
            "Not this PIN. {count} try left.", "Not this PIN. {count} tries left.", left
        ).format(count=left)
        flow.change(ask=replace(ask, digits=""), hint=words)


def _guard(flow: TableFlow, uid: str, seat: Seat, stored: str) -> PinGuard:
    known = flow.guards.get((uid, seat))
    if known is None or known.stored != stored:
        known = flow.guards[uid, seat] = PinGuard(stored, lambda: flow.seen_at, flow.tally)
    return known


PIN_COMMANDS: dict[str, Callable[[TableFlow, str, int], None]] = {
    "pin": _pin,
    "pin_for": _pin_for,
    "pin_digit": _digit,
    "pin_ok": _ok,
}
