"""The referee's office: announcements reach their audience for their time."""

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.events.measures import Suspended
from shared.core.fold import fold
from shared.core.state.office import Office
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    ROOT,
    START,
    History,
    decides,
    opened_hall,
)

LUNCH = entities.announcement("lunch")


@pytest.fixture
def past() -> History:
    return opened_hall()


def office(past: History) -> Office:
    return fold(ROOT, past.events).office


def texts(past: History, now: int, place: str, division: str | None = None) -> list[str]:
    return [said.text for said in office(past).announced(now, place, division)]  # type: ignore[arg-type]


def test_announcement_is_in_force_until_it_ends(past: History) -> None:
    past.write(REFEREE, LUNCH, ev.AnnouncementMade("Lunch at one.", START + 60_000))
    assert texts(past, START + 59_999, "kiosk") == ["Lunch at one."]
    assert texts(past, START + 60_000, "kiosk") == []


def test_an_announcement_that_is_taken_back_stands_nowhere(past: History) -> None:
    past.write(REFEREE, LUNCH, ev.AnnouncementMade("Lunch at one.", START + 60_000))
    past.write(HALL, LUNCH, ev.AnnouncementMade("Lunch at one.", 0))
    assert texts(past, START, "kiosk") == texts(past, START, "tables") == []


def test_the_newest_is_told_first_and_only_where_it_is_meant(past: History) -> None:
    for token, audience, division in (("a", "all", ""), ("b", "kiosk", ""), ("c", "tables", "men")):
        body = ev.AnnouncementMade(token, START * 2, audience, division)  # type: ignore[arg-type]
        past.write(REFEREE, entities.announcement(token), body)
    assert texts(past, START, "kiosk") == ["b", "a"]
    assert texts(past, START, "tables", "men") == ["c", "a"]
    assert texts(past, START, "tables", "women") == ["a"]
    assert texts(past, START, "tables", "") == ["a"]


def test_two_texts_side_by_side_are_a_conflict_and_a_table_may_announce_nothing(
    past: History,
) -> None:
    past.write(REFEREE, LUNCH, ev.AnnouncementMade("One.", START), seen=[])
    past.write(LAPTOP, LUNCH, ev.AnnouncementMade("Two.", START), seen=[])
    stray = past.write(ONE, entities.announcement("x"), ev.AnnouncementMade("Free beer.", START))
    state = fold(ROOT, past.events)
    assert [alarm.ent for alarm in state.alarms] == [LUNCH]
    assert list(state.office.announcements) == [LUNCH]
    assert [unforced.event for unforced in state.unforced] == [stray.id]


def test_a_player_is_where_the_committee_puts_them_and_their_choice_is_kept(
    past: History,
) -> None:
    ent = entities.classification("ann")
    past.write(REFEREE, ent, ev.PlayerClassified("women", "A. Clark", "Rating 2100"))
    ann = fold(ROOT, past.events).players["ann"]
    assert (ann.division, ann.named_division) == ("women", "men")
    assert ann.classified is not None
    assert (ann.classified.by, ann.classified.why) == ("A. Clark", "Rating 2100")
    past.write(HALL, entities.player("ann"), ev.PlayerRegistered("Ann", "boys", 2100))
    ann = fold(ROOT, past.events).players["ann"]
    assert (ann.division, ann.named_division, ann.rating) == ("women", "boys", 2100)


def test_a_refused_challenge_is_kept_with_what_came_of_it(past: History) -> None:
    ent = entities.refusal("ann", "ben")
    past.write(REFEREE, ent, ev.ChallengeRefused("refused", "wants lunch"))
    [refused] = office(past).refusals.values()
    assert (refused.refuser, refused.challenger, refused.state) == ("ann", "ben", "refused")
    past.write(REFEREE, ent, ev.ChallengeRefused("ready"))
    assert office(past).refusals[ent].state == "ready"


def test_a_suspension_stands_until_it_is_lifted(past: History) -> None:
    ent = entities.player_decision("ann")
    out = past.write(REFEREE, ent, decides(Suspended()))
    past.write(HALL, entities.player_decision("ben"), decides(Suspended()))
    players = fold(ROOT, past.events).players
    assert players["ben"].suspended is None
    suspended = players["ann"].suspended
    assert suspended is not None
    assert (suspended.event, suspended.clause, suspended.reason) == (out.id, "ACF-1.XI", "seen")
    past.write(REFEREE, ent, decides(replaces=[out.id]))
    assert fold(ROOT, past.events).players["ann"].suspended is None
