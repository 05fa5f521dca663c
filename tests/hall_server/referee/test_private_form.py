"""Private facts at the dashboard: shown when asked for, versions side by side, no tax number."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.derived.people import private_facts as facts
from hall_server.referee.derived.people.registration import Objection
from shared.core.events import Fees, Person, PlayerRegistered, TaxForm
from shared.core.state import Division, HallState, Player
from shared.core.state.office import Known
from shared.port import PrivateChanged
from tests.hall_server.referee.halls import START, Desk, keys
from tests.store.private_kit import ANN as ANNS
from tests.store.private_kit import OWES, SECRETS
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]
MASTERS = Division("masters", "Masters", "acf-masters", 12, "", first_day="2022-08-15")
ANN = Player("p1", "Ann Lee", "masters", 2100, "Glasgow", flags=("junior", "life"))
BO = Player("p2", "Bo King", "masters", 2050, "")
KNOWN = Known((ANNS,), (OWES,))
OTHER = msgspec.structs.replace(ANNS, phone="+1 555 0199")


def registered() -> HallState:
    return hall(players=(ANN, BO), divisions=(MASTERS,))


def form(player: Player = ANN, known: Known = KNOWN, **typed: str) -> facts.Filled | Objection:
    said = {**facts.values(player, known), **typed}
    return facts.read_form(registered(), player, said, START)


async def opened(desk: Desk, pilot: Pilot[None], **known: Known) -> None:
    await pilot.pause()
    desk.tell(registered())
    if known:
        desk.port.tell(PrivateChanged(known))
    await pilot.pause()
    await keys(pilot, "r", "home", "down")
    while desk.app.screen.chosen != ANN:  # type: ignore[attr-defined]
        await keys(pilot, "up")


def test_a_form_that_is_not_touched_writes_nothing() -> None:
    filled = form(born="2001-01-01")
    assert isinstance(filled, facts.Filled)
    untouched = form(BO, Known())
    assert isinstance(untouched, facts.Filled)
    assert facts.drafts(BO, Known(), untouched) == ()


def test_only_the_topic_that_changed_is_written() -> None:
    filled = form(BO, KNOWN, paid="35")
    assert isinstance(filled, facts.Filled)
    drafts = facts.drafts(BO, KNOWN, filled)
    assert isinstance(drafts, tuple)
    assert [(d.ent, d.body) for d in drafts] == [
        ("player/p2/private/fees", Fees(3500, 3500, OWES.note))
    ]


@pytest.mark.clause("ACF-1.XIII.D")
def test_a_birth_date_sets_the_flag_that_everybody_sees_and_no_more() -> None:
    filled = form(BO, Known(), born="2002-01-01", member="associate")
    assert isinstance(filled, facts.Filled)
    drafts = facts.drafts(BO, Known(), filled)
    assert isinstance(drafts, tuple)
    person, open_to_all = (draft.body for draft in drafts)
    assert person == Person("2002-01-01")
    assert isinstance(open_to_all, PlayerRegistered)
    assert open_to_all.flags == ("junior", "associate")
    assert "2002" not in repr(open_to_all)


@pytest.mark.clause("ACF-1.III.B")
@pytest.mark.parametrize(("born", "allowed"), [("2001-08-16", True), ("2001-08-15", False)])
async def test_associate_who_is_21_on_the_first_day_is_refused_in_the_form(
    born: str, allowed: bool
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, p1=Known((Person(born),)))
        await keys(pilot, "P", *["down"] * 9, "ctrl+u", *"associate", "enter")
        refused = "too old for an Associate" in " ".join(screen_text(desk.app).split())
        assert (refused, bool(desk.port.drafts)) == (not allowed, allowed)


@pytest.mark.clause("ACF-3.VI")
def test_the_tax_form_is_noted_and_a_tax_number_is_refused() -> None:
    filled = form(tax="needed", tax_note="asked at the desk")
    assert isinstance(filled, facts.Filled)
    assert filled.facts[2] == TaxForm("needed", "asked at the desk")
    for number in ("123-45-6789", "SSN 123 45 6789", "123456789."):
        for field in ("tax_note", "fee_note"):
            refused = form(**{field: number})
            assert isinstance(refused, Objection)
            assert (refused.field, "stays on paper" in refused.sentence) == (field, True)


async def test_tax_form_and_membership_are_chosen_and_not_spelt() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, p1=Known())
        await keys(pilot, "P", *["down"] * 7, "space")
        assert "needed" in screen_text(desk.app)
        await keys(pilot, "right", "right", "left", "x", "r", "backspace", "n")
        await keys(pilot, "down", "down", "ctrl+u", "a", "l", "enter")
        [tax, player] = (draft.body for draft in desk.port.drafts)
        assert tax == TaxForm("needed", "")
        assert isinstance(player, PlayerRegistered)
        assert player.flags == ("junior", "associate", "life")


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("born", "5.6.1987", "YYYY-MM-DD"),
        ("born", "1987-02-30", "YYYY-MM-DD"),
        ("phone", "5" * 61, "Phone has more than 60 letters."),
        ("address", "x" * 301, "Address has more than 300 letters."),
        ("due", "a lot", "an amount such as 35"),
    ],
)
def test_error_is_said_with_its_field(field: str, text: str, words: str) -> None:
    refused = form(**{field: text})
    assert isinstance(refused, Objection)
    assert refused.field == field
    assert words in refused.sentence


def test_two_versions_are_told_and_what_is_saved_settles_them() -> None:
    two = Known((ANNS, OTHER), (OWES,))
    told = facts.remarks(two)
    assert told[-1] == f"Phone: {ANNS.phone} or {OTHER.phone}"
    filled = form(BO, two)
    assert isinstance(filled, facts.Filled)
    drafts = facts.drafts(BO, two, filled)
    assert isinstance(drafts, tuple)
    assert [draft.body for draft in drafts if draft.ent.endswith("person")] == [ANNS]


def test_value_sealed_to_other_keys_is_not_overwritten_blindly() -> None:
    closed = Known(fees=(OWES,), unread=("person",))
    assert "sealed to other keys than this laptop's" in facts.remarks(closed)[0]
    filled = form(BO, closed, phone="1")
    assert isinstance(filled, facts.Filled)
    refused = facts.drafts(BO, closed, filled)
    assert isinstance(refused, Objection)
    assert refused.sentence == "The birth date and contact cannot be changed here yet."
    fees = form(BO, closed, paid="35")
    assert isinstance(fees, facts.Filled)
    assert len(facts.drafts(BO, closed, fees)) == 1  # type: ignore[arg-type]


def test_the_summary_says_what_is_owed() -> None:
    assert facts.summary(KNOWN) == "Owes $20.00 of $35.00."
    assert facts.summary(Known(fees=(Fees(3500, 3500),))) == "Has paid $35.00."
    assert facts.summary(Known()) == ""
    assert "Two versions of fees: P shows them." in facts.summary(Known(fees=(OWES, Fees())))


@pytest.mark.parametrize("size", SIZES)
async def test_the_form_is_filled_and_sealed_facts_are_written(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, p1=Known((ANNS, OTHER), (OWES,)))
        assert not [s for s in SECRETS if s in screen_text(desk.app)]
        await keys(pilot, "P")
        assert_screen(desk.app, "private-form")
        await keys(pilot, "down", "ctrl+u", *"911", "enter")
        assert [
            draft.body for draft in desk.port.drafts if draft.ent.startswith("player/p1/p")
        ] == [msgspec.structs.replace(ANNS, phone="911")]
        assert "Ann Lee: privat" in screen_text(desk.app)


async def test_change_by_another_referee_is_shown_before_it_is_overwritten() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, p1=KNOWN)
        await keys(pilot, "P", "down", "ctrl+u", *"911")
        desk.port.tell(PrivateChanged({"p1": Known((OTHER,), (OWES,))}))
        await pilot.pause()
        await keys(pilot, "enter")
        shown = " ".join(screen_text(desk.app).split())
        assert f"Phone: elsewhere {OTHER.phone}" in shown
        assert "changed elsewhere while you typed" in shown
        assert desk.port.drafts == []
        await keys(pilot, "enter")
        assert desk.port.drafts[0].body == msgspec.structs.replace(ANNS, phone="911")


async def test_a_laptop_that_opened_nothing_says_why() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        await keys(pilot, "P")
        assert "has not opened the private facts" in " ".join(screen_text(desk.app).split())


async def test_trouble_with_the_file_is_said() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot)
        desk.port.tell(PrivateChanged({}, "private.db is not up to date."))
        desk.later(1_000)
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        assert "private.db is not up to date." in screen_text(desk.app)
