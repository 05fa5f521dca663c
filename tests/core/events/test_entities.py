"""Entity names: what is built is read back, and nothing else is read."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import KINDS, entities
from shared.core.events.entities import ENTITIES, ROOTS, Entity, MatchKey, Parsed, parse
from shared.core.match.outcome import Seat
from shared.core.state import HallState

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", fullmatch=True) | st.sampled_from(
    [*sorted(ROOTS), "report", "pairing", "result", "draw", "1", "0", "presence"]
)
DIVISIONS = NAMES.filter(lambda name: name not in ROOTS)
MATCHES = st.builds(MatchKey, DIVISIONS, st.integers(1, 999), NAMES)


SLOTS: dict[str, st.SearchStrategy[str]] = {
    "DIVISION": DIVISIONS,
    "ROUND": st.integers(1, 999).map(str),
    "NUMBER": st.integers(1, 999_999).map(str),
    "SEAT": st.sampled_from("01"),
    "TOPIC": st.sampled_from(["person", "fees", "tax"]),
}
READABLE = [entity for entity in ENTITIES if entity.part is not None]


@given(data=st.data(), entity=st.sampled_from(READABLE))
def test_every_name_is_read_back_as_what_it_names(data: st.DataObject, entity: Entity) -> None:
    parts = [
        word if fixed else data.draw(SLOTS.get(word, NAMES), word)
        for word, fixed in zip(entity.words, entity.shape, strict=True)
    ]
    filled = dict(zip(entity.words, parts, strict=True))
    ids = [part for part, fixed in zip(parts, entity.shape, strict=True) if not fixed]
    number = int(filled.get("ROUND") or filled.get("NUMBER") or 0)
    match = MatchKey(filled["DIVISION"], number, filled["UID"]) if "UID" in entity.words else None
    ident = "" if not ids or entity is entities.term else ids[0]

    parsed = parse("/".join(parts))

    # A match may have a name that is a word elsewhere: the fact of a round comes first.
    if filled.get("UID") in ("preview",) and len(parts) == 4:
        assert parsed is not None
        return
    assert parsed == Parsed(entity, ident, match, number)


@given(match=MATCHES, token=NAMES, seat=st.sampled_from([0, 1]))
def test_names_are_built_as_they_are_read(match: MatchKey, token: str, seat: Seat) -> None:
    division, number, uid = match
    assert entities.tournament() == "tournament"
    assert entities.term(number) == f"term/{number}"
    assert entities.player(token) == f"player/{token}"
    assert entities.refusal(uid, token) == f"player/{uid}/refusal/{token}"
    assert entities.lead(division, number) == f"division/{division}/lead/{number}"
    assert entities.pairing(division, number) == f"{division}/{number}/pairing"
    assert entities.preview(division, number, token) == f"{division}/{number}/preview/{token}"
    assert entities.clock(match) == f"{match}/clock"
    assert entities.presence(match, seat) == f"{match}/presence/{seat}"
    offer = entities.offer_token(2, 31, seat)
    assert entities.draw_offer(match, offer) == f"{match}/draw_offer/2.31.{seat}"


@given(text=st.text() | st.text("a/1.-0", max_size=12))
def test_any_text_is_read_or_refused_without_an_exception(text: str) -> None:
    parsed = parse(text)

    assert parsed is None or parsed.entity in READABLE


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
def test_name_of_no_entity_is_refused(ent: str) -> None:
    assert parse(ent) is None


@pytest.mark.parametrize("name", ["", "a/b", "a b", "-a", "é", "a" * 65, "a\n"])
def test_an_id_that_would_spoil_names_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be an id"):
        entities.table(name)


@pytest.mark.parametrize("name", sorted(ROOTS))
def test_a_division_is_not_called_like_other_entities(name: str) -> None:
    with pytest.raises(ValueError, match="choose another id"):
        entities.division(name)


def test_every_entity_has_a_kind_of_event_that_speaks_about_it() -> None:
    assert {entity.family for entity in READABLE} == {kind.about.family for kind in KINDS.values()}


@pytest.mark.parametrize("entity", READABLE, ids=lambda entity: str(entity.pattern))
def test_entities_are_told_in_a_part_of_the_state(entity: Entity) -> None:
    assert entity.part in {field.name for field in msgspec.structs.fields(HallState)}
