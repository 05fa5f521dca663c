"""Counts, orders and PINs in a table's day: begun, carried on, and carried out once."""

import pytest

from shared.core import clock as c
from shared.core.day import IllegalEntry, Session, step
from shared.core.day import entries as e
from shared.core.draughts.counts import NoCount, Quiet, begin_announced
from shared.core.events import measures as m
from shared.core.rulebooks import rulebook
from tests.core.day.day_kit import D, at_table, games, refused

POOL = rulebook("apca").counts
assert POOL is not None


def playing(book: str, control: str = "unclocked") -> Session:
    return step(at_table(book, control), e.Started(0))


def made(session: Session) -> tuple[int, int]:
    rule = session.info.book.counts
    assert rule is not None
    assert session.counting is not None
    return session.counting.made(rule)


@pytest.mark.clause("APCA-26", "APCA-27", "APCA-28")
def test_an_announced_count_takes_side_and_limit_from_the_rulebook() -> None:
    found = {
        kind: begin_announced(POOL, kind, 1) for kind in ("strength", "lone_king", "long_line")
    }
    assert {kind: (count.seat, count.limit) for kind, count in found.items()} == {  # type: ignore[union-attr]
        "strength": (1, 30), "lone_king": (1, 13), "long_line": (0, 5),
    }  # fmt: skip
    for kind in ("quiet", "advantage", "repetition"):
        with pytest.raises(NoCount):
            begin_announced(POOL, kind, 0)


@pytest.mark.clause("ACF-3.I")
def test_forty_moves_of_each_side_are_counted_by_presses() -> None:
    session = step(playing("acf-masters", "90:00"), e.CountBegun("quiet", 0, 1))
    for n in range(79):
        session = step(session, e.Pressed(0 if n % 2 == 0 else 1, 10 + n))
    assert made(session) == (39, 40)
    assert session.counting is not None
    assert isinstance(session.counting.count, Quiet)
    session = step(session, e.Pressed(1, 200))
    assert session.counting is not None
    assert session.counting.full(session.info.book.counts)  # type: ignore[arg-type]
    assert made(step(session, e.CountAnew(201))) == (0, 40)


@pytest.mark.clause("APCA-26")
def test_taps_and_the_plus_key_count_like_presses_and_another_side_does_not() -> None:
    session = step(playing("apca"), e.CountBegun("strength", 1, 1))
    for entry in (
        e.Clocked(c.Plus(1, 2)),
        e.Clocked(c.Plus(0, 3)),
        e.Pressed(0, 4),
        e.Pressed(1, 5),
    ):
        session = step(session, entry)
    assert made(session) == (2, 30)


def test_a_count_that_the_sheet_does_not_know_is_refused_in_a_sentence() -> None:
    refused(playing("apca"), e.CountBegun("quiet", 0, 1), "This count cannot begin")
    refused(playing("contest"), e.CountBegun("quiet", 0, 1), "No moves are counted")
    refused(playing("apca"), e.CountAnew(1), "No move count is running")
    session = step(playing("apca"), e.CountBegun("lone_king", 0, 1))
    refused(session, e.CountAnew(1), "goes on through captures")


def test_a_count_ends_with_its_game() -> None:
    session = step(playing("apca"), e.CountBegun("strength", 1, 1))
    assert step(session, e.GameOver(9, D)).counting is None
    assert games(at_table("apca"), D).counting is None


@pytest.mark.clause("ACF-3.IV")
def test_the_opponents_tapped_move_refuses_the_offer_and_the_players_own_does_not() -> None:
    session = step(playing("acf-majors"), e.MovesTimed("five_minutes", 1))
    session = step(step(session, e.DrawOffered(0, 2)), e.Clocked(c.Tap(3)))
    assert session.open_offer is not None
    session = step(session, e.Clocked(c.Tap(4)))
    assert [offer.answer for offer in session.draws] == ["refused"]


@pytest.mark.clause("ACF-1.X.A.e")
def test_the_referees_word_is_carried_out_once() -> None:
    session = playing("acf-majors", "90:00")
    entry = e.Ordered("t-1", m.TimeAdded(60_000, 0), 1, "ACF-1.X.A.e", "Stuck.")
    after = step(session, entry)
    assert after.clock is not None
    assert after.clock.main == (91 * 60_000, 90 * 60_000)
    refused(after, entry, "carried out already")


@pytest.mark.clause("ACF-1.X.B.a", "ACF-1.X.A.i")
@pytest.mark.parametrize(
    "measure", [m.ClockAssigned("30:00", "game"), m.ClockAssigned("45:00", "match")]
)
def test_what_the_sheet_forbids_is_not_carried_out_by_the_referees_word_either(
    measure: m.OfTable,
) -> None:
    session = playing("acf-majors")
    with pytest.raises(IllegalEntry, match=r"ACF-1\.X\.B\.a"):
        step(session, e.Ordered("a", measure, 1))
    refused(
        playing("acf-masters", "90:00"), e.Ordered("a", m.MovesTimed("lowder"), 1), "No such rule"
    )


def test_a_pin_is_set_by_who_sits_and_once() -> None:
    session = at_table("acf-majors", "90:00")
    session = step(session, e.PinSet(0, "hash"))
    assert session.pins == ("hash", "")
    refused(session, e.PinSet(0, "other"), "has a PIN already")
