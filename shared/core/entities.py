"""Entity names: each names one independently contestable fact. Builds and reads them, no more.

The match uid comes from the pairing event, never from the table: a match that is paired again
is another entity, and its results cannot be mistaken for the old ones.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from shared.core.words import Seat

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")

TOURNAMENT = "tournament"
FAMILIES = frozenset(
    {
        TOURNAMENT, "device", "table", "division", "deck", "player", "term", "enrolment", "unread",
        "announcement", "layout", "rehearsal",
    }
)  # fmt: skip
"""First words of entity names: no division may be called so, or names would be ambiguous."""


class MatchKey(NamedTuple):
    """Where a match stands: division id, round number (from 1) and match uid."""

    division: str
    round_no: int
    uid: str

    def __str__(self) -> str:
        return f"{self.division}/{self.round_no}/{self.uid}"


def checked(name: str) -> str:
    """Return ``name`` if it may stand in an entity name, else raise ValueError."""
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} cannot be an id: use 1 to 64 letters, digits, dots, dashes, underscores"
        )
    return name


def at_venue(name: str, venue: str) -> str:
    """The id of something that belongs to a venue of a championship; ``venue`` "" for none."""
    return f"{venue}.{name}" if venue and name else name


def owner(name: str, venues: Collection[str]) -> str:
    """Which of ``venues`` an id belongs to, "" for none."""
    venue, dot, _ = name.partition(".")
    return venue if dot and venue in venues else ""


def belongs(name: str, venue: str) -> bool:
    """Whether an id is one of a venue's."""
    return name.startswith(f"{venue}.")


def device(node: str) -> str:
    """The enrolment of a device, by its node id (hex)."""
    return f"device/{node}"


def unread(event: str) -> str:
    """An event, by its id (hex), that this software cannot read at all."""
    return f"unread/{event}"


def device_name(node: str) -> str:
    """What a device is called."""
    return f"device/{node}/name"


def rights(node: str) -> str:
    """What an assistant may do, as the chief says."""
    return f"device/{node}/rights"


def address(node: str) -> str:
    """Where a device that may be the hall is to be found."""
    return f"device/{node}/address"


def term(number: int) -> str:
    """The opening of a term, from 1: who is the hall from then on."""
    return f"term/{number}"


ENROLMENT = "enrolment"
"""Whether devices may ask to be admitted by digits."""


def table(table_id: str) -> str:
    """The table itself: its label."""
    return f"table/{checked(table_id)}"


def table_device(table_id: str) -> str:
    """Which device stands at the table."""
    return f"table/{checked(table_id)}/device"


def division(division_id: str) -> str:
    """A division and its rulebook. Raises ValueError for an id that begins other entities."""
    if division_id in FAMILIES:
        raise ValueError(f"a division cannot be called {division_id!r}: choose another id")
    return f"division/{checked(division_id)}"


def lead(division_id: str, number: int) -> str:
    """Who pairs a division from its lead ``number`` (from 1) on."""
    return f"division/{checked(division_id)}/lead/{number}"


def deck(name: str) -> str:
    """A deck of openings."""
    return f"deck/{checked(name)}"


def player(player_id: str) -> str:
    """A player's registration."""
    return f"player/{checked(player_id)}"


def classification(player_id: str) -> str:
    """The division that a player was put into."""
    return f"player/{checked(player_id)}/classification"


def withdrawal(player_id: str) -> str:
    """A player's withdrawal from the tournament."""
    return f"player/{checked(player_id)}/withdrawal"


def suspension(player_id: str) -> str:
    """That a player is out until the referee lifts it."""
    return f"player/{checked(player_id)}/suspension"


def opt_out(player_id: str) -> str:
    """That a player skips the last round."""
    return f"player/{checked(player_id)}/opt_out"


def private(player_id: str, topic: str) -> str:
    """A private fact about a player, sealed."""
    return f"player/{checked(player_id)}/private/{checked(topic)}"


def private_share(node: str) -> str:
    """The keys of private facts that were handed on to a device."""
    return f"device/{node}/private"


LAYOUT = "layout"
"""Where the tables stand in the hall."""


REHEARSAL = "rehearsal"
"""That the devices rehearse, in a tournament of its own."""


def check(node: str) -> str:
    """What a device in a rehearsal measured of itself."""
    return f"device/{node}/check"


def shows(node: str) -> str:
    """What a kiosk shows."""
    return f"device/{node}/shows"


def request(player_id: str, token: str) -> str:
    """Something that was asked at a kiosk in a player's name."""
    return f"player/{checked(player_id)}/request/{checked(token)}"


def announcement(token: str) -> str:
    """Something that the hall is told."""
    return f"announcement/{checked(token)}"


def schedule(division_id: str, round_no: int) -> str:
    """When a round is to start, where it was moved."""
    return f"{checked(division_id)}/{round_no}/schedule"


def preview(division_id: str, round_no: int, token: str) -> str:
    """One draw of a round that somebody has looked at."""
    return f"{checked(division_id)}/{round_no}/preview/{checked(token)}"


def pairing(division_id: str, round_no: int) -> str:
    """The pairing of a round."""
    return f"{checked(division_id)}/{round_no}/pairing"


def call(match: MatchKey) -> str:
    """The call of a match that no round was published with."""
    return f"{match}/call"


def start(division_id: str, round_no: int) -> str:
    """That the start of a round was given."""
    return f"{checked(division_id)}/{round_no}/start"


def refusal(refuser: str, challenger: str) -> str:
    """That a player refuses another one's challenge."""
    return f"player/{checked(refuser)}/refusal/{checked(challenger)}"


def order(match: MatchKey, token: str) -> str:
    """An order to a match's table that no report asked for."""
    return f"{match}/order/{checked(token)}"


def sheets(match: MatchKey) -> str:
    """Whose copies of a match's games are at the desk."""
    return f"{match}/sheets"


def prizes(division_id: str) -> str:
    """What the places of a division pay."""
    return f"division/{checked(division_id)}/prizes"


def title(division_id: str) -> str:
    """Who has a division's title."""
    return f"division/{checked(division_id)}/title"


def dues(player_id: str) -> str:
    """Whether a player owes dues of his prize."""
    return f"player/{checked(player_id)}/dues"


def payment(player_id: str) -> str:
    """The prize that a player has been paid."""
    return f"player/{checked(player_id)}/payment"


def presence(match: MatchKey, seat: Seat) -> str:
    """That the player of a seat has sat down."""
    return f"{match}/presence/{seat}"


def draw(match: MatchKey) -> str:
    """Colours and opening of a match."""
    return f"{match}/draw"


def control(match: MatchKey) -> str:
    """The time control of a match."""
    return f"{match}/control"


def clock(match: MatchKey) -> str:
    """The press log of a match."""
    return f"{match}/clock"


def result(match: MatchKey) -> str:
    """The result of a match."""
    return f"{match}/result"


def draw_offer(match: MatchKey, game: int, moves: int, seat: Seat) -> str:
    """The offer of a draw by a seat, in a game (from 1), after so many moves of both."""
    return f"{match}/draw_offer/{game}.{moves}.{seat}"


def moves(match: MatchKey, game: int) -> str:
    """The moves of a game (from 1) that is over."""
    return f"{match}/moves/{game}"


def match_report(match: MatchKey, token: str) -> str:
    """A report filed at a table during a match."""
    return f"{match}/report/{checked(token)}"


def table_report(table_id: str, token: str) -> str:
    """A report filed at a table between matches."""
    return f"table/{checked(table_id)}/report/{checked(token)}"


class Parsed(NamedTuple):
    """An entity name read back: its family and the ids in it.

    ``round_no`` is the number of the round, of the term, or of the lead.
    """

    family: str
    ident: str = ""
    match: MatchKey | None = None
    round_no: int = 0


@lru_cache(maxsize=1 << 16)
def parse(ent: str) -> Parsed | None:
    """Read an entity name; ``None`` if it names nothing that this version knows."""
    parts = ent.split("/")
    if not all(_NAME.fullmatch(part) for part in parts):
        return None
    match parts:
        case ["tournament"]:
            return Parsed("tournament")
        case ["device", ident]:
            return Parsed("device", ident)
        case ["device", ident, "address"]:
            return Parsed("address", ident)
        case ["device", ident, "private"]:
            return Parsed("private_share", ident)
        case ["device", ident, ("shows" | "rights" | "check" | "name") as family]:
            return Parsed(family, ident)
        case [("enrolment" | "layout" | "rehearsal") as family]:
            return Parsed(family)
        case ["term", number] if _counts(number, 6):
            return Parsed("term", number, None, int(number))
        case ["table", ident]:
            return Parsed("table", ident)
        case ["table", ident, "device"]:
            return Parsed("table_device", ident)
        case ["table", ident, "report", _]:
            return Parsed("report", ident)
        case ["division", ident]:
            return Parsed("division", ident)
        case ["division", ident, "lead", number] if _counts(number, 6):
            return Parsed("lead", ident, None, int(number))
        case [("deck" | "announcement") as family, ident]:
            return Parsed(family, ident)
        case ["player", ident]:
            return Parsed("player", ident)
        case [
            "player", ident, ("withdrawal" | "opt_out" | "classification" | "suspension") as family
        ]:  # fmt: skip
            return Parsed(family, ident)
        case ["player", ident, "private", ("person" | "fees" | "tax")]:
            return Parsed("private", ident)
        case ["player", ident, ("dues" | "payment") as family]:
            return Parsed(family, ident)
        case ["division", ident, ("prizes" | "title") as family]:
            return Parsed(family, ident)
        case ["player", ident, ("refusal" | "request") as family, _]:
            return Parsed(family, ident)
        case [ident, number, ("pairing" | "schedule" | "start") as fact] if _in_round(
            ident, number
        ):
            return Parsed(fact, ident, None, int(number))
        case [ident, number, "preview", _] if _in_round(ident, number):
            return Parsed("preview", ident, None, int(number))
        case [ident, number, uid, "presence", ("0" | "1")] if _in_round(ident, number):
            return _of_match("presence", ident, number, uid)
        case [
            ident, number, uid, ("call" | "draw" | "control" | "clock" | "result") as fact
        ] if _in_round(ident, number):  # fmt: skip
            return _of_match(fact, ident, number, uid)
        case [ident, number, uid, "sheets"] if _in_round(ident, number):
            return _of_match("sheets", ident, number, uid)
        case [ident, number, uid, "order", _] if _in_round(ident, number):
            return _of_match("order", ident, number, uid)
        case [ident, number, uid, "draw_offer", _] if _in_round(ident, number):
            return _of_match("draw_offer", ident, number, uid)
        case [ident, number, uid, "moves", _] if _in_round(ident, number):
            return _of_match("moves", ident, number, uid)
        case [ident, number, uid, "report", _] if _in_round(ident, number):
            return _of_match("report", ident, number, uid)
        case _:
            return None


def _of_match(family: str, ident: str, number: str, uid: str) -> Parsed:
    return Parsed(family, ident, MatchKey(ident, int(number), uid), int(number))


def _in_round(division_id: str, number: str) -> bool:
    return division_id not in FAMILIES and _counts(number, 3)


def _counts(number: str, digits: int) -> bool:
    return number.isdigit() and len(number) <= digits and not number.startswith("0")
