"""The sections of an event file as values, and what is filled in where they are silent.

Owns the names of the fields. What they may hold beyond their type is in ``check``.
"""

from __future__ import annotations

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
"""The newest form of an event file. An older one is read as what it meant then."""

MOST_TABLES = 999
"""Tables of one hall, at most."""
Length = Annotated[int, msgspec.Meta(ge=1, le=9_999)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Coordinate = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Drawing = Annotated[str, msgspec.Meta(max_length=60_000, extra={"lines": True})]
"""A drawing of the hall: one that is too large for a screen is refused in other words."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base: a misspelt field is an error."""


class EventSection(_Strict, frozen=True):
    """``[event]``: name, IANA zone and the number of tables, if they are not listed.

    With ``chief`` the first referee's laptop is the chief's: its ruling outranks one that another
    referee made without having seen it. ``map`` draws the hall as text: every table by its id or
    label where it stands, other words as landmarks.
    """

    name: Name
    zone: Word = "UTC"
    tables: Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLES)] = 0
    chief: bool = False
    map: Drawing = ""


class BracketSection(_Strict, frozen=True):
    """``[division.bracket]``: ``consolation`` rounds whose losers play on, ``last_chance``
    rounds of it whose losers do, and match lengths in points by round; the last length repeats."""

    elimination: Literal["single", "double"] = "single"
    consolation: RoundNo = 0
    main: tuple[Length, ...] = ()
    losers: tuple[Length, ...] = ()
    consolation_lengths: tuple[Length, ...] = ()
    final: tuple[Length, ...] = ()
    last_chance: RoundNo = 0
    last_chance_lengths: tuple[Length, ...] = ()

    def plan(self) -> BracketPlan:
        """The plan as the division's event carries it."""
        return BracketPlan(*msgspec.structs.astuple(self))


class DivisionSection(_Strict, frozen=True):
    """``[[division]]``: ``rounds`` 0 takes the rulebook's; ``control`` "" lets players choose.

    ``tables`` are its own ("1-12, 20"), ``first_day`` is its first day of play (YYYY-MM-DD).
    ``deck`` is a file of openings, beside this one, in the place of the approved deck.
    ``[division.override]`` after it sets fields of the rulebook otherwise, ``[division.bracket]``
    says how its draw sheet is drawn.
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
        """The overrides as an event carries them: one JSON object, or "" for none."""
        return overrides_json(self.override)

    @property
    def deck_name(self) -> str:
        """The deck's name: its file's, without folder and ending; "" for the approved one."""
        return re.sub(r"\.[^.]*$", "", re.split(r"[/\\]", self.deck)[-1])

    @property
    def book(self) -> Rulebook:
        """The rulebook with the overrides."""
        return rulebook_for(self.rulebook, self.overrides)


class PlayerSection(_Strict, frozen=True):
    """``[[player]]``: ``seed`` 0 is unseeded, ``table`` is one that the player keeps, by its
    id or by its label.

    ``people`` are both names of a doubles entry, or the one name under which a person enters
    several divisions. ``flags`` are what the rules have to know of his person. What follows them
    is private: it is sealed to the keys of hall and referees.
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
        """What is private of the player, to be sealed; nothing where the file says nothing."""
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

    ``dues`` are the regular dues that an Associate owes of his prize, ``consolation`` and
    ``last_chance`` what the places of these pay.
    """

    division: Ident
    places: tuple[int | Word, ...]
    dues: int | Word = 0
    consolation: tuple[int | Word, ...] = ()
    last_chance: tuple[int | Word, ...] = ()

    def posted(self) -> PrizesPosted:
        """The prizes and the dues in cents. Raises ValueError with a sentence."""
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
    """``[[table]]``: a stable id and a label that may change.

    ``x`` and ``y`` place it in the hall, in tables from the upper left corner, from 0.
    """

    id: Ident
    label: Name = ""
    x: Coordinate | None = None
    y: Coordinate | None = None


class EventFile(_Strict, frozen=True):
    """The whole file. ``schema`` 0 is a file that says none."""

    event: EventSection
    division: tuple[DivisionSection, ...]
    player: tuple[PlayerSection, ...] = ()
    table: tuple[TableSection, ...] = ()
    schedule: tuple[ScheduleSection, ...] = ()
    prize: tuple[PrizeSection, ...] = ()
    schema: int = 0

    def tables(self) -> tuple[TableSection, ...]:
        """The tables, listed or counted, each with a label: what stands on its sign."""
        listed = self.table or tuple(
            TableSection(str(number)) for number in range(1, self.event.tables + 1)
        )
        return tuple(TableSection(t.id, t.label or t.id, t.x, t.y) for t in listed)

    def tables_of(self, division: DivisionSection) -> tuple[str, ...]:
        """The ids of a division's own tables, none for any. Raises ValueError with a sentence."""
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
        """When a moved round starts, UTC ms. Raises ValueError with a sentence."""
        day, _, time = moved.starts.partition(" ")
        return instant(day, time, self.event.zone)

    def players(self) -> tuple[PlayerSection, ...]:
        """The players, each with an id, ``p1``, ``p2`` … where the file gives none, and with the
        id of the table that they keep."""
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
        """The rulebook's rounds, or as many as its system may need for the players of the file."""
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
        """The divisions, each with a name, a number of rounds and its rulebook's own name."""
        return tuple(
            msgspec.structs.replace(
                division,
                rulebook=division.book.name,
                name=division.name or division.book.title,
                rounds=division.rounds or self._rounds(division),
            )
            for division in self.division
        )
