"""Who plays where: tables, divisions with their rules, decks, the timetable, the players."""

from typing import Literal

import msgspec

from shared.core.events import entities
from shared.core.events.base import Body, Count, Instant, Length, Millis, Rating, RoundNo, kind
from shared.core.events.eligibility import Flag
from shared.core.text.fields import Data, Ident, Name, Note, Word


@kind("a.table.set", entities.table, by="hall")
class TableSet(Body, frozen=True):
    """A table has a stable id and a label that may change; ``why`` says why it was put up later.

    ``away``: it was taken away, and nobody is seated there until it is put up again.
    """

    label: Name
    why: Note = ""
    away: bool = False


class BracketPlan(msgspec.Struct, frozen=True, array_like=True):
    """How the draw sheets of a division are drawn.

    ``consolation`` is the number of main rounds whose losers play a consolation,
    ``last_chance`` the number of its rounds whose losers play a last chance. The others are match
    lengths in points, from the first round of each part; the last repeats.
    """

    elimination: Literal["single", "double"] = "single"
    consolation: RoundNo = 0
    main: tuple[Length, ...] = ()
    losers: tuple[Length, ...] = ()
    consolation_lengths: tuple[Length, ...] = ()
    final: tuple[Length, ...] = ()
    last_chance: RoundNo = 0
    last_chance_lengths: tuple[Length, ...] = ()


@kind("a.division.opened", entities.division, by="hall")
class DivisionOpened(Body, frozen=True):
    """A division, one pairing pool, under a rulebook.

    ``control`` "" lets the players choose. ``overrides`` is what the event sets otherwise than
    the rulebook, one JSON object or "". ``tables`` are the division's own, none for any table;
    ``first_day`` is the first day of play (YYYY-MM-DD), "" where no timetable is kept. ``deck``
    names a deck that was loaded, "" is the approved one.
    """

    name: Name
    rulebook: Word
    rounds: RoundNo
    control: Word = ""
    overrides: Data = ""
    tables: tuple[Ident, ...] = ()
    first_day: Word = ""
    bracket: BracketPlan = BracketPlan()
    deck: Ident = ""


@kind("a.division.changed", entities.division, by="hall")
class DivisionChanged(DivisionOpened, frozen=True):
    """A division as it is from round ``from_round`` on, whole, and why it was changed.

    Rounds before stay under the version before. What was paired is played as it was paired.
    """

    from_round: RoundNo = 0
    why: Note = ""


class DeckLine(msgspec.Struct, frozen=True, array_like=True):
    """One opening of a deck, as ``openings.Opening`` has it."""

    number: Count
    acf_number: Count
    moves: tuple[Word, ...]
    fen: Note
    cards: Note = ""


@kind("a.deck.loaded", entities.deck, by="hall")
class DeckLoaded(Body, frozen=True):
    """A deck of openings that divisions may name instead of the approved one (ACF-1.III.D)."""

    openings: tuple[DeckLine, ...]


@kind("a.round.scheduled", entities.schedule, by="hall")
class RoundScheduled(Body, frozen=True):
    """A round is moved: its new start (UTC ms), its length in ms (0: the rulebook's), and why."""

    starts_at: Instant
    why: Note
    length_ms: Millis = 0


@kind("a.player.registered", entities.player, by="hall")
class PlayerRegistered(Body, frozen=True):
    """A player in a division. ``rating`` 0 means unrated, ``seed`` 0 unseeded.

    ``table`` is the one they keep in every round, "" for none. ``people`` are the persons behind
    the entry: both names in doubles, and the same name in each division that one person enters;
    none means the player alone. ``plays_up_to`` is the rulebook that a title obliges them to,
    for ``plays_up_for`` tournaments, this one included (ACF-1.IV.A). ``flags`` are what the rules
    have to know about the player; birth date and contact are private (``events.private``).
    """

    name: Name
    division: Ident
    rating: Rating = 0
    club: Name = ""
    state: Name = ""
    region: Name = ""
    seed: Count = 0
    table: Ident = ""
    people: tuple[Name, ...] = ()
    plays_up_to: Word = ""
    plays_up_for: Count = 0
    flags: tuple[Flag, ...] = ()


@kind("a.player.classified", entities.classification, by="hall")
class PlayerClassified(Body, frozen=True):
    """The committee puts a player into a division, whichever one they named (ACF-1.IV.B).

    ``by`` says who approved it.
    """

    division: Ident
    by: Name
    why: Note


@kind("a.player.withdrawn", entities.withdrawal, by="hall")
class PlayerWithdrawn(Body, frozen=True):
    """The player leaves after round ``after_round`` (0: before the first).

    ``off`` says why that is undone, "" while it stands: the player is paired again.
    """

    after_round: RoundNo
    reason: Note
    off: Note = ""


@kind("a.player.placed", entities.placing, by="hall")
class PlayerPlaced(Body, frozen=True):
    """An entry that came after the draw plays on a bye line of the sheet, against ``opposite``, who
    had the bye; "" takes that back."""

    opposite: Ident
    why: Note


@kind("a.player.opted_out", entities.opt_out, by="hall")
class PlayerOptedOut(Body, frozen=True):
    """The player skips round ``round_no``, the last (ACF-2.V.F); 0 takes it back.

    ``in_time``: told before the pairing, and the player has left before play.
    """

    round_no: RoundNo
    in_time: bool = True


@kind("a.player.attended", entities.attendance, by="hall")
class PlayerAttended(Body, frozen=True):
    """Whether the player is here, as the desk saw it.

    ``out_of`` is the one round that a player who is not here is left out of, since check-in was
    closed for it; 0 for none.
    """

    here: bool
    out_of: RoundNo = 0
