"""What a rulebook holds: every number of a rule sheet once, with its clause beside it.

Owns the fields, their meaning and their checks. Holds no federation's numbers and reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta

Scoring = Literal["ballot", "per_game"]
"""``ballot``: the games of a match count together; ``per_game``: each game counts by itself."""

OpeningMode = Literal["go_as_you_please", "two_move", "three_move", "eleven_man"]

Cited = tuple[object, str]
"""A value and the ID of the clause it is taken from."""

_CLAUSE_ID = re.compile(r"(?:ACF|APCA|USBGF|DARK|SE|HALL|WCDF)-[0-9A-Za-z.-]+")


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers and choices of one division's rules. Times are milliseconds.

    Made by :func:`cited`, which sets each value together with its clause.
    """

    name: Annotated[str, Meta(description="The name that event files and commands use.")]
    title: Annotated[str, Meta(description="The name that people read.")]
    citations: Annotated[
        tuple[tuple[str, str], ...], Meta(description="Field and clause ID, in field order.")
    ]

    sides: Annotated[
        tuple[str, str], Meta(description="The two sides' names; the first one moves first.")
    ]
    rounds: Annotated[int, Meta(ge=1, description="Rounds, where the event names no other number.")]
    games_per_match: Annotated[int, Meta(ge=1, description="Games that two players play a round.")]

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
        tuple[int, ...],
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
    opt_out_points: Annotated[
        int | None,
        Meta(description="Match points for skipping the last round; none where nobody may."),
    ]

    drop_lowest: Annotated[
        int, Meta(ge=0, description="Lowest opponents left out of a player's honor points.")
    ]
    bye_honor: Annotated[int, Meta(ge=0, description="Honor points for a round without opponent.")]
    bye_is_dropped_item: Annotated[
        bool,
        Meta(description="Whether a bye can be the lowest opponent that is left out."),
    ]
    dropout_cap: Annotated[
        int, Meta(ge=0, description="Most match points a dropout is projected to.")
    ]

    late_first_forfeit_ms: Annotated[
        int, Meta(ge=0, description="Lateness beyond this, without a clock, costs one game.")
    ]
    late_second_forfeit_ms: Annotated[
        int, Meta(ge=0, description="Lateness from this on, without a clock, costs both games.")
    ]
    grace_default_ms: Annotated[
        int, Meta(ge=0, description="Lateness at which a late player's clock is proposed to start.")
    ]
    round_length_ms: Annotated[
        int, Meta(ge=1, description="How long a round is scheduled to last.")
    ]
    no_new_game_before_end_ms: Annotated[
        int | None,
        Meta(description="No game starts with less than this left; none where rounds are open."),
    ]
    low_time_ms: Annotated[
        int, Meta(ge=0, description="Clock reading from which a player is in time trouble.")
    ]
    smoking_break_ms: Annotated[int, Meta(ge=0, description="Break allowed between the games.")]
    time_controls: Annotated[
        tuple[str, ...], Meta(min_length=1, description="Time controls that a match may choose.")
    ]

    opening_mode: Annotated[OpeningMode, Meta(description="How the opening of a match is found.")]
    deck_size: Annotated[int, Meta(ge=1, description="Openings in the approved deck.")]
    device_rule: Annotated[str, Meta(description="What a phone or another device at play costs.")]

    def __post_init__(self) -> None:
        """Refuse points that do not share out the stake of a match."""
        scored = 1 if self.scoring == "ballot" else self.games_per_match
        shares = {
            "win and loss": self.win_points + self.loss_points,
            "two draws": 2 * self.draw_points,
        }
        for what, points in shares.items():
            if scored * points != self.match_stake:
                message = f"{self.name}: {what} share {scored * points}, not {self.match_stake}"
                raise ValueError(message)

    @property
    def clauses(self) -> Mapping[str, str]:
        """The clause ID of each field but the names."""
        return MappingProxyType(dict(self.citations))


def cited(
    name: str, title: str, common: Mapping[str, Cited] | None = None, /, **own: Cited
) -> Rulebook:
    """Make a rulebook from values set together with their clause.

    ``own`` outranks ``common``. Raises msgspec.ValidationError for a field that is misspelt,
    missing or of a wrong type, and ValueError for a clause ID that cannot be one.
    """
    values = {**(common or {}), **own}
    for field, (_, clause) in values.items():
        if not _CLAUSE_ID.fullmatch(clause):
            message = f"{name}: {field} cites {clause!r}, which is no clause ID"
            raise ValueError(message)
    order = [field for field in Rulebook.__struct_fields__ if field in values]
    return msgspec.convert(
        {
            **{field: value for field, (value, _) in values.items()},
            "name": name,
            "title": title,
            "citations": tuple((field, values[field][1]) for field in order),
        },
        Rulebook,
    )


def meaning(field: str) -> str:
    """Return the one line that says what ``field`` means. Raises KeyError for no field."""
    hint = get_type_hints(Rulebook, include_extras=True)[field]
    return str(hint.__metadata__[0].description)
