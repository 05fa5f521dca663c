"""Everything that the set of events says, in one frozen value."""

from collections.abc import Mapping, Sequence

import msgspec

from shared.core.draughts.openings import Opening
from shared.core.match.schedule import PostedChange
from shared.core.state.decided import Alarm, Fork, Report, Unforced
from shared.core.state.office import Awards, DeviceCheck, Office, Rehearsal, Sealed
from shared.core.state.pieces import Matches
from shared.core.state.played import Match, Preview, Round
from shared.core.state.taking_part import Device, Division, FoundAt, Player, Table, Tournament
from shared.core.text.official import Official


class HallState(msgspec.Struct, frozen=True):
    """Everything that the set of events says.

    ``term`` is the highest term in force and ``hall`` the node that opened it ("" in term 0);
    ``places`` says where the nodes that may be the hall would be found. Devices may ask to be
    admitted by digits until ``enrolling_until`` (UTC ms).
    """

    tournament: Tournament | None
    devices: dict[str, Device]
    tables: dict[str, Table]
    divisions: dict[str, Division]
    players: dict[str, Player]
    rounds: dict[tuple[str, int], Round]
    matches: Mapping[str, Match]
    reports: Mapping[str, Report]
    alarms: tuple[Alarm, ...]
    unforced: Sequence[Unforced]
    term: int
    previews: dict[tuple[str, int], tuple[Preview, ...]] = {}
    """All draws of a round that were looked at, in the order of their times."""
    taken_back: dict[tuple[str, int], str] = {}
    """Rounds whose pairing was taken back before play, with the reason."""
    moved: dict[tuple[str, int], PostedChange] = {}
    """Rounds that are not at the rulebook's hour."""
    decks: dict[str, tuple[Opening, ...]] = {}
    """Decks that were loaded, by name."""
    hall: str = ""
    venue: str = ""
    """The one hall of a championship that the events are of, "" at headquarters: term and hall
    are this venue's."""
    places: dict[str, FoundAt] = {}
    enrolling_until: int = 0
    office: Office = Office()
    """What the referee's office has said: announcements and what else no match needs."""
    private: Sealed = Sealed()
    """Players' private facts, sealed to the keys of hall and referees."""
    awards: Awards = Awards()
    """What the referee's desks have put on record: orders, score sheets, prizes, titles."""
    rehearsal: Rehearsal | None = None
    """The rehearsal that nobody has ended."""
    checks: dict[str, DeviceCheck] = {}
    """Device's node → what it measured of itself, in a rehearsal."""
    forks: tuple[Fork, ...] = ()
    """Logs in which different events stand in one place: a copied or stolen key."""

    @property
    def tables_up(self) -> dict[str, Table]:
        """The tables that players can use: those that were not taken away."""
        return {ident: table for ident, table in self.tables.items() if not table.away}

    def may_be_hall(self, node: str) -> bool:
        """Return whether a node's key is certified to open a term here and was not withdrawn.

        Who has only an invite does not know yet which venue this is.
        """
        device = self.devices.get(node)
        if device is None or device.revoked or "term" not in device.scopes:
            return False
        return self.tournament is None or device.venue == self.venue

    def official(self, division: str = "") -> Official:
        """Return what the official of a division is called.

        In the whole hall, and where the division is not known, it is a director where every
        division's sheet says so.
        """
        known = self.divisions.get(division)
        divisions = self.divisions.values() if known is None else (known,)
        called = {one.book.sheet.official for one in divisions}
        return "director" if called == {"director"} else "referee"

    def played_by(self, match: Match) -> Division | None:
        """Return the division as a match was paired under it; None for one that is not known."""
        division = self.divisions.get(match.key.division)
        return None if division is None else division.at(match.key.round_no, match.rules)

    def pairs(self, division: str) -> bool:
        """Return whether a division is paired here: in the hall, or at headquarters, of these
        events."""
        known = self.divisions.get(division)
        return known is not None and known.led_by == self.venue


EMPTY = HallState(
    tournament=None,
    devices={},
    tables={},
    divisions={},
    players={},
    rounds={},
    matches=Matches({}, {}),
    reports={},
    alarms=(),
    unforced=(),
    term=0,
)
