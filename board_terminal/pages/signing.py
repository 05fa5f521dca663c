"""Signing a score: the question before a side signs its own, and a player's PIN.

A PIN is set after sitting down, asked for when a score is signed, and never shown. Without one the
signature says that its press was not verified. The notes of the match keep PINs as slow hashes.
After wrong tries the table waits. The clock keys work while a PIN is hashed."""

from msgspec.structs import replace

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask, sign_purpose
from board_terminal.desk.messages import Hashed, HashPin, Tried, TryPin
from board_terminal.pages.look import Look, Page, by_name, seat_of
from board_terminal.view import pad
from board_terminal.view.keys import BACK, named
from board_terminal.view.view import Choice, Half, View
from shared.core.clock import face
from shared.core.day.entries import PinSet
from shared.core.events import Actor, ResultSigned, entities
from shared.core.match.outcome import SEATS, Outcome, Seat
from shared.core.standings.scoring import in_words
from shared.core.text.language import N_, _
from shared.core.text.sentence import Counted, Sentence
from shared.machine.pins import SALT_BYTES
from shared.port import Draft


class Signing(Ask, frozen=True):
    """Whether ``seat`` signs ``outcome``, which it has entered by itself."""

    seat: Seat
    outcome: Outcome


def _signing(look: Look) -> View:
    """Ask whether the side signs its own version."""
    ask = look.asked(Signing)
    version = ask.outcome
    said = in_words(version, look.names)
    theirs = look.desk.signatures[1 - ask.seat].outcome
    same = theirs == version
    then = (
        _("The other side has signed the same.")
        if same
        else _("The other side has signed another score: both go to the referee.")
    )
    return View(
        "sign_different",
        corner=_("All games over"),
        headline=_("{name} signs: {said}").format(name=look.names[ask.seat], said=said),
        halves=(Half(look.names[0], look.side(0)), Half(look.names[1], look.side(1))),
        compact=True,
        message=(then,),
        choices=(
            named(BACK, _("Back"), _("sign nothing")),
            Choice("sign_different", "5", _("Sign it"), _("Sign this score for this side")),
        ),
        grid=2,
    )


def _sign(change: Change, rest: str) -> None:
    asked = change.asked(Signing)
    change.ask(None)
    sign(change, asked.seat, asked.outcome)


SIGNING = Page(_signing, {"sign_different": _sign})


OFFER = Choice("pin", "9", "PIN", N_("Sign with a PIN of your own in this match"), ("k", "K"))
LEAST = 4
MOST = 8


class WhosePin(Ask, frozen=True):
    """Who sets a PIN."""


class Chosen(Ask, frozen=True):
    """The digits that ``seat`` chooses, ``first`` as they were typed before; ``n``: they are being
    hashed under this number."""

    seat: Seat
    digits: str = ""
    first: str = ""
    n: int = 0

    def __repr__(self) -> str:
        return f"Chosen({self.seat}, {len(self.digits)} digits)"


class Proof(Ask, frozen=True):
    """The PIN with which ``seat`` signs ``outcome``; ``n``: it is being tried under this number."""

    seat: Seat
    outcome: Outcome
    digits: str = ""
    n: int = 0

    def __repr__(self) -> str:
        return f"Proof({self.seat}, {len(self.digits)} digits)"


def offer(look: Look) -> tuple[Choice, ...]:
    """Return the choice to set a PIN, while a seated player has none."""
    session = look.session
    open_seats = [seat for seat in SEATS if session.seated[seat] and not session.pins[seat]]
    return (OFFER,) if open_seats else ()


def _whose(look: Look) -> View:
    """Ask which player sets a PIN."""
    session, names = look.session, look.names
    both = by_name(look, "pin_for", _("{name} sets a PIN"))
    own = [both[seat] for seat in SEATS if session.seated[seat] and not session.pins[seat]]
    return View(
        "pin_whose",
        headline=_("Who sets a PIN?"),
        halves=(Half(names[0], look.side(0)), Half(names[1], look.side(1))),
        compact=True,
        message=(_("It is for this match only, and asked for when you sign the score."),),
        choices=(*own, named(BACK, _("Back"), _("no PIN"))),
    )


def _choosing(look: Look) -> View:
    asked = look.asked(Chosen)
    again = _("{name}: the same once more")
    first = _("{name}: a PIN of {count} digits or more")
    words = again if asked.first else first
    name = look.names[asked.seat]
    return _pad(look, "pin_set", words.format(name=name, count=LEAST), asked)


def _proving(look: Look) -> View:
    asked = look.asked(Proof)
    words = _("{name}: your PIN, to sign").format(name=look.names[asked.seat])
    return _pad(look, "pin_sign", words, asked)


def _pad(look: Look, phase: str, headline: str, asked: Chosen | Proof) -> View:
    """Show digits, as they lie on a keypad."""
    dots = _("One moment…") if asked.n else "●" * len(asked.digits) or "–"
    return View(
        phase,
        headline=headline,
        message=(look.hint or dots,),
        choices=pad.pad(),
        grid=pad.GRID,
    )


def sign(change: Change, seat: Seat, outcome: Outcome) -> None:
    """Write the signature of a side, or ask for its PIN first."""
    if change.session.pins[seat]:
        change.ask(Proof(seat, outcome))
    else:
        _write(change, seat, outcome, "unverified press")


def _write(change: Change, seat: Seat, outcome: Outcome, how: str) -> None:
    match = change.match
    body = ResultSigned(seat, outcome)
    draft = Draft(entities.result(match.key), body, Actor(str(seat), how))
    change.write(sign_purpose(match, seat), draft)


def ask(change: Change, rest: str) -> None:
    """Ask who sets a PIN."""
    if any(change.session.seated):
        change.ask(WhosePin())


def _for(change: Change, rest: str) -> None:
    change.ask(Chosen(seat_of(rest)))


def _digit(change: Change, rest: str) -> None:
    asked = change.desk.ask
    assert isinstance(asked, Chosen | Proof), "digits are typed where a PIN is asked for"
    if not asked.n:
        change.ask(replace(asked, digits=pad.typed(asked.digits, rest, MOST)))


def _choose(change: Change, rest: str) -> None:
    """Take the digits, then again: a mistyped PIN would lock the player out."""
    asked = change.asked(Chosen)
    again = Chosen(asked.seat)
    if asked.n:
        return
    if len(asked.digits) < LEAST:
        change.ask(again)
        change.say(Sentence("A PIN has {count} digits or more.", count=LEAST))
    elif not asked.first:
        change.ask(replace(again, first=asked.digits))
    elif asked.first != asked.digits:
        change.ask(again)
        change.say(Sentence("These were not the same digits. Once more, please."))
    else:
        n = change.count()
        salt = b"".join(change.below(1 << 64).to_bytes(8) for _half in range(SALT_BYTES // 8))
        change.effects.append(HashPin(n, asked.digits, salt))
        change.ask(replace(asked, n=n))


def hashed(change: Change, told: Hashed) -> None:
    """Keep the hashed PIN, if its player still waits for it."""
    asked = change.desk.ask
    if isinstance(asked, Chosen) and asked.n == told.n:
        change.ask(None)
        if change.enter(PinSet(asked.seat, told.stored)):
            change.say(Sentence("The PIN is set. It is asked for when you sign."))


def _prove(change: Change, rest: str) -> None:
    asked = change.asked(Proof)
    if not asked.n:
        n, stored = change.count(), change.session.pins[asked.seat]
        tried = TryPin(n, change.session.info.uid, asked.seat, asked.digits, stored)
        change.effects.append(tried)
        change.ask(replace(asked, n=n))


def tried(change: Change, told: Tried) -> None:
    """Sign if the PIN was right and its player still waits; else say how many tries are left."""
    asked = change.desk.ask
    if not isinstance(asked, Proof) or asked.n != told.n:
        return
    change.ask(None if told.right else Proof(asked.seat, asked.outcome))
    if told.right:
        _write(change, asked.seat, asked.outcome, "pin")
    elif told.wait_ms:
        wait = face(told.wait_ms)
        change.say(Sentence("Wrong too often: wait {time}, or call the referee.", time=wait))
    else:
        change.say(
            Counted(
                "Not this PIN. {count} try left.",
                "Not this PIN. {count} tries left.",
                told.tries_left,
            )
        )


WHOSE = Page(_whose, {"pin_for": _for})
CHOOSING = Page(_choosing, {"digit": _digit, "ok": _choose})
PROVING = Page(_proving, {"digit": _digit, "ok": _prove})
