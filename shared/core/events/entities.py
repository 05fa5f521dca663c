"""Entities: what an event may speak about, each one fact that can be contested by itself.

Each is declared once: its name as a pattern, the part of the state that it is told in, and whose
matter it is. Names are built and read by these declarations alone.

The match uid comes from the pairing event, never from the table: a match that is paired again
is another entity, and its results cannot be mistaken for the old ones.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from shared.core.match.outcome import Seat

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_SLOTS: Final = {
    "NAME": _NAME,
    "NODE": _NAME,
    "PLAYER": _NAME,
    "TABLE": _NAME,
    "DIVISION": _NAME,
    "UID": _NAME,
    "TOKEN": _NAME,
    "ROUND": re.compile(r"[1-9][0-9]{0,2}"),
    "NUMBER": re.compile(r"[1-9][0-9]{0,5}"),
    "SEAT": re.compile("[01]"),
    "TOPIC": re.compile("person|fees|tax"),
}
"""What may stand in each slot of a pattern."""
_NUMBERS: Final = ("ROUND", "NUMBER")

Part = Literal[
    "tournament", "devices", "tables", "divisions", "players", "rounds", "matches", "reports",
    "term", "places", "enrolling_until", "previews", "moved", "decks", "office", "awards",
    "private", "rehearsal", "checks", "forks",
]  # fmt: skip
"""The parts of ``HallState`` that events are told in."""
Matter = Literal["owner", "lead", "venue", "keys"]
"""Whose matter a fact is in a championship: of the venue that its id belongs to; of the venue that
pairs the division; of each venue, and of headquarters, for itself; or as the keys alone decide."""


RoundKey = tuple[str, int]
"""Where a round stands: division id and round number (from 1)."""


class MatchKey(NamedTuple):
    """Where a match stands: division id, round number (from 1) and match uid."""

    division: str
    round_no: int
    uid: str

    def __str__(self) -> str:
        return f"{self.division}/{self.round_no}/{self.uid}"


def is_name(name: str) -> bool:
    """Return whether ``name`` may stand in an entity name."""
    return _NAME.fullmatch(name) is not None


def checked(name: str) -> str:
    """Return ``name`` if it may stand in an entity name, else raise ValueError."""
    if not is_name(name):
        raise ValueError(
            f"{name!r} cannot be an id: use 1 to 64 letters, digits, dots, dashes, underscores"
        )
    return name


def at_venue(name: str, venue: str) -> str:
    """Return the id of something of a venue of a championship; ``venue`` "" for none."""
    return f"{venue}.{name}" if venue and name else name


def owner(name: str, venues: Collection[str]) -> str:
    """Return which of ``venues`` an id belongs to, "" for none."""
    venue, dot, _ = name.partition(".")
    return venue if dot and venue in venues else ""


def belongs(name: str, venue: str) -> bool:
    """Return whether an id is one of a venue's."""
    return name.startswith(f"{venue}.")


class Entity:
    """One kind of fact. ``pattern`` is its name with slots in capitals: "player/PLAYER/dues".

    ``family`` is what it is called in code; entities of one family are told alike.
    """

    def __init__(
        self, family: str, pattern: str, part: Part | None, matter: Matter = "owner"
    ) -> None:
        self.family: Final = family
        self.pattern: Final = pattern
        self.part: Final = part
        self.matter: Final = matter
        self.words: Final = tuple(pattern.split("/"))
        self.shape: Final = tuple(None if word in _SLOTS else word for word in self.words)
        self.slots: Final = tuple((i, w) for i, w in enumerate(self.words) if w in _SLOTS)
        fixed = (i for i, word in enumerate(self.shape) if word is not None and i)
        self.word_at: Final = next(fixed, 0)
        """Where the word stands that tells it from others under the same root, 0 for nowhere."""
        self.of_match: Final = "UID" in self.words
        ENTITIES.append(self)

    @property
    def word(self) -> str:
        """The word that tells it from others under the same root, "" for none."""
        return self.words[self.word_at] if self.word_at else ""

    def _name(self, *ids: object) -> str:
        """Build a name. Raises ValueError for an id that cannot stand in one."""
        rest = iter(ids)
        return "/".join(
            word if fixed is not None else _fits(word, str(next(rest)))
            for word, fixed in zip(self.words, self.shape, strict=True)
        )


ENTITIES: Final[list[Entity]] = []
"""All of them, in the order in which they are declared."""


class Sole(Entity):
    """A fact that there is one of."""

    def __call__(self) -> str:
        """Return its name."""
        return self.pattern


class OfOne(Entity):
    """A fact about something with an id: a player, a table, a device."""

    def __call__(self, ident: str) -> str:
        """Return its name. Raises ValueError for an id that cannot stand in one."""
        return self._name(ident)


class OfTwo(Entity):
    """A fact of which there are several about one thing, told apart by a second id."""

    def __call__(self, ident: str, token: str | int) -> str:
        """Return its name. Raises ValueError for an id that cannot stand in one."""
        return self._name(ident, token)


class OfTerm(Entity):
    """A fact about a term, by its number from 1."""

    def __call__(self, number: int) -> str:
        """Return its name."""
        return self._name(number)


class OfRound(Entity):
    """A fact about a round of a division, by its number from 1."""

    def __call__(self, division_id: str, round_no: int) -> str:
        """Return its name. Raises ValueError for an id that cannot stand in one."""
        return self._name(division_id, round_no)


class OfRoundAndToken(Entity):
    """A fact of which there are several about one round."""

    def __call__(self, division_id: str, round_no: int, token: str) -> str:
        """Return its name. Raises ValueError for an id that cannot stand in one."""
        return self._name(division_id, round_no, token)


class OfMatch(Entity):
    """A fact about a match."""

    def __call__(self, match: MatchKey) -> str:
        """Return its name."""
        return f"{match}/{self.words[-1]}"


class OfMatchAndToken(Entity):
    """A fact of which there are several about one match."""

    def __call__(self, match: MatchKey, token: str | int) -> str:
        """Return its name. Raises ValueError for a token that cannot stand in one."""
        return f"{match}/{self.words[-2]}/{_fits(self.words[-1], str(token))}"


def _fits(slot: str, text: str) -> str:
    if not _SLOTS[slot].fullmatch(checked(text)):
        raise ValueError(f"{text!r} cannot stand for {slot} in an entity name")
    if slot == "DIVISION" and text in ROOTS:
        raise ValueError(f"a division cannot be called {text!r}: choose another id")
    return text


tournament = Sole("tournament", "tournament", "tournament", "keys")
"""The tournament itself."""
device = OfOne("device", "device/NODE", "devices", "keys")
"""The enrolment of a device, by its node id (hex)."""
device_name = OfOne("name", "device/NODE/name", "devices", "keys")
"""What a device is called."""
rights = OfOne("rights", "device/NODE/rights", "devices", "keys")
"""What an assistant may do, as the chief referee says."""
private_share = OfOne("private_share", "device/NODE/private", "private", "keys")
"""The keys of private facts that were handed on to a device."""
address = OfOne("address", "device/NODE/address", "places", "venue")
"""Where a device that may be the hall is found."""
check = OfOne("check", "device/NODE/check", "checks")
"""What a device in a rehearsal measured of itself."""
shows = OfOne("shows", "device/NODE/shows", "office", "venue")
"""What a kiosk shows."""
unread = OfOne("unread", "unread/NAME", None)
"""An event, by its id (hex), that this software cannot read at all."""
term = OfTerm("term", "term/NUMBER", "term", "keys")
"""The opening of a term, from 1: which node is the hall from then on."""
pins = Sole("pins", "pins", "forks", "keys")
"""How far nodes had the logs of others: all pins, so that each names those that its author saw."""
settled = Sole("settled", "settled", "forks", "keys")
"""Which of several events in one place counts, as referees decided."""
enrolment = Sole("enrolment", "enrolment", "enrolling_until", "venue")
"""Whether devices may ask to be admitted by digits."""
layout = Sole("layout", "layout", "office", "venue")
"""Where the tables stand in the hall."""
rehearsal = Sole("rehearsal", "rehearsal", "rehearsal", "venue")
"""That the devices rehearse, in a tournament of its own."""
announcement = OfOne("announcement", "announcement/NAME", "office", "venue")


def lowder_notice(division: str, round_no: int) -> str:
    """Return the announcement that tells a round's players of Lowder's minute (ACF-1.X.B.c)."""
    return announcement(f"lowder-{division}-{round_no}")


"""Something that the hall is told."""
table = OfOne("table", "table/TABLE", "tables")
"""The table itself: its label."""
table_device = OfOne("table_device", "table/TABLE/device", "tables")
"""Which device stands at the table."""
table_report = OfTwo("report", "table/TABLE/report/TOKEN", "reports")
"""A report filed at a table between matches."""
division = OfOne("division", "division/DIVISION", "divisions")
"""A division and its rulebook."""
lead = OfRound("lead", "division/DIVISION/lead/NUMBER", "divisions", "keys")
"""Which venue pairs a division from its lead NUMBER (from 1) on."""
prizes = OfOne("prizes", "division/DIVISION/prizes", "awards")
"""What the places of a division pay."""
title = OfOne("title", "division/DIVISION/title", "awards")
"""Who has a division's title."""
deck = OfOne("deck", "deck/NAME", "decks")
"""A deck of openings."""
player = OfOne("player", "player/PLAYER", "players")
"""A player's registration."""
classification = OfOne("classification", "player/PLAYER/classification", "players")
"""The division that a player was put into."""
withdrawal = OfOne("withdrawal", "player/PLAYER/withdrawal", "players")
"""A player's withdrawal from the tournament."""
placing = OfOne("placing", "player/PLAYER/placing", "players")
"""Where a late entry stands on a draw sheet."""
opt_out = OfOne("opt_out", "player/PLAYER/opt_out", "players")
"""That a player skips the last round."""
attendance = OfOne("attendance", "player/PLAYER/attendance", "players")
"""Whether a player is here."""
private = OfTwo("private", "player/PLAYER/private/TOPIC", "private")
"""A private fact about a player, sealed."""
dues = OfOne("dues", "player/PLAYER/dues", "awards")
"""Whether a player owes dues of the prize."""
payment = OfOne("payment", "player/PLAYER/payment", "awards")
"""The prize that a player has been paid."""
refusal = OfTwo("refusal", "player/PLAYER/refusal/TOKEN", "office")
"""That a player refuses a challenge by another one, whose id is the token."""
request = OfTwo("request", "player/PLAYER/request/TOKEN", "office")
"""Something that was asked at a kiosk in a player's name."""
pairing = OfRound("pairing", "DIVISION/ROUND/pairing", "rounds", "lead")
"""The pairing of a round."""
start = OfRound("start", "DIVISION/ROUND/start", "rounds", "lead")
"""That the start of a round was given."""
schedule = OfRound("schedule", "DIVISION/ROUND/schedule", "moved", "lead")
"""When a round is to start, where it was moved."""
preview = OfRoundAndToken("preview", "DIVISION/ROUND/preview/TOKEN", "previews", "lead")
"""One draw of a round that was looked at."""
call = OfMatch("call", "DIVISION/ROUND/UID/call", "rounds", "lead")
"""The call of a match that no round was published with."""
presence = OfMatchAndToken("presence", "DIVISION/ROUND/UID/presence/SEAT", "matches")
"""That the player of a seat has sat down."""
draw = OfMatch("draw", "DIVISION/ROUND/UID/draw", "matches")
"""Colours and opening of a match."""
control = OfMatch("control", "DIVISION/ROUND/UID/control", "matches")
"""The time control of a match."""
clock = OfMatch("clock", "DIVISION/ROUND/UID/clock", "matches")
"""The press log of a match."""
result = OfMatch("result", "DIVISION/ROUND/UID/result", "matches")
"""The result of a match."""
draw_offer = OfMatchAndToken("draw_offer", "DIVISION/ROUND/UID/draw_offer/TOKEN", "matches")
"""The offer of a draw; ``offer_token`` says when and by which seat."""
moves = OfMatchAndToken("moves", "DIVISION/ROUND/UID/moves/NUMBER", "matches")
"""The moves of a game (from 1) that is over."""
match_report = OfMatchAndToken("report", "DIVISION/ROUND/UID/report/TOKEN", "reports")
"""A report filed at a table during a match."""
match_decision = OfMatch("decision", "DIVISION/ROUND/UID/decision", "matches")
"""What referees decided about a match."""
table_decision = OfOne("decision", "table/TABLE/decision", "reports")
"""What referees decided about reports that a table filed between matches."""
player_decision = OfOne("decision", "player/PLAYER/decision", "players")
"""What referees decided about a player."""
division_decision = OfOne("decision", "division/DIVISION/decision", "divisions")
"""What referees decided about a division: the places of tied players."""
carried = OfMatchAndToken("carried", "DIVISION/ROUND/UID/carried/TOKEN", "matches")
"""Whether a match's table has carried out the measure whose token this is."""
sheets = OfMatch("sheets", "DIVISION/ROUND/UID/sheets", "awards")
"""Whose copies of a match's games are at the desk."""

ROOTS: Final = frozenset(entity.words[0] for entity in ENTITIES if entity.shape[0])
"""First words of entity names: no division may be called so, or names would be ambiguous."""
_BY_WORD: Final = {
    (entity.shape[0] or "", len(entity.words), entity.word): entity
    for entity in ENTITIES
    if entity.part is not None
}


def offer_token(game: int, moves: int, seat: Seat) -> str:
    """Return the token of a draw offer by ``seat``, in a game (from 1), after so many moves."""
    return f"{game}.{moves}.{seat}"


class Parsed(NamedTuple):
    """An entity name read back: which fact it is, and the ids in it.

    ``ident`` is the first id, ``round_no`` the number of the round, of the term, or of the lead.
    """

    entity: Entity
    ident: str = ""
    match: MatchKey | None = None
    round_no: int = 0

    @property
    def family(self) -> str:
        """What kind of fact it is."""
        return self.entity.family


@lru_cache(maxsize=1 << 16)
def parse(ent: str) -> Parsed | None:
    """Read an entity name; ``None`` if it names nothing that this version knows."""
    parts = ent.split("/")
    root = parts[0] if parts[0] in ROOTS else ""
    for at in (2, 3):
        word = parts[at] if at < len(parts) else ""
        entity = _BY_WORD.get((root, len(parts), word))
        if entity is not None and entity.word_at in (at, 0):
            return _read(entity, parts)
    return None


def _read(entity: Entity, parts: list[str]) -> Parsed | None:
    ids: list[str] = []
    number = 0
    for at, slot in entity.slots:
        if not _SLOTS[slot].fullmatch(parts[at]):
            return None
        if slot in _NUMBERS and not number:
            number = int(parts[at])
        else:
            ids.append(parts[at])
    ident = ids[0] if ids else ""
    match = MatchKey(ident, number, ids[1]) if entity.of_match else None
    return Parsed(entity, ident, match, number)
