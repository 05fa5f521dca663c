"""A node port without a node: it records an app's calls and tells it what a test says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from shared.core.events import Event, OpeningDrawn, PairedMatch
from shared.core.events.entities import MatchKey
from shared.core.state import (
    EMPTY,
    Division,
    HallState,
    Match,
    Player,
    Report,
    Round,
    Table,
    Tournament,
)
from shared.port import (
    Draft,
    HallChanged,
    JournalLoaded,
    Link,
    LinkChanged,
    Listener,
    LiveTable,
    NotSaved,
    Saved,
    StoryTold,
    Told,
)

START = 1_700_000_000_000
"""A round's starting time in tests: 2023-11-14 22:13:20 UTC."""


@dataclass
class FakePort:
    """Implements NodePort. ``auto_save`` answers each ticket with Saved at once."""

    auto_save: bool = True
    node_id: str = "fake" * 8
    drafts: list[Draft] = field(default_factory=list)
    journals: dict[str, list[bytes]] = field(default_factory=dict)
    readings: dict[str, bytes] = field(default_factory=dict)
    lives: list[LiveTable] = field(default_factory=list)
    stories: dict[MatchKey, tuple[Event, ...]] = field(default_factory=dict)
    started: int = 0
    stopped: int = 0
    tickets: int = 0
    _listener: Listener | None = None
    _failures: list[str] = field(default_factory=list)

    def start(self, listener: Listener) -> None:
        self.started += 1
        self._listener = listener

    def stop(self) -> None:
        self.stopped += 1
        self._listener = None

    def append(self, *drafts: Draft) -> int:
        ticket = self._ticket()
        if self._failures:
            self.tell(NotSaved(ticket, self._failures.pop(0)))
            return ticket
        self.drafts.extend(drafts)
        if self.auto_save:
            self.tell(Saved(ticket, tuple(f"event-{ticket}-{n}" for n in range(len(drafts)))))
        return ticket

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        ticket = self._ticket()
        if self._failures:
            self.tell(NotSaved(ticket, self._failures.pop(0)))
            return ticket
        self.journals.setdefault(uid, []).extend(entries)
        if reading:
            self.readings[uid] = reading
        if self.auto_save:
            self.tell(Saved(ticket))
        return ticket

    def load_journal(self, uid: str) -> None:
        entries = tuple(self.journals.get(uid, ()))
        self.tell(JournalLoaded(uid, entries, self.readings.get(uid)))

    def ask_story(self, match: MatchKey) -> None:
        self.tell(StoryTold(match, self.stories.get(match, ())))

    def live(self, live: LiveTable) -> None:
        self.lives.append(live)

    # -- what a test does with it ---------------------------------------------------------------

    def tell(self, told: Told) -> None:
        """Push ``told`` into the app that started this port."""
        assert self._listener is not None, "the app has not started its port"
        self._listener(told)

    def tell_hall(
        self,
        state: HallState,
        unsent: Iterable[str] = (),
        *,
        few: dict[str, int] | None = None,
        keepers: int = 0,
    ) -> None:
        self.tell(HallChanged(state, frozenset(unsent), few or {}, keepers))

    def tell_link(self, link: Link) -> None:
        self.tell(LinkChanged(link))

    def fail_next(self, sentence: str) -> None:
        """Answer the next append or journal with NotSaved."""
        self._failures.append(sentence)

    def _ticket(self) -> int:
        self.tickets += 1
        return self.tickets


def match(
    uid: str,
    table: str,
    players: tuple[str, str],
    *,
    division: str = "masters",
    round_no: int = 1,
    starts_at: int = START,
    **more: Any,
) -> Match:
    """Return a match in force; ``more`` sets any other field of ``Match``."""
    plain = Match(MatchKey(division, round_no, uid), table, players, starts_at, "in_force")
    return msgspec.structs.replace(plain, **more) if more else plain


def drawn(first_seat: int = 0, opening: int = 8) -> OpeningDrawn:
    """Return a draw made at the table: colours and an opening."""
    return OpeningDrawn(1 if first_seat else 0, opening, ("9-14", "23-18", "14x23"))


def hall(
    *,
    players: Sequence[Player] | dict[str, str] = (),
    matches: Sequence[Match] = (),
    divisions: Sequence[Division] = (Division("masters", "Masters", "acf-masters", 12, ""),),
    byes: dict[tuple[str, int], str] | None = None,
    contested: Iterable[tuple[str, int]] = (),
    tables: Sequence[Table] | None = None,
    reports: Sequence[Report] = (),
    name: str = "Harbour Open",
    zone: str = "UTC",
    **more: Any,
) -> HallState:
    """Build a state by hand: rounds and tables follow from the matches.

    ``players`` may be id → name; all of them are then in the first division. ``byes`` and
    ``contested`` name rounds by (division id, number); ``more`` sets other fields of HallState.
    """
    if isinstance(players, dict):
        first = divisions[0].id
        players = [Player(ident, text, first, 0, "") for ident, text in players.items()]
    byes = byes or {}
    split = frozenset(contested)
    keys = sorted({(m.key.division, m.key.round_no) for m in matches} | set(byes) | split)
    rounds = {key: _round(key, matches, byes.get(key, ""), key in split) for key in keys}
    if tables is None:
        labels = sorted({m.table for m in matches}, key=lambda text: (len(text), text))
        tables = [Table(label, label, "") for label in labels]
    state = msgspec.structs.replace(
        EMPTY,
        tournament=Tournament(name, zone),
        divisions={d.id: d for d in divisions},
        players={p.id: p for p in players},
        tables={t.id: t for t in tables},
        rounds=rounds,
        matches={m.uid: m for m in matches},
        reports={r.ent: r for r in reports},
    )
    return msgspec.structs.replace(state, **more) if more else state


def _round(key: tuple[str, int], matches: Sequence[Match], bye: str, contested: bool) -> Round:
    of_round = [m for m in matches if (m.key.division, m.key.round_no) == key]
    return Round(
        division=key[0],
        number=key[1],
        starts_at=of_round[0].starts_at if of_round else START,
        seed="seed",
        matches=tuple(PairedMatch(m.uid, m.table, *m.players) for m in of_round),
        byes=(bye,) if bye else (),
        contested=contested,
    )
