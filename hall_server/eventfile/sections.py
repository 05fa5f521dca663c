"""The sections of an event file as values, and their defaults. ``check`` has the further rules."""

import re
from typing import Annotated, Any, Literal

import msgspec

from shared.core.events import (
    BracketPlan,
    Count,
    Fees,
    Person,
    Private,
    PrizesPosted,
    Rating,
    RoundNo,
)
from shared.core.events.eligibility import Flag
from shared.core.events.private import Day, FeeCents, Long, Short
from shared.core.match.schedule import instant
from shared.core.rulebooks import Rulebook, overrides_json, rulebook_for
from shared.core.standings.prizes import cents_of
from shared.core.text.fields import Ident, LongLine, Name, Note, Word
from shared.pairing.seating import table_range

SCHEMA = 1
"""The newest form of an event file. An older one keeps its meaning."""

MOST_TABLES = 999
"""Tables of one hall, at most."""
Length = Annotated[int, msgspec.Meta(ge=1, le=9_999)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Coordinate = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Drawing = Annotated[str, msgspec.Meta(max_length=60_000, extra={"lines": True})]
"""A drawing of the hall; ``hall_plan`` refuses one that is too large for a screen."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base: a misspelt field is an error."""


class EventSection(_Strict, frozen=True):
    """``[event]``: name, IANA zone and the number of tables, if they are not listed.

    With ``chief`` the first referee's laptop is the chief's: if two rulings conflict, the chief's
    counts. ``map`` draws the hall as text: each table's id or label in its place, and other words
    as landmarks.
    """

    name: Name
    zone: Word = "UTC"
    tables: Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLES)] = 0
    chief: bool = False
    map: Drawing = ""


class BracketSection(_Strict, frozen=True):
    """``[division.bracket]``: how a draw sheet is drawn.

    Losers of the first ``consolation`` rounds play on in the consolation; losers of its first
    ``last_chance`` rounds in the last chance. Match lengths are points by round; the last repeats.
    """

    elimination: Literal["single", "double"] = "single"
    consolation: RoundNo = 0
    main: tuple[Length, ...] = ()
    losers: tuple[Length, ...] = ()
    consolation_lengths: tuple[Length, ...] = ()
    final: tuple[Length, ...] = ()
    last_chance: RoundNo = 0
    last_chance_lengths: tuple[Length, ...] = ()

    def plan(self) -> BracketPlan:
        """Return the plan for the division's event."""
        return BracketPlan(*msgspec.structs.astuple(self))


class DivisionSection(_Strict, frozen=True):
    """``[[division]]``: ``rounds`` 0 takes the rulebook's; ``control`` "" lets players choose.

    ``tables`` are its own ("1-12, 20"), ``first_day`` is its first day of play (YYYY-MM-DD).
    ``deck`` is a file of openings beside this one, instead of the approved deck.
    ``[division.override]`` changes fields of the rulebook, ``[division.bracket]`` the draw sheet.
    """

    id: Ident
    rulebook: Word
    name: Name = ""
    rounds: Annotated[int, msgspec.Meta(ge=-999, le=999)] = 0
    control: Word = ""
    tables: LongLine = ""
    first_day: Word = ""
    deck: Note = ""
    bracket: BracketSection = BracketSection()
    override: dict[str, Any] = {}

    @property
    def overrides(self) -> str:
        """Return the overrides for the event: one JSON object, or "" for none."""
        return overrides_json(self.override)

    @property
    def deck_name(self) -> str:
        """Return the deck's name: its file's name without ending, "" for the approved deck."""
        return re.sub(r"\.[^.]*$", "", re.split(r"[/\\]", self.deck)[-1])

    @property
    def book(self) -> Rulebook:
        """Return the rulebook with the overrides."""
        return rulebook_for(self.rulebook, self.overrides)


class PlayerSection(_Strict, frozen=True):
    """``[[player]]``: ``seed`` 0 is unseeded, ``table`` is the id or label of a kept table.

    ``people`` are both names of a doubles entry, or the one name under which a person enters
    several divisions. ``flags`` are what the rules need to know about the person. The fields after
    them are private: only the hall and the referees can read them.
    """

    name: Name
    division: Ident
    id: Ident = ""
    rating: Rating = 0
    club: Name = ""
    state: Name = ""
    region: Name = ""
    seed: Count = 0
    table: Name = ""
    people: tuple[Name, ...] = ()
    flags: tuple[Flag, ...] = ()
    born: Day = ""
    phone: Short = ""
    email: Long = ""
    address: Long = ""
    fee_due_cents: FeeCents = 0
    fee_paid_cents: FeeCents = 0
    fee_note: Long = ""

    def private(self) -> tuple[Private, ...]:
        """Return the player's private facts, none if the file has none."""
        person = Person(self.born, self.phone, self.email, self.address)
        fees = Fees(self.fee_due_cents, self.fee_paid_cents, self.fee_note)
        return tuple(body for body in (person, fees) if body != type(body)())


class ScheduleSection(_Strict, frozen=True):
    """``[[schedule]]``: a round that does not start at the rulebook's hour.

    ``starts`` is local time ("2016-08-15 12:30"), ``minutes`` its length, 0 for the rulebook's.
    """

    division: Ident
    round: Annotated[int, msgspec.Meta(ge=1, le=999)]
    starts: Word
    minutes: Minutes = 0
    why: Note = "as posted before the event"


class PrizeSection(_Strict, frozen=True):
    """``[[prize]]``: what the places of a division pay, from the first: 450 or "300.50" dollars.

    ``dues`` are the regular dues that an Associate owes from their prize. ``consolation`` and
    ``last_chance`` are what their places pay.
    """

    division: Ident
    places: tuple[int | Word, ...]
    dues: int | Word = 0
    consolation: tuple[int | Word, ...] = ()
    last_chance: tuple[int | Word, ...] = ()

    def posted(self) -> PrizesPosted:
        """Return the prizes and the dues in cents. Raises ValueError with a sentence."""
        return PrizesPosted(
            tuple(_cents(each) for each in self.places),
            _cents(self.dues),
            tuple(_cents(each) for each in self.consolation),
            last_chance=tuple(_cents(each) for each in self.last_chance),
        )


def _cents(amount: int | str) -> int:
    cents = cents_of(str(amount))
    if cents is None:
        raise ValueError(f'{amount!r} is no amount; write it as 450 or "66.50"')
    return cents


class TableSection(_Strict, frozen=True):
    """``[[table]]``: a fixed id and a label that can change.

    ``x`` and ``y`` place it in the hall, in tables from the upper left corner, from 0.
    """

    id: Ident
    label: Name = ""
    x: Coordinate | None = None
    y: Coordinate | None = None


class EventFile(_Strict, frozen=True):
    """The whole file. ``schema`` 0 is a file without one."""

    event: EventSection
    division: tuple[DivisionSection, ...]
    player: tuple[PlayerSection, ...] = ()
    table: tuple[TableSection, ...] = ()
    schedule: tuple[ScheduleSection, ...] = ()
    prize: tuple[PrizeSection, ...] = ()
    schema: int = 0

    def tables(self) -> tuple[TableSection, ...]:
        """Return the tables, listed or counted, each with the label of its sign."""
        listed = self.table or tuple(
            TableSection(str(number)) for number in range(1, self.event.tables + 1)
        )
        return tuple(TableSection(t.id, t.label or t.id, t.x, t.y) for t in listed)

    def tables_of(self, division: DivisionSection) -> tuple[str, ...]:
        """Return the ids of a division's own tables, none if it has none. Raises ValueError."""
        ids = [table.id for table in self.tables()]
        own: list[str] = []
        for part in (part.strip() for part in division.tables.split(",")):
            first, dash, last = (end.strip() for end in part.partition("-"))
            if not part or part in ids:
                own += [part] if part else []
            else:
                own += table_range(ids, first, last if dash else first)
        return tuple(dict.fromkeys(own))

    def starts_at(self, moved: ScheduleSection) -> int:
        """Return when a moved round starts, UTC ms. Raises ValueError with a sentence."""
        day, _, time = moved.starts.partition(" ")
        return instant(day, time, self.event.zone)

    def players(self) -> tuple[PlayerSection, ...]:
        """Return the players, each with an id and with the id of the table that they keep.

        Without an id in the file they are ``p1``, ``p2`` and so on.
        """
        ids = {name: table.id for table in self.tables() for name in (table.label, table.id)}
        return tuple(
            msgspec.structs.replace(
                player,
                id=player.id or f"p{number}",
                table=ids.get(player.table, player.table),
            )
            for number, player in enumerate(self.player, start=1)
        )

    def _rounds(self, division: DivisionSection) -> int:
        """Return the rulebook's rounds, or as many as its system needs for the file's players."""
        count = sum(player.division == division.id for player in self.player)
        if "rounds" in division.override:
            return division.book.rounds
        to_final = max(1, (count - 1).bit_length())
        match division.book.pairing_system:
            case "round_robin":
                return max(1, count - 1 + count % 2)
            case "knockout":
                return to_final
            case "draw_sheet":
                plays_on = division.bracket.elimination == "double" or division.bracket.consolation
                return 2 * to_final + 2 if plays_on else to_final
            case "double_knockout":
                return max(1, 2 * count)
            case _:
                return division.book.rounds

    def divisions(self) -> tuple[DivisionSection, ...]:
        """Return the divisions, each with a name, its rounds and its rulebook's own name."""
        return tuple(
            msgspec.structs.replace(
                division,
                rulebook=division.book.name,
                name=division.name or division.book.title,
                rounds=division.rounds or self._rounds(division),
            )
            for division in self.division
        )
