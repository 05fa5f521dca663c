"""The matches, kept round by round, so that one change copies one round."""

from collections.abc import Set

from shared.core.events.entities import RoundKey
from shared.core.fold.register import Register
from shared.core.state import Match, Matches


class MatchBook:
    """The matches, kept up to date by the fold."""

    def __init__(self) -> None:
        self._rounds: dict[RoundKey, Register[str, Match]] = {}
        self._round_of: dict[str, RoundKey] = {}
        self._moved = False
        self._touched: set[str] = set()
        self._told = Matches({}, {})

    def get(self, uid: str) -> Match | None:
        """Return a match as it stands now."""
        at = self._round_of.get(uid)
        return None if at is None else self._rounds[at].get(uid)

    def put(self, uid: str, match: Match | None) -> None:
        """Set a match, or remove it for None."""
        before = self._round_of.get(uid)
        now = None if match is None else (match.key.division, match.key.round_no)
        if before is not None and before != now:
            self._rounds[before].put(uid, None)
            del self._round_of[uid]
        if now is not None and match is not None:
            self._rounds.setdefault(now, Register()).put(uid, match)
            self._round_of[uid] = now
        self._moved |= before != now
        self._touched.add(uid)

    @property
    def touched(self) -> Set[str]:
        """The uids that were set or removed since the last ``take``."""
        return self._touched

    def take(self) -> Matches:
        """Hand out all of them, the same value as before if nothing was touched."""
        if self._touched:
            rounds = {
                key: held for key in sorted(self._rounds) if (held := self._rounds[key].take())
            }
            round_of = dict(self._round_of) if self._moved else self._told.round_of
            self._told = Matches(rounds, round_of)
            self._touched, self._moved = set(), False
        return self._told
