"""Groups of a rulebook's fields about people, places and pairing; those about time stand elsewhere.

Owns their fields and meanings. Holds no federation's numbers and carries nothing out.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

FirstRound = Literal["draw", "top_half_bottom_half"]
GroupOrder = Literal["draw", "rating"]
OddCents = Literal["higher_honor_points", "order_of_names"]
FirstPlaceTie = Literal["playoff_or_co_champions", "co_winners"]
RepeatBefore = Literal["never", "top_group", "any_group"]
Closeness = Literal["club", "state", "region"]
Count = Annotated[int, Meta(ge=0)]


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the groups."""


class HonorRule(Group, frozen=True, kw_only=True):
    """Honor points and the projection of dropouts (ACF-2.IV)."""

    drop_lowest: Annotated[
        int, Meta(ge=0, description="Lowest opponents left out of a player's honor points.")
    ]
    each_meeting_counts: Annotated[
        bool, Meta(description="Whether an opponent met twice counts for each meeting.")
    ]
    bye_honor: Annotated[int, Meta(ge=0, description="Honor points for a round without opponent.")]
    bye_is_dropped_item: Annotated[
        bool, Meta(description="Whether a bye can be the lowest opponent that is left out.")
    ]
    dropout_cap: Annotated[
        int, Meta(ge=0, description="Most match points a dropout is projected to.")
    ]
    dropout_rate_counts_byes: Annotated[
        bool, Meta(description="Whether a bye enters the rate at which a dropout is projected.")
    ]
    dropout_rate_counts_absence: Annotated[
        bool, Meta(description="Whether rounds missed before the withdrawal lower that rate.")
    ]


class SwissRule(Group, frozen=True, kw_only=True):
    """The decisions of the Swiss pairing (ACF-2.V)."""

    first_round: Annotated[FirstRound, Meta(description="How round 1 is paired.")]
    group_order: Annotated[
        GroupOrder, Meta(description="How players of equal match points are put in order.")
    ]
    re_pairing_rounds: Annotated[
        int,
        Meta(ge=0, description="Rounds before the last in which the lowest may meet again."),
    ]
    re_pairing_pairs: Annotated[
        int, Meta(ge=0, description="Lowest pairings of such a round that may be re-pairings.")
    ]
    repeat_before_breaking: Annotated[
        RepeatBefore,
        Meta(description="Which groups the lowest pairings repeat for, rather than breaking them."),
    ]
    last_round_keeps_groups: Annotated[
        bool, Meta(description="Whether in the last round groups go before fresh pairings.")
    ]
    forfeited_pairing_counts: Annotated[
        bool, Meta(description="Whether a published pairing counts as met, even if forfeited.")
    ]
    witness_assistants: Annotated[
        int, Meta(ge=0, description="Assistant referees who suffice as witnesses of the draw.")
    ]
    witness_players: Annotated[
        int, Meta(ge=0, description="Players who suffice as witnesses where no assistant does.")
    ]


class RoundRobinRule(Group, frozen=True, kw_only=True):
    """When a round robin is allowed, and what a withdrawal from it does (ACF-2.VI)."""

    max_players: Annotated[int, Meta(ge=2, description="Most players of a round robin.")]
    keep_after_rounds: Annotated[
        int, Meta(ge=0, description="Completed rounds from which a dropout's results stand.")
    ]
    ask_until_rounds: Annotated[
        int, Meta(ge=0, description="Below these completed rounds the referee is asked first.")
    ]
    void_is_rated: Annotated[
        bool, Meta(description="Whether games that become void are rated all the same.")
    ] = False


class LeavingRule(Group, frozen=True, kw_only=True):
    """What a player who has to leave takes along (APCA-30)."""

    keep_share: Annotated[
        tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]],
        Meta(description="Share of the opponents played, as a fraction, from which results stand."),
    ]
    unplayed_points: Annotated[
        int, Meta(ge=0, description="Points for each opponent not played, where results stand.")
    ]

    def __post_init__(self) -> None:
        """Refuse a share of more than all opponents."""
        if self.keep_share[0] > self.keep_share[1]:
            raise ValueError("keep_share is at most the whole: [3, 5] is 60 %")


class OpenPlayRule(Group, frozen=True, kw_only=True):
    """Who is to be played first in open play (APCA-34)."""

    first_play: Annotated[
        tuple[Closeness, ...],
        Meta(description="Opponents to play first, the closest in front."),
    ]
    violation_points: Annotated[
        int, Meta(ge=0, description="Points each player keeps of a match that broke this order.")
    ]


class LivesRule(Group, frozen=True, kw_only=True):
    """Double knock-out, counted in half-lives (DARK-KO)."""

    half_lives: Annotated[int, Meta(ge=1, description="Half-lives a player begins with.")]
    loss_costs: Annotated[int, Meta(ge=1, description="Half-lives that a lost match costs.")]
    tie_costs: Annotated[
        int, Meta(ge=0, description="Half-lives that a continued tie costs each player.")
    ]


class DrawSheetRule(Group, frozen=True, kw_only=True):
    """When the next match of a draw sheet begins (USBGF-2.2)."""

    next_start_ms: Annotated[
        int, Meta(ge=0, description="Time after both preceding matches to the next start.")
    ]
    sign_out_ms: Annotated[
        int, Meta(ge=0, description="Absence from the playing area that needs a sign-out.")
    ]


class EntryRule(Group, frozen=True, kw_only=True):
    """Who belongs to a division and what the entry costs (ACF-1.III, ACF-1.IV)."""

    fee_cents: Annotated[int, Meta(ge=0, description="Entry fee in cents.")]
    life_discount_cents: Annotated[
        int, Meta(ge=0, description="What a Life member pays less, in cents.")
    ]
    rating_min: Annotated[
        Count | None, Meta(description="Lowest rating of the division; none for the lowest one.")
    ]
    rating_max: Annotated[
        Count | None, Meta(description="Highest rating of the division; none for the highest one.")
    ]
    merge_below_players: Annotated[
        Count | None,
        Meta(description="Fewer players are merged upwards; none leaves it to the referee."),
    ]
    winner_plays_up_to: Annotated[
        str, Meta(description="Rulebook of the division that its winner has to play; or nothing.")
    ]
    winner_plays_up_for: Annotated[
        int, Meta(ge=0, description="Tournaments for which the winner has to play up.")
    ]

    def __post_init__(self) -> None:
        """Refuse a discount beyond the fee and ratings the wrong way round."""
        if self.life_discount_cents > self.fee_cents:
            raise ValueError("life_discount_cents is more than fee_cents")
        lowest, highest = self.rating_min, self.rating_max
        if lowest is not None and highest is not None and lowest > highest:
            raise ValueError("rating_min is above rating_max")


class TitleRule(Group, frozen=True, kw_only=True):
    """Titles that a division awards (ACF-1.XIII)."""

    first_place_tie: Annotated[
        FirstPlaceTie, Meta(description="What a first place tied in both points leads to.")
    ]
    junior_max_age: Annotated[
        int, Meta(ge=0, description="Oldest age, in years, of a Junior Champion.")
    ]
    junior_rank: Annotated[
        int, Meta(ge=1, description="Where the division stands for juniors; 1 outranks 2.")
    ]


class PrizeRule(Group, frozen=True, kw_only=True):
    """What the prize desk needs to know (ACF-1.III.B, ACF-1.XII, ACF-1.XIII.A, ACF-3.VI)."""

    associate_under_age: Annotated[
        Count | None, Meta(description="Age in years below which one may be an Associate.")
    ]
    form_from_cents: Annotated[
        Count | None, Meta(description="Prize money in cents from which a tax form is needed.")
    ]
    odd_cents: Annotated[OddCents, Meta(description="Who of tied players gets the odd cents.")]
    dropouts_excluded: Annotated[
        bool, Meta(description="Whether a dropout gets no place and no prize.")
    ]
    sheet_copies: Annotated[
        int, Meta(ge=0, description="Copies of a match's games due before the next round.")
    ]
