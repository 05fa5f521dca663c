"""Committees: three votes on a game, and votes cast on an appeal."""

from itertools import product

import pytest

from shared.core.events.votes import Appeal, Ballot, Vote, adjudicated, appealed
from shared.core.match.outcome import Code


def votes(*ballots: Ballot) -> tuple[Vote, ...]:
    return tuple(Vote(f"member {n}", ballot) for n, ballot in enumerate(ballots))


@pytest.mark.clause("ACF-1.X.B.d")
def test_only_three_equal_votes_for_a_win_win() -> None:
    expected = {("first",) * 3: Code.WIN, ("second",) * 3: Code.LOSS}
    ballots: tuple[Ballot, ...] = ("first", "second", "draw")
    for cast in product(ballots, repeat=3):
        assert adjudicated(votes(*cast)) == expected.get(cast, Code.DRAW)  # type: ignore[arg-type]


@pytest.mark.clause("ACF-1.X.B.d")
@pytest.mark.parametrize("cast", [(), ("first",) * 2, ("first",) * 4, ("first", "first", "change")])
def test_a_committee_has_three_members_who_vote_on_the_game(cast: tuple[Ballot, ...]) -> None:
    with pytest.raises(ValueError, match=r"members|votes"):
        adjudicated(votes(*cast))


@pytest.mark.clause("USBGF-5")
@pytest.mark.parametrize(
    ("cast", "expected"),
    [
        (("change", "change", "uphold"), Appeal(True, 2, 3)),
        (("change", "uphold"), Appeal(False, 1, 2)),
        (("change", "abstain", "abstain"), Appeal(True, 1, 1)),
        (("uphold", "uphold", "change", "change"), Appeal(False, 2, 4)),
    ],
)
def test_more_than_half_of_the_votes_cast_change_a_ruling(
    cast: tuple[Ballot, ...], expected: Appeal
) -> None:
    assert appealed(votes(*cast)) == expected


def test_a_vote_twice_or_no_vote_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="votes once"):
        appealed((Vote("Lee", "change"), Vote("lee", "uphold")))
    with pytest.raises(ValueError, match="no vote was cast"):
        appealed(votes("abstain"))
