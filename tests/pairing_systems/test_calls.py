"""Which matches can be called when, for players who stand in several brackets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.core.rulebooks.groups import DrawSheetRule
from shared.pairing.draw_sheet.build import Placing, single_elimination
from shared.pairing.draw_sheet.calls import Call, Event, Ref, calls
from shared.pairing.draw_sheet.sheet import Lengths, SheetEntry, SheetResult
from tests.pairing_systems.sheets import single

MINUTE = 60_000
OPENS = 9 * 60 * MINUTE


def rule() -> DrawSheetRule:
    found = rulebook("usbgf").draw_sheet
    assert found is not None
    return found


def by_ref(found: tuple[Call, ...]) -> dict[Ref, Call]:
    return {call.ref: call for call in found}


def doubles() -> Event:
    pairs = [SheetEntry("x", ("p1", "p2")), SheetEntry("y", ("p3", "p9"))]
    sheet = single_elimination("Doubles", pairs, Placing("s", ["x", "y"]), Lengths((5,)))
    return Event(sheet, {})


@pytest.mark.clause("USBGF-2.2c")
def test_a_match_starts_ten_minutes_after_both_preceding_matches_have_ended() -> None:
    sheet = single(4)
    results = {"M1-1": SheetResult("1"), "M1-2": SheetResult("2")}
    ended = {Ref("Open", "M1-1"): OPENS + 40 * MINUTE, Ref("Open", "M1-2"): OPENS + 65 * MINUTE}
    (final,) = calls([Event(sheet, results)], rule=rule(), opens_at=OPENS, ended=ended)
    assert final.ref == Ref("Open", "M2-1")
    assert final.starts_at == OPENS + 75 * MINUTE
    assert final.can_start
    assert (final.entries, final.players, final.length) == (("1", "2"), ("p1", "p2"), 7)


@pytest.mark.clause("USBGF-2.2c")
def test_with_no_preceding_match_it_starts_when_the_event_opens() -> None:
    found = calls([Event(single(5), {})], rule=rule(), opens_at=OPENS, ended={})
    assert [(call.ref.match, call.starts_at) for call in found] == [
        ("M1-2", OPENS),
        ("M2-2", OPENS),
    ]
    one_side = calls(
        [Event(single(5), {"M1-2": SheetResult("5")})],
        rule=rule(),
        opens_at=OPENS,
        ended={Ref("Open", "M1-2"): OPENS + MINUTE},
    )
    assert by_ref(one_side)[Ref("Open", "M2-1")].starts_at == OPENS + 11 * MINUTE


@pytest.mark.clause("USBGF-2.2c")
def test_a_preceding_match_in_another_bracket_counts_too() -> None:
    events = [Event(single(4), {}), Event(doubles().sheet, {"M1-1": SheetResult("x")})]
    ended = {Ref("Doubles", "M1-1"): OPENS + 30 * MINUTE}
    found = by_ref(calls(events, rule=rule(), opens_at=OPENS, ended=ended))
    assert found[Ref("Open", "M1-1")].starts_at == OPENS + 40 * MINUTE


def test_player_is_never_called_to_two_matches_at_once() -> None:
    events = [Event(single(4), {}), doubles()]
    in_play = [Ref("Open", "M1-1")]
    found = by_ref(calls(events, rule=rule(), opens_at=OPENS, ended={}, in_play=in_play))
    assert set(found) == {Ref("Open", "M1-2"), Ref("Doubles", "M1-1")}
    assert found[Ref("Open", "M1-2")].can_start
    waits = found[Ref("Doubles", "M1-1")].waits_for
    assert waits == (Ref("Open", "M1-1"), Ref("Open", "M1-2"))
    assert found[Ref("Doubles", "M1-1")].playing == (Ref("Open", "M1-1"),)
    [rival] = found[Ref("Open", "M1-2")].rivals(tuple(found.values()))
    assert rival.ref == Ref("Doubles", "M1-1")


def test_waiting_match_does_not_delay_others() -> None:
    events = [doubles(), Event(single(4), {})]
    found = by_ref(
        calls(events, rule=rule(), opens_at=OPENS, ended={}, in_play=[Ref("Open", "M1-1")])
    )
    assert found[Ref("Doubles", "M1-1")].waits_for == (Ref("Open", "M1-1"),)
    assert found[Ref("Open", "M1-2")].can_start


@given(st.integers(2, 16), st.integers(2, 16), st.integers(0, 3))
def test_all_that_can_start_can_start_together(one: int, other: int, taken: int) -> None:
    events = [Event(single(one, "Open"), {}), Event(single(other, "Limited"), {})]
    first = [call for call in calls(events, rule=rule(), opens_at=0, ended={}) if call.can_start]
    in_play = [call.ref for call in first[:taken]]
    found = calls(events, rule=rule(), opens_at=0, ended={}, in_play=in_play)
    startable = [call for call in found if call.can_start]
    busy = [player for call in first[:taken] for player in call.players]
    called = [player for call in startable for player in call.players]
    assert len({*busy, *called}) == len(busy) + len(called)


def test_impossible_setting_is_refused() -> None:
    event = Event(single(4), {})
    with pytest.raises(ValueError, match="same title"):
        calls([event, event], rule=rule(), opens_at=0, ended={})
    done = Event(single(4), {"M1-1": SheetResult("1")})
    with pytest.raises(ValueError, match="M1-1 of Open is finished, but has no end"):
        calls([done], rule=rule(), opens_at=0, ended={})
    with pytest.raises(ValueError, match="M2-1 of Open cannot be in play"):
        calls([event], rule=rule(), opens_at=0, ended={}, in_play=[Ref("Open", "M2-1")])


def test_one_person_at_two_tables_leaves_the_board_as_it_is() -> None:
    both = [Ref("Open", "M1-1"), Ref("Doubles", "M1-1")]
    events = [Event(single(4), {}), doubles()]
    [call] = calls(events, rule=rule(), opens_at=0, ended={}, in_play=both)
    assert call.ref == Ref("Open", "M1-2")
    assert call.playing == (Ref("Doubles", "M1-1"),)
