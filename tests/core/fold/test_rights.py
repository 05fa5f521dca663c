"""Assistants' rights: the chief gives and takes them, from what the chief had seen on."""

import itertools

import pytest

from shared.core import events as ev
from shared.core.events import Scope, entities
from shared.core.fold import Fold, fold
from tests.core.events_kit import (
    HALL,
    LAPTOP,
    ONE,
    REFEREE,
    ROOT,
    STRANGER,
    History,
    enrolled,
    games,
    key_of,
    opened_hall,
    rule,
)

ALL: tuple[Scope, ...] = ("hall", "pair", "rule")


@pytest.fixture
def past() -> History:
    """A hall whose chief is REFEREE; LAPTOP is an assistant."""
    past = opened_hall()
    opened = ev.TournamentOpened("Open", "UTC", key_of(ROOT), REFEREE)
    past.write(ROOT, entities.tournament(), opened)
    return past


def sets(past: History, *scopes: Scope, by: str = REFEREE, of: str = LAPTOP) -> ev.Event:
    return past.write(by, entities.rights(of), ev.RightsSet(scopes, past.cut(of)))


def scopes(past: History, node: str = LAPTOP) -> set[str]:
    return set(fold(ROOT, past.events).devices[node].scopes)


def reasons(past: History) -> list[str]:
    return [unforced.reason for unforced in fold(ROOT, past.events).unforced]


def test_an_assistant_without_the_right_to_rule_is_listed_and_not_in_force(past: History) -> None:
    sets(past, "hall", "pair")
    rule(past, LAPTOP, "D D")
    assert fold(ROOT, past.events).matches["m1"].result.outcome is None
    assert reasons(past) == ["the chief referee has taken the right 'rule' from its author"]
    assert scopes(past) == {"hall", "pair", "term", "admit"}


def test_rulings_before_the_right_was_taken_stand(past: History) -> None:
    rule(past, LAPTOP, "D D")
    sets(past, "hall")
    assert fold(ROOT, past.events).matches["m1"].result.outcome == games("D D")


def test_a_ruling_by_an_assistant_who_has_not_heard_of_it_does_not_count(past: History) -> None:
    taken = sets(past, "hall")
    rule(past, LAPTOP, "D D", seen=[])
    assert taken.id not in {unforced.event for unforced in fold(ROOT, past.events).unforced}
    assert len(reasons(past)) == 1


def test_rights_that_are_given_back_count_from_then_on(past: History) -> None:
    sets(past, "hall")
    lost = rule(past, LAPTOP, "D D")
    sets(past, *ALL)
    assert [u.event for u in fold(ROOT, past.events).unforced] == [lost.id]
    rule(past, LAPTOP, "L L")
    assert fold(ROOT, past.events).matches["m1"].result.outcome == games("L L")
    assert scopes(past) == {"hall", "pair", "rule", "term", "admit"}


def test_the_chief_gives_a_right_that_the_enrolment_did_not(past: History) -> None:
    past.write(ROOT, entities.device(STRANGER), enrolled(STRANGER, "referee", "hall"))
    rule(past, STRANGER, "W W")
    assert len(reasons(past)) == 1
    sets(past, "hall", "rule", of=STRANGER)
    rule(past, STRANGER, "D D")
    assert fold(ROOT, past.events).matches["m1"].result.outcome == games("D D")
    assert scopes(past, STRANGER) == {"hall", "rule"}


def test_keys_and_terms_are_never_given_nor_taken(past: History) -> None:
    past.write(ROOT, entities.device(STRANGER), enrolled(STRANGER, "referee", "hall"))
    sets(past, "hall", "term", "admit", of=STRANGER)
    sets(past)
    assert scopes(past, STRANGER) == {"hall"}
    assert scopes(past) == {"term", "admit"}
    past.write(LAPTOP, entities.device("ee" * 16), enrolled("ee" * 16))
    assert "ee" * 16 in fold(ROOT, past.events).devices


@pytest.mark.parametrize("by", [LAPTOP, HALL, ONE])
def test_only_the_chief_and_the_tournament_key_set_rights(past: History, by: str) -> None:
    sets(past, by=by)
    assert scopes(past) == {"hall", "pair", "rule", "term", "admit"}
    assert len(reasons(past)) == 1
    sets(past, by=ROOT)
    assert scopes(past) == {"term", "admit"}


@pytest.mark.parametrize("of", [REFEREE, HALL, ONE])
def test_rights_are_set_for_assistants_only(past: History, of: str) -> None:
    before = scopes(past, of)
    sets(past, "hall", of=of)
    assert scopes(past, of) == before
    assert reasons(past) == ["only the rights of the chief's assistants can be set"]


def test_without_a_chief_no_referee_sets_the_rights_of_another() -> None:
    past = opened_hall()
    sets(past)
    assert scopes(past) == {"hall", "pair", "rule", "term", "admit"}
    assert reasons(past) == ["only the chief referee sets the rights of assistants"]


def test_a_chief_whose_key_was_revoked_sets_no_rights_any_more(past: History) -> None:
    cut = past.cut(REFEREE)
    past.write(ROOT, entities.device(REFEREE), ev.DeviceRevoked(cut, "stolen"))
    sets(past)
    assert "rule" in scopes(past)


def test_narrower_of_two_concurrent_rights_counts(past: History) -> None:
    ent = entities.rights(LAPTOP)
    past.write(REFEREE, ent, ev.RightsSet(("hall", "rule")), seen=[])
    past.write(ROOT, ent, ev.RightsSet(("hall", "pair")), seen=[])
    assert scopes(past) == {"hall", "term", "admit"}


def test_rights_do_not_depend_on_the_order_of_arrival(past: History) -> None:
    base = past.events[:-1]
    sets(past, "hall")
    rule(past, LAPTOP, "D D")
    sets(past, *ALL)
    rule(past, LAPTOP, "L L")
    expected = fold(ROOT, past.events)
    for order in itertools.permutations(past.events[len(base) :]):
        hall = Fold(ROOT)
        hall.add(base)
        for event in order:
            hall.add([event])
            hall.state()
        assert hall.state() == expected
