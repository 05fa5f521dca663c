"""The claim of a restored hall: it serves, unless a later hall is alive.

A copy is older than what was decided after it. So a restored hall first looks for a later hall. If
another hall can come back, it gathers what the other nodes hold, and then opens a new term.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from shared.core.state import HallState
from shared.machine.saving import write_secret
from shared.port import LinkState

RESTORED: Final = "restored"
"""The file in the folder of a hall that was restored and has no term of its own yet."""
LISTEN_S: Final = 12.0
"""How long a restored hall looks for another one: enough for three silent addresses."""
GATHER_S: Final = 20.0
"""How long it takes in what others hold before it opens a term. A ruling that comes in later is
listed and does not count."""
OPENS_TERM: Final = (
    "This restored hall has taken in what the others hold, and opens a new term. If the hall before"
    " it comes back, it follows this one."
)
_TO_ASK, _ASKED = "look for another hall first\n", "no other hall answered\n"


def may_gather(state: HallState, own: str, *, found: bool) -> bool:
    """Return whether a hall with the node ``own`` now gathers what must come before its term.

    It does if the log names another hall, which does not answer. It also does if the log names
    none, another machine is certified as the hall, and a device with rights has ``found`` this one.
    """
    if state.hall:
        return state.hall != own
    halls = (d.node for d in state.devices.values() if d.role == "hall" and d.node != own)
    return found and any(map(state.may_be_hall, halls))


def claim(home: Path) -> None:
    """Note that the hall in a folder was restored. Raises OSError."""
    write_secret(home / RESTORED, _TO_ASK)


class Claim:
    """The claim of one folder, kept over restarts. Times are monotonic seconds."""

    def __init__(self, home: Path) -> None:
        self._file = home / RESTORED
        try:
            text = self._file.read_text(encoding="utf-8")
        except OSError:
            text = ""
        self.stands = bool(text)
        self.to_ask = text == _TO_ASK
        self._since: float | None = None

    def drop(self) -> None:
        """End the claim: this node has a term of its own, or another hall is alive."""
        self.stands = self.to_ask = False
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def listens(self, now: float, link: LinkState) -> Literal["", "one answers", "nobody answers"]:
        """Look for another hall; return what was found, "" while it is open.

        If one answers, the claim is over.
        """
        if link in ("live", "catching_up", "refused"):
            self.drop()
            return "one answers"
        if self._since is None:
            self._since = now
        if now - self._since < LISTEN_S:
            return ""
        self._since, self.to_ask = None, False
        with suppress(OSError):
            write_secret(self._file, _ASKED)
        return "nobody answers"

    def gathers(self, now: float) -> str:
        """Gather what others hold; return why this hall opens a term, "" before it does."""
        if self._since is None:
            self._since = now
        if now - self._since < GATHER_S:
            return ""
        return "restored from a copy, and no other hall answers"
