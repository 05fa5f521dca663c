"""The hall as paper shows it: names, tables, times of day, rulebooks."""

from dataclasses import dataclass

from shared.core.rulebooks import Rulebook
from shared.core.standings.records import division_rounds, round_complete, round_matches
from shared.core.state import Division, HallState, Match, Round
from shared.core.state.floor import hall_order, table_name
from shared.core.text.language import N_, _
from shared.tui.times import clock_time, day_word, local


@dataclass(frozen=True, slots=True)
class Look:
    """One division of the hall, read for paper."""

    state: HallState
    division: Division

    @property
    def book(self) -> Rulebook:
        """Return the rulebook of the division."""
        return self.division.book

    @property
    def zone(self) -> str:
        """Return the event's IANA zone."""
        return self.state.tournament.zone if self.state.tournament else "UTC"

    @property
    def event(self) -> str:
        """Return the name of the event."""
        return self.state.tournament.name if self.state.tournament else _("Tournament")

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Return the published rounds, in order."""
        return division_rounds(self.state, self.division.id)

    def name(self, player: str) -> str:
        """Return a player's name; the id of a player who is not registered."""
        known = self.state.players.get(player)
        return known.name if known else player

    def names(self, match: Match) -> tuple[str, str]:
        """Return both players' names in seat order."""
        return self.name(match.players[0]), self.name(match.players[1])

    def table(self, ident: str) -> str:
        """Return the text of a table's sign."""
        known = self.state.tables.get(ident)
        return known.label if known and known.label else ident

    def table_name(self, ident: str) -> str:
        """Return a table as people say it: ``Table 4``."""
        return table_name(self.table(ident))

    def tables(self) -> tuple[str, ...]:
        """Return the signs of all tables in the hall, in walking order."""
        return tuple(sorted((self.table(ident) for ident in self.state.tables_up), key=hall_order))

    def matches(self, paired: Round) -> tuple[Match, ...]:
        """Return the matches of a round, their tables in walking order."""
        found = round_matches(self.state, paired)
        return tuple(sorted(found, key=lambda m: (hall_order(self.table(m.table)), m.uid)))

    def opening(self, match: Match) -> str:
        """Return the ballot of a match, "" before the draw or without one."""
        if match.draw is None or not match.draw.moves:
            return ""
        moves = " ".join(match.draw.moves)
        return _("{moves} (no. {number})").format(moves=moves, number=match.draw.opening)

    def starts(self, paired: Round) -> str:
        """Return ``starts 14:30``."""
        return _("starts {time}").format(time=clock_time(paired.starts_at, self.zone))

    def posting(self, paired: Round, order: str) -> str:
        """Return ``Round 4, pairing 2, 14:02, by table``: it shows which pairing is newer."""
        if not paired.edition:
            words = _("Round {number} pairings {order}")
            return words.format(number=paired.number, order=order)
        published = clock_time(paired.published_at, self.zone)
        words = _("Round {number}, pairing {edition}, {time}")
        words = words.format(number=paired.number, edition=paired.edition, time=published)
        return f"{words}, {order}"

    def how_far(self) -> str:
        """Return ``after round 3``, ``round 4: 7 of 12 results in`` or ``before round 1``."""
        paired = self.rounds[-1] if self.rounds else None
        if paired is None:
            return _("before round 1")
        if round_complete(self.state, paired):
            return _("after round {number}").format(number=paired.number)
        matches = round_matches(self.state, paired)
        counted = sum(match.result.counts for match in matches)
        return _("round {number}: {counted} of {count} results in").format(
            number=paired.number, counted=counted, count=len(paired.matches)
        )

    def so_far(self, title: str) -> str:
        """Return a title that says what it holds: ``Standings, after round 3``."""
        return f"{title}, {self.how_far()}"


_MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip


def made_at(now_ms: int, zone: str) -> str:
    """Return ``Sat 21 Nov 2026, 14:02:10`` in an IANA zone; ``now_ms`` is UTC ms."""
    at = local(now_ms, zone)
    return f"{day_word(at)} {at.day} {_(_MONTHS[at.month - 1])} {at.year}, {at:%H:%M:%S}"
