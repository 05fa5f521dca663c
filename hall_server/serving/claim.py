"""What a person meant who restored a hall: it is to serve, unless a later hall is alive.

A copy is older than what was decided after it. So a restored hall looks for a hall that came later
before it serves at all. Where another hall may come back, it gathers what the others hold, and then
opens a term after that.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from shared.core.state import HallState
from shared.node.home import write_secret
from shared.port import LinkState

RESTORED: Final = "restored"
"""The file in the folder of a hall that was restored and has no term of its own yet."""
LISTEN_S: Final = 12.0
"""So long a restored hall looks for another one: three places that open and stay silent."""
GATHER_S: Final = 20.0
"""So long it takes in what others hold before it opens a term. What a referee wrote under another
hall and has not handed in by then is listed, not in force."""
OPENS_TERM: Final = (
    "This restored hall has taken in what the others hold, and opens a new term. The hall before it"
    " follows it if it comes back."
)
_TO_ASK, _ASKED = "look for another hall first\n", "no other hall answered\n"


def may_gather(state: HallState, own: str, *, found: bool) -> bool:
    """Return whether a hall with the node ``own`` takes in now what is to come before its term.

    Either the log names another hall, which does not answer. Or it names none, another machine is
    certified as the hall and may come back, and this one was ``found`` by a device with rights: a
    term comes after what those wrote.
    """
    if state.hall:
        return state.hall != own
    halls = (d.node for d in state.devices.values() if d.role == "hall" and d.node != own)
    return found and any(map(state.may_be_hall, halls))


def claim(home: Path) -> None:
    """Note that the hall in a folder was restored. May raise OSError."""
    write_secret(home / RESTORED, _TO_ASK)


class Claim:
    """The claim of one folder, over restarts. Times are monotonic seconds."""

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
        """Claim no more: this node has a term of its own, or another hall is alive."""
        self.stands = self.to_ask = False
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def listens(self, now: float, link: LinkState) -> Literal["", "one answers", "nobody answers"]:
        """Look for another hall; return what came of it, once something did.

        If one answers the claim is over.
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
        """Take in what others hold; return why this hall opens a term, once it does."""
        if self._since is None:
            self._since = now
        if now - self._since < GATHER_S:
            return ""
        return "restored from a copy, and no other hall answers"
