"""Who and what takes part: the event, its devices, tables, divisions and players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from shared.core.events import (
    BracketPlan,
    DivisionOpened,
    Role,
    Scope,
)
from shared.core.events.eligibility import Flag
from shared.core.events.measures import RequestGranted
from shared.core.rulebooks import RULEBOOKS, BadOverride, Rulebook, UnknownRulebook, rulebook_for
from shared.core.state.decided import Decision, in_force

FALLBACK = "acf-masters"


class Tournament(msgspec.Struct, frozen=True):
    """Name and IANA zone of the event; ``chief`` is the chief referee's node, "" for nobody."""

    name: str
    zone: str
    chief: str = ""


class Device(msgspec.Struct, frozen=True):
    """An enrolled device; ``node`` is the hash of its signing key.

    ``venue`` is the hall of a championship that it belongs to, "" for none. ``disputed`` are the
    Curve25519 keys that enrolments name for it, where they contradict each other or those of
    another device and no event shows which came first: it proves to the hall which one it holds.
    """

    node: str
    sign_key: bytes
    curve_key: bytes
    role: Role
    scopes: tuple[Scope, ...]
    label: str
    revoked: bool
    venue: str = ""
    disputed: tuple[bytes, ...] = ()


def holders(devices: Iterable[Device]) -> dict[bytes, Device]:
    """Return the device that each Curve25519 key belongs to, as far as that is not disputed.

    One that two devices have had belongs to the one that is not revoked.
    """
    found: dict[bytes, Device] = {}
    for device in sorted(devices, key=lambda one: (one.revoked, one.node)):
        if not device.disputed:
            found.setdefault(device.curve_key, device)
    return found


def taken(devices: Iterable[Device]) -> set[bytes]:
    """Return all Curve25519 keys that are named for devices, disputed ones as well."""
    return {key for device in devices for key in (device.curve_key, *device.disputed)}


class FoundAt(msgspec.Struct, frozen=True):
    """Where a device that may be the hall says that it would be found: a hint."""

    host: str
    sync_port: int
    feed_port: int
    enrol_port: int


class Table(msgspec.Struct, frozen=True):
    """A table, its label and the device that stands there ("" for none).

    ``away``: the referee took it away. It keeps its label, its results and its device.
    """

    id: str
    label: str
    device: str
    contested: bool = False
    away: bool = False


PLAYED_BY: Final = ("rulebook", "control", "overrides", "bracket", "deck")
"""The fields of a division that a match is played by: they stay as they were when it was paired."""


class DivisionVersion(msgspec.Struct, frozen=True):
    """A division as an event has it, from round ``from_round`` on (0: from the first).

    ``at`` is UTC ms and ``node`` its author's; ``why`` is the referee's own words.
    """

    event: str
    from_round: int
    says: DivisionOpened
    why: str = ""
    at: int = 0
    node: str = ""

    def played_like(self, other: DivisionVersion) -> bool:
        """Return whether a match is played alike under both."""
        mine, theirs = self.says, other.says
        return all(getattr(mine, name) == getattr(theirs, name) for name in PLAYED_BY)


class Division(msgspec.Struct, frozen=True):
    """One pairing pool under one rulebook.

    In a championship it belongs to ``venue`` and is paired by ``led_by`` since its lead number
    ``lead``: "" is headquarters, and a hall alone. ``stand_ins`` are venues that may take the lead.
    """

    id: str
    name: str
    rulebook: str
    rounds: int
    control: str
    overrides: str = ""
    tables: tuple[str, ...] = ()
    first_day: str = ""
    bracket: BracketPlan = BracketPlan()
    deck: str = ""
    venue: str = ""
    led_by: str = ""
    lead: int = 0
    stand_ins: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """What referees decided about it, oldest first, whether it counts or not."""
    versions: tuple[DivisionVersion, ...] = ()
    """What it has been, newest first: the first one is what the other fields say."""
    others: tuple[DivisionVersion, ...] = ()
    """Versions that are in no line with those: written apart, unseen by each other."""
    apart: tuple[str, ...] = ()
    """The events of those that stand side by side and differ: none of them counts."""

    @property
    def version(self) -> str:
        """The event of the version that counts, "" where nothing has said what it is."""
        return self.versions[0].event if self.versions else ""

    def version_at(self, round_no: int) -> DivisionVersion | None:
        """Return the version that a round falls under, None where nothing has said what it is."""
        oldest = self.versions[-1] if self.versions else None
        return next((one for one in self.versions if one.from_round <= round_no), oldest)

    def rules_at(self, round_no: int) -> str:
        """Return the event of that version, "" for none: what a pairing of the round names."""
        version = self.version_at(round_no)
        return "" if version is None else version.event

    def named(self, event: str) -> DivisionVersion | None:
        """Return the version that an event wrote; None where it is not in force, or not here."""
        return next((one for one in (*self.versions, *self.others) if one.event == event), None)

    def at(self, round_no: int, rules: str = "") -> Division:
        """Return the division as a round is played: under the version of the event ``rules`` where
        its pairing names one, else under the one that it falls under.

        Name, tables, days and number of rounds are those of now.
        """
        if len(self.versions) + len(self.others) < 2:
            return self
        version = self.named(rules) or self.version_at(round_no)
        if version is None or version is self.versions[0]:
            return self
        played_by = {name: getattr(version.says, name) for name in PLAYED_BY}
        return msgspec.structs.replace(self, **played_by)

    @property
    def unreadable(self) -> str:
        """Why this software cannot carry out the division's rules; "" where it can."""
        try:
            rulebook_for(self.rulebook, self.overrides)
        except (UnknownRulebook, BadOverride) as error:
            return str(error).rstrip(".")
        return ""

    @property
    def book(self) -> Rulebook:
        """The rulebook with what the event sets otherwise.

        Tables go on under the ACF Masters' where the rules are ``unreadable``: a clock that runs
        is better than none, and nothing is scored by it.
        """
        try:
            return rulebook_for(self.rulebook, self.overrides)
        except (UnknownRulebook, BadOverride):
            return RULEBOOKS[FALLBACK]


class OptOut(msgspec.Struct, frozen=True):
    """The round that a player skips by leave, and whether they told in time (ACF-2.V.F)."""

    round_no: int
    in_time: bool


class Attendance(msgspec.Struct, frozen=True):
    """Whether a player is here, as the desk saw it, and the round that they are left out of since
    check-in was closed for it, 0 for none."""

    here: bool
    out_of: int = 0


class Classified(msgspec.Struct, frozen=True):
    """Who put a player into the division, why, when (UTC ms), and which one the player named."""

    by: str
    why: str
    at: int
    named: str


class Player(msgspec.Struct, frozen=True):
    """A registered player. ``withdrawn_after`` is the last round they took part in, or None.

    ``table`` is the one they keep, "" for none; ``people`` are the persons behind the entry. A
    title obliges them to the rulebook ``plays_up_to`` for ``plays_up_for`` tournaments, this one
    included (ACF-1.IV.A). ``division`` is the one they named while ``classified`` is None.
    ``suspended`` is the decision that puts the player out until it is undone, None if there is
    none; ``decisions`` are all that were made about the player, oldest first, in force or not.
    ``flags`` are what the rules have to know of the person. ``granted`` are the match points that
    no round has brought (APCA-30). ``withdrawn_at`` is when, and by which node's event (UTC ms),
    the player was withdrawn, None while in. ``opposite`` is who had the bye on the line of a draw
    sheet that the entry came late to, "" for none.
    """

    id: str
    name: str
    division: str
    rating: int
    club: str
    withdrawn_after: int | None = None
    state: str = ""
    region: str = ""
    seed: int = 0
    table: str = ""
    people: tuple[str, ...] = ()
    opt_out: OptOut | None = None
    plays_up_to: str = ""
    plays_up_for: int = 0
    classified: Classified | None = None
    suspended: Decision | None = None
    flags: tuple[Flag, ...] = ()
    decisions: tuple[Decision, ...] = ()
    granted: int = 0
    withdrawn_at: tuple[int, str] | None = None
    opposite: str = ""
    attendance: Attendance | None = None
    """None where the desk has said nothing: a check-in at a kiosk may then say it."""

    def left_out(self, round_no: int) -> bool:
        """Return whether they are left out of a round since check-in was closed for it."""
        return self.attendance is not None and self.attendance.out_of == round_no > 0

    @property
    def byes_granted(self) -> tuple[int, ...]:
        """The rounds in which the player has a bye that was asked for, in order."""
        measures = (one.measure for one in in_force(self.decisions))
        asked = (m for m in measures if isinstance(m, RequestGranted) and m.what == "bye")
        return tuple(sorted({measure.round_no for measure in asked}))

    @property
    def named_division(self) -> str:
        """The division that they named at registration (ACF-1.III.C)."""
        return self.division if self.classified is None else self.classified.named
