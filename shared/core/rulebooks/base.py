"""What a rulebook holds: every number of a rule sheet once, with its clause beside it.

Owns the fields, their meaning and their checks. Holds no federation's numbers and reads no file.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from shared.core.draughts.counts import CountRule
from shared.core.draughts.openings import CardRule, OpeningMode
from shared.core.match.contest import ContestRule
from shared.core.match.controls import parse_time_control
from shared.core.match.delays import UsbgfTimeRule
from shared.core.match.lateness import LatenessRule
from shared.core.match.move_time import ImposedClockRule, LowderRule, MoveTimeRule, TurnRule
from shared.core.match.schedule import ScheduleRule
from shared.core.rulebooks.groups import (
    DrawSheetRule,
    EntryRule,
    HonorRule,
    LeavingRule,
    LivesRule,
    OpenPlayRule,
    PrizeRule,
    RoundRobinRule,
    SwissRule,
    TitleRule,
)
from shared.core.rulebooks.sheet import RuleSheet

Scoring = Literal["ballot", "per_game", "best_of", "points"]
"""``ballot``: the games of a match count together; ``per_game``: each game counts by itself;
``best_of``: the match ends when one player has won enough games; ``points``: to a match length."""

PairingSystem = Literal[
    "swiss", "round_robin", "open_play", "knockout", "double_knockout", "draw_sheet"
]

Cited = tuple[object, str]
"""A value and the ID of the clause it is taken from."""

NAMES: Final = ("name", "title", "citations", "overridden", "sheet")
"""Fields that hold no number, and that no event overrides."""

CLAUSE_ID: Final = re.compile(r"[A-Z]{2,}-[0-9A-Za-z.-]+")
"""What a clause ID looks like."""


class Rulebook(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """The numbers and choices of one division's rules. Times are ms, money is cents.

    A group of fields is None where the sheet has no such rule. Made by :func:`cited`, which sets
    each value together with its clause.
    """

    name: Annotated[str, Meta(description="The name that event files and commands use.")]
    title: Annotated[str, Meta(description="The name that people read.")]
    citations: Annotated[
        tuple[tuple[str, str], ...],
        Meta(description="Field and clause ID; a field of a group as group.field."),
    ]
    overridden: Annotated[
        tuple[str, ...], Meta(description="Fields that the event has set otherwise.")
    ] = ()

    sheet: Annotated[RuleSheet, Meta(description="Who decides what, and what incidents cost.")]

    game: Annotated[
        Literal["english", "pool", "backgammon"], Meta(description="The game that is played.")
    ]
    base_rules: Annotated[str, Meta(description="The rules of the game behind this sheet.")]
    sides: Annotated[
        tuple[str, str], Meta(description="The two sides' names; the first one moves first.")
    ]
    colour_choice: Annotated[
        Literal["drawn", "winner_chooses"],
        Meta(description="Whether colours are drawn, or chosen by the winner of the draw."),
    ]
    pairing_system: Annotated[
        PairingSystem, Meta(description="How the division is paired, unless the event says else.")
    ]
    rounds: Annotated[int, Meta(ge=1, description="Rounds, where the event names no other number.")]
    games_per_match: Annotated[int, Meta(ge=1, description="Games that two players play a round.")]
    even_games: Annotated[
        bool, Meta(description="Whether a match must have an even number of games.")
    ]

    scoring: Annotated[
        Scoring,
        Meta(description="Whether the games of a match are scored together or one by one."),
    ]
    match_stake: Annotated[
        int, Meta(ge=1, description="Match points that the two players of a match share.")
    ]
    win_points: Annotated[
        int, Meta(ge=0, description="Match points for a win of what is scored: match or game.")
    ]
    draw_points: Annotated[
        int, Meta(ge=0, description="Match points for each player when what is scored is equal.")
    ]
    loss_points: Annotated[
        int, Meta(ge=0, description="Match points for a loss of what is scored: match or game.")
    ]
    bye_points: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...],
        Meta(min_length=1, description="Match points for a first, second … bye; the last repeats."),
    ]
    max_byes: Annotated[
        int, Meta(ge=0, description="Byes a player may get, unless rounds outnumber players.")
    ]
    forfeited_round_points: Annotated[
        int, Meta(ge=0, description="Match points for winning a round with no game played.")
    ]
    agreed_void_points: Annotated[
        int,
        Meta(ge=0, description="Match points for each player of a match with an agreed result."),
    ]
    game_lost_by_both: Annotated[
        Literal["rest_decides", "lost_by_each"],
        Meta(description="What a game that both forfeit counts for in the match of each."),
    ]
    opt_out_points: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Match points for skipping the last round; none where nobody may."),
    ]
    opt_out_late_points: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="The same when told after the pairing, or by one who stays."),
    ]
    requested_byes: Annotated[
        int, Meta(ge=0, description="Byes that a player may ask for; 0 where nobody may.")
    ]
    requested_bye_points: Annotated[
        int, Meta(ge=0, description="Match points for a bye that a player asked for.")
    ]
    late_entry_points: Annotated[
        int, Meta(ge=0, description="Match points for each round before a late entry.")
    ]
    withdrawn_after_pairing: Annotated[
        Literal["forfeited_round", "bye"],
        Meta(description="What the opponent scores when a paired player withdraws."),
    ]
    tied_places: Annotated[
        Literal["honor_points", "shared"],
        Meta(description="Whether honor points part tied places, or they are shared."),
    ]

    low_time_ms: Annotated[
        int, Meta(ge=0, description="Clock reading from which a player is in time trouble.")
    ]
    smoking_break_ms: Annotated[int, Meta(ge=0, description="Break allowed between the games.")]
    time_controls: Annotated[
        tuple[str, ...], Meta(min_length=1, description="Time controls that a match may choose.")
    ]
    flag_costs: Annotated[
        Literal["game", "game_and_next", "match"],
        Meta(description="What a player loses whose time runs out."),
    ]
    move_count_authority: Annotated[
        Literal["score_sheet", "terminal"],
        Meta(description="Which count of moves governs where the two differ."),
    ]

    opening_mode: Annotated[OpeningMode, Meta(description="How the opening of a match is found.")]
    same_opening: Annotated[
        bool, Meta(description="Whether both games of a match begin with the same opening.")
    ]
    device_rule: Annotated[str, Meta(description="What a phone or another device at play costs.")]

    honor: Annotated[HonorRule | None, Meta(description="Honor points.")]
    swiss: Annotated[SwissRule | None, Meta(description="Swiss pairing.")]
    round_robin: Annotated[RoundRobinRule | None, Meta(description="Round robin.")]
    leaving: Annotated[LeavingRule | None, Meta(description="A player who has to leave.")]
    open_play: Annotated[OpenPlayRule | None, Meta(description="Open play.")]
    lives: Annotated[LivesRule | None, Meta(description="Double knock-out.")]
    cards: Annotated[CardRule | None, Meta(description="The deck on paper cards.")]
    contest: Annotated[ContestRule | None, Meta(description="Best of three against the time.")]
    draw_sheet: Annotated[DrawSheetRule | None, Meta(description="Draw sheets.")]
    lateness: Annotated[LatenessRule | None, Meta(description="Games lost by lateness.")]
    move_time: Annotated[MoveTimeRule | None, Meta(description="Time for one move.")]
    lowder: Annotated[LowderRule | None, Meta(description="One minute a move near the end.")]
    turn: Annotated[TurnRule | None, Meta(description="Turns that pass when they take too long.")]
    imposed_clocks: Annotated[
        ImposedClockRule | None, Meta(description="Clocks brought to a slow match.")
    ]
    usbgf_time: Annotated[
        UsbgfTimeRule | None, Meta(description="Delays, breaks and reserve of backgammon.")
    ]
    count_profile: Annotated[
        Literal["wcdf", "pask", "pool", "none"],
        Meta(description="Whose numbers of quiet moves and repetitions make a draw."),
    ]
    counts: Annotated[CountRule | None, Meta(description="Counts that end a game in a draw.")]
    schedule: Annotated[ScheduleRule | None, Meta(description="Rounds a day and their times.")]
    entry: Annotated[EntryRule | None, Meta(description="Entry and classification.")]
    titles: Annotated[TitleRule | None, Meta(description="Titles.")]
    prizes: Annotated[PrizeRule | None, Meta(description="Prizes.")]

    def __post_init__(self) -> None:
        """Refuse numbers that contradict each other."""
        for sentence in contradictions(self):
            raise ValueError(f"{self.name}: {sentence}")

    @property
    def clauses(self) -> Mapping[str, str]:
        """The clause ID of each field but the names; a field of a group is ``group.field``."""
        return MappingProxyType(dict(self.citations))

    def clause(self, path: str) -> str:
        """Return the clause of a field; of a group, that of its first field. Raises KeyError for
        none.

        A field of a group that the sheet does not have is cited as the group is.
        """
        cited, group = self.clauses, path.partition(".")[0]
        if path in cited or group in cited:
            return cited.get(path) or cited[group]
        inside = (cited[inner] for inner in cited if inner.partition(".")[0] == path)
        return next(inside, "") or cited[path]

    @property
    def draw_clause(self) -> str:
        """The clause of how a round is drawn: that of its witnesses where the sheet wants any."""
        return self.clause("pairing_system" if self.swiss is None else "swiss.witness_players")

    @property
    def places_by_exit(self) -> bool:
        """Whether players stand by what put them out, not by points: the last one in has won."""
        return self.pairing_system in ("knockout", "double_knockout", "draw_sheet")

    @property
    def round_length_ms(self) -> int | None:
        """``schedule.round_length_ms``, or None where rounds have no end."""
        return self.schedule.round_length_ms if self.schedule else None


def contradictions(book: Rulebook) -> list[str]:
    """Return what in a rulebook cannot be so together, each beginning with the field to mend."""
    scored = book.games_per_match if book.scoring == "per_game" else 1
    shares = {"win and loss": book.win_points + book.loss_points}
    if book.scoring in ("ballot", "per_game"):
        shares["two draws"] = 2 * book.draw_points
    found = [
        f"match_stake: {what} share {scored * points}, not {book.match_stake}"
        for what, points in shares.items()
        if scored * points != book.match_stake
    ]
    if not book.loss_points <= book.draw_points <= book.win_points:
        found.append("draw_points: a draw stands between a loss and a win")
    if book.even_games and book.games_per_match % 2:
        found.append(f"games_per_match: {book.games_per_match} is no even number of games")
    if book.scoring == "best_of" and book.contest is None:
        found.append("contest: best_of needs a number of wins")
    if book.contest is not None and book.contest.games != book.games_per_match:
        found.append(f"contest.games: a match has {book.games_per_match} games")
    if book.tied_places == "honor_points" and book.honor is None:
        found.append("honor: places are parted by honor points, and the rulebook has none")
    if (book.opt_out_points is None) != (book.opt_out_late_points is None):
        found.append("opt_out_late_points: set it and opt_out_points both, or neither")
    needed = {
        "swiss": book.swiss,
        "round_robin": book.round_robin,
        "open_play": book.open_play,
        "double_knockout": book.lives,
        "draw_sheet": book.draw_sheet,
    }
    if needed.get(book.pairing_system, True) is None:
        found.append(f"pairing_system: {book.pairing_system} needs its fields")
    for control in book.time_controls:
        try:
            parse_time_control(control)
        except ValueError as error:
            found.append(f"time_controls: {error}")
    return found
