"""One visit at the hall's door, without sockets: it checks the proofs before the hall decides."""

from dataclasses import dataclass

from shared.wire.door import (
    AskIn,
    Challenge,
    Commit,
    DoorVerdict,
    FromDevice,
    HallOffer,
    Papers,
    Revealed,
    Still,
    Turned,
    Vouchers,
    asking_said,
    enrolment_said,
    verdict_said,
)
from shared.wire.possession import code, holds

NOT_ITS_KEYS = Turned(
    "This device did not prove that its keys are its own. Nothing was set up. Start it again."
    " If that does not help, ask the referee for an invite file."
)
OUT_OF_TURN = Turned("The device and the hall do not understand each other. Start it again.")


@dataclass(frozen=True)
class Presented:
    """A device that has proved both keys and asks to be let in. ``said`` is what it proved."""

    version: int
    sign_key: bytes
    curve_key: bytes
    root: str
    vouchers: Vouchers
    said: bytes


@dataclass(frozen=True)
class DoorAnswer:
    """The hall's answer to a device that asks to be let in: "welcome", or why not."""

    code: str
    sentence: str = ""


Request = Commit | Revealed | Still | Presented
"""A question that the hall's engine answers."""


class Visit:
    """The hall's side of one connection. ``nonce`` is a fresh number for this visit."""

    def __init__(self, curve_secret: bytes, curve_key: bytes, nonce: bytes) -> None:
        self._secret = curve_secret
        self._curve_key = curve_key
        self._challenge = Challenge(nonce)
        self._ask: AskIn | None = None
        self._offer: HallOffer | None = None

    def hears(self, message: FromDevice) -> Request | Challenge | Turned:
        """Return the answer, or the question for the hall."""
        match message:
            case AskIn() if self._ask is None:
                self._ask = message
                return self._challenge
            case Papers() if self._ask is not None:
                ask, self._ask = self._ask, None
                return self._presented(ask, message)
            case Revealed():
                return self._revealed(message)
            case Commit() | Still():
                return message
            case _:
                return OUT_OF_TURN

    def _presented(self, ask: AskIn, papers: Papers) -> Presented | Turned:
        said = asking_said(ask, self._challenge, self._curve_key, papers.root)
        if not holds(said, papers.proof, ask.sign_key, ask.curve_key, self._secret):
            return NOT_ITS_KEYS
        return Presented(
            ask.version, ask.sign_key, ask.curve_key, papers.root, papers.vouchers, said
        )

    def _revealed(self, message: Revealed) -> Revealed | Turned:
        if self._offer is None:
            return OUT_OF_TURN
        said, reveal = enrolment_said(self._offer, message.reveal), message.reveal
        if not holds(said, message.proof, reveal.sign_key, reveal.curve_key, self._secret):
            return NOT_ITS_KEYS
        return message

    def offered(self, offer: HallOffer) -> None:
        """Note the offer that the device's proof must cover."""
        self._offer = offer

    def verdict(self, presented: Presented, answer: DoorAnswer) -> DoorVerdict:
        """Return the hall's answer with the proof that the hall gave it."""
        said = verdict_said(presented.said, answer.code, answer.sentence)
        shown = code(said, self._secret, presented.curve_key)
        return DoorVerdict(answer.code, answer.sentence, shown)
