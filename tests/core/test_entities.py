"""Entity names: what is built is read back, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import entities
from shared.core.entities import FAMILIES, MatchKey, Parsed, parse
from shared.core.events import FAMILY_OF, KINDS

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", fullmatch=True) | st.sampled_from(
    [*sorted(FAMILIES), "report", "pairing", "result", "draw", "1", "0", "presence"]
)
DIVISIONS = NAMES.filter(lambda name: name not in FAMILIES)
MATCHES = st.builds(MatchKey, DIVISIONS, st.integers(1, 999), NAMES)


@given(name=NAMES, token=NAMES)
def test_names_with_one_id_are_read_back(name: str, token: str) -> None:
    assert parse(entities.device(name)) == Parsed("device", name)
    assert parse(entities.table(name)) == Parsed("table", name)
    assert parse(entities.table_device(name)) == Parsed("table_device", name)
    assert parse(entities.player(name)) == Parsed("player", name)
    assert parse(entities.withdrawal(name)) == Parsed("withdrawal", name)
    assert parse(entities.table_report(name, token)) == Parsed("report", name)
    assert parse(entities.classification(name)) == Parsed("classification", name)
    assert parse(entities.refusal(name, token)) == Parsed("refusal", name)
    assert parse(entities.suspension(name)) == Parsed("suspension", name)
    assert parse(entities.rights(name)) == Parsed("rights", name)
    assert parse(entities.dues(name)) == Parsed("dues", name)
    assert parse(entities.payment(name)) == Parsed("payment", name)
    assert parse(entities.prizes(name)) == Parsed("prizes", name)
    assert parse(entities.title(name)) == Parsed("title", name)
    assert parse(entities.announcement(name)) == Parsed("announcement", name)
    assert parse(entities.private(name, "fees")) == Parsed("private", name)
    assert parse(entities.private_share(name)) == Parsed("private_share", name)
    assert parse(entities.TOURNAMENT) == Parsed("tournament")


@given(name=DIVISIONS, number=st.integers(1, 999))
def test_names_of_divisions_and_rounds_are_read_back(name: str, number: int) -> None:
    assert parse(entities.division(name)) == Parsed("division", name)
    assert parse(entities.pairing(name, number)) == Parsed("pairing", name, None, number)


@given(match=MATCHES, token=NAMES)
def test_names_of_a_match_are_read_back(match: MatchKey, token: str) -> None:
    def of(family: str) -> Parsed:
        return Parsed(family, match.division, match, match.round_no)

    assert parse(entities.presence(match, 0)) == of("presence")
    assert parse(entities.presence(match, 1)) == of("presence")
    assert parse(entities.call(match)) == of("call")
    assert parse(entities.draw(match)) == of("draw")
    assert parse(entities.control(match)) == of("control")
    assert parse(entities.clock(match)) == of("clock")
    assert parse(entities.result(match)) == of("result")
    assert parse(entities.sheets(match)) == of("sheets")
    assert parse(entities.order(match, token)) == of("order")
    assert parse(entities.match_report(match, token)) == of("report")
    assert parse(entities.draw_offer(match, 2, 31, 1)) == of("draw_offer")


@given(text=st.text() | st.text("a/1.-0", max_size=12))
def test_any_text_is_read_or_refused_without_an_exception(text: str) -> None:
    parsed = parse(text)

    assert parsed is None or parsed.family in set(FAMILY_OF.values())


@pytest.mark.parametrize(
    "ent",
    [
        "",
        "/",
        "table",
        "table/",
        "table/a b",
        "table/t1\n",
        "tournament/x",
        "men/0/pairing",
        "men/01/pairing",
        "men/1000/pairing",
        "men/-1/pairing",
        "men/²/pairing",
        "men/1/m/presence/2",
        "men/1/m/unknown",
        "men/1/m/result/more",
        "men/x/m/report/r",
        f"table/{'a' * 65}",
        "table/1/pairing",
        "player/1/m/report/r",
        "device/1/m/presence/0",
        "division/1/m/result",
    ],
)
def test_what_names_nothing_is_refused(ent: str) -> None:
    assert parse(ent) is None


@pytest.mark.parametrize("name", ["", "a/b", "a b", "-a", "é", "a" * 65, "a\n"])
def test_an_id_that_would_spoil_names_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be an id"):
        entities.table(name)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_a_division_is_not_called_like_other_entities(name: str) -> None:
    with pytest.raises(ValueError, match="choose another id"):
        entities.division(name)


def test_each_kind_speaks_about_a_family() -> None:
    assert FAMILY_OF.keys() == KINDS.keys()
