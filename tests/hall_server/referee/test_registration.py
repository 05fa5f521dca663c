"""Registration: entering, editing, classifying with who and why, merging upwards, late entries."""

import msgspec
import pytest
from textual.events import Key
from textual.widgets import Static

from hall_server.referee.derived.people import registration as reg
from shared.core.events import PlayerClassified, PlayerRegistered, PlayerWithdrawn
from shared.core.state import Classified, Division, HallState, Player, Table
from tests.hall_server.referee.halls import START, Desk, keys, match, moment, opened
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]
DIVISIONS = (
    Division("masters", "Masters", "acf-masters", 12, ""),
    Division("majors", "Majors", "acf-majors", 10, ""),
    Division("minors", "Minors", "acf-minors", 10, ""),
)
ANN = Player("p1", "Ann Lee", "masters", 2100, "Glasgow")
BO = Player("p2", "Bo King", "majors", 2050, "")
CY = Player("p3", "Cy Ortega", "minors", 1500, "Newport", seed=2, table="t1")
DEE = Player("p4", "Dee Novák", "minors", 0, "", withdrawn_after=0)


def registered(*more: Player, paired: bool = False) -> HallState:
    players = {player.id: player for player in (ANN, BO, CY, DEE, *more)}
    matches = (match("m1", "t1", ("p1", "p9")),) if paired else ()
    tables = (Table("t1", "1", ""), Table("t2", "2", ""))
    return hall(players=list(players.values()), divisions=DIVISIONS, matches=matches, tables=tables)


@pytest.mark.clause("ACF-1.IV.C")
@pytest.mark.parametrize("size", SIZES)
async def test_list_names_players_who_belong_elsewhere(size: tuple[int, int]) -> None:
    desk = Desk()
    put = Classified("A. Clark", "Won the qualifier", START, "minors")
    eve = Player("p5", "Eve Moreau", "majors", 1650, "Lyon", classified=put)
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, registered(eve), "r")
        await keys(pilot, "down", "down")
        assert_screen(desk.app, "registration")


@pytest.mark.clause("USBGF-2.2c")
async def test_the_two_of_a_pair_are_named_at_the_desk_and_known_in_their_other_divisions() -> None:
    desk = Desk()
    pair = Player("p5", "Ann & Bo", "minors", 0, "")
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(pair), "r")
        await keys(pilot, "enter", *["down"] * 7, *"Ann Lee, Bo King, Cy Ortega", "enter")
        assert "or the two of a pair: Ann, Bo." in screen_text(desk.app)
        await keys(pilot, *["backspace"] * 11, "enter", "enter")
        draft = desk.port.drafts[0]
        assert isinstance(draft.body, PlayerRegistered)
        assert (draft.ent, draft.body.people) == ("player/p5", ("Ann Lee", "Bo King"))
        linked = msgspec.structs.replace(pair, people=draft.body.people)
        assert reg.about(moment(registered(linked)), linked).endswith(
            "Also plays in Masters (Ann Lee), Majors (Bo King)."
        )
        assert "Also plays in Minors (Ann & Bo)." in reg.about(moment(registered(linked)), ANN)


@pytest.mark.clause("ACF-1.III.C")
@pytest.mark.parametrize("size", SIZES)
async def test_player_names_their_division_and_is_entered(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "N", "down", "enter")
        await keys(pilot, *"Flo", "down", *"1800", "down", *"Dundee")
        for _ in range(4):
            await keys(pilot, "down")
        await keys(pilot, "2")
        assert_screen(desk.app, "player-form")
        await keys(pilot, "enter")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p5-fakefa"
        assert draft.body == PlayerRegistered("Flo", "majors", 1800, "Dundee", table="t2")


async def test_an_edit_keeps_what_it_does_not_touch() -> None:
    doubles = msgspec.structs.replace(CY, people=("Cy", "Di"), plays_up_to="acf-majors")
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(doubles), "r")
        await keys(pilot, "end", "enter", "down", *"99999", "enter")
        assert "up to 9999" in screen_text(desk.app)
        await keys(pilot, *["backspace"] * 5, *"1505", "enter")
        [draft] = desk.port.drafts
        assert draft.body == PlayerRegistered(
            "Cy Ortega", "minors", 1505, "Newport", seed=2, table="t1", people=("Cy", "Di"),
            plays_up_to="acf-majors",
        )  # fmt: skip


async def test_an_edit_keeps_what_another_desk_wrote_meanwhile() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "end", "enter", "down", *["backspace"] * 4, *"1505")
        elsewhere = msgspec.structs.replace(CY, club="Leeds", flags=("junior",))
        desk.tell(registered(elsewhere))
        await keys(pilot, "enter")
        [draft] = desk.port.drafts
        after = msgspec.structs.replace(elsewhere, rating=1505)
        assert draft.body == reg.entry(after).body


def test_two_desks_that_register_unseen_by_each_other_register_two_players() -> None:
    state = registered()
    idents = {reg.new_player(state, "masters", desk * 16).id for desk in ("ab", "cd")}
    assert len(idents) == 2


@pytest.mark.parametrize(("key", "words"), [("C", "Which division?"), ("enter", "Minors, edit")])
async def test_a_name_of_eighty_letters_hides_no_question(key: str, words: str) -> None:
    long = msgspec.structs.replace(CY, name="Maximiliana-Wilhelmina " + "W" * 57)
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened(desk, pilot, registered(long), "r")
        await keys(pilot, "end", key)
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert f"{words} Maximiliana-Wilhelmina W" in shown


@pytest.mark.clause("ACF-1.IV.B")
async def test_a_classification_keeps_who_and_why() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "home")
        while desk.app.screen.chosen != BO:  # type: ignore[attr-defined]
            await keys(pilot, "down")
        await keys(pilot, "C")
        shown = " ".join(screen_text(desk.app).split())
        assert "Masters (from 2000) – by title or rating" in shown
        assert "Majors (1700–1999) – now, as the player named it" in shown
        await keys(pilot, "enter", *"Clark", "enter", *"Rating", "enter")
        said = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Bo King plays Masters (ACF-1.IV.B), approved by Clark: Rating?" in said
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p2/classification"
        assert draft.body == PlayerClassified("masters", "Clark", "Rating")


async def test_paired_player_is_not_moved() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(paired=True), "r")
        while desk.app.screen.chosen != ANN:  # type: ignore[attr-defined]
            await keys(pilot, "down")
        await keys(pilot, "C")
        assert "has been paired in this division" in screen_text(desk.app)


@pytest.mark.clause("ACF-1.IV.C")
async def test_a_small_division_is_merged_upwards_by_the_referee_and_never_by_itself() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "left", "J")
        shown = screen_text(desk.app)
        assert "Merge Minors into which division?" in shown
        assert shown.index("Majors") < shown.index("Masters")
        await keys(pilot, "enter", *"RD", "enter", *"One", "enter")
        assert "1 player of Minors plays Majors, approved by RD: One?" in screen_text(desk.app)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == (
            "player/p3/classification", PlayerClassified("majors", "RD", "One"),
        )  # fmt: skip


async def test_the_highest_division_and_a_paired_one_are_not_merged() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(paired=True), "r")
        await keys(pilot, "right", "J")
        assert "has been paired: it cannot be merged" in screen_text(desk.app)
    assert reg.higher(registered(), "masters") == ()


@pytest.mark.clause("ACF-1.IV.A")
async def test_a_title_obliges_to_play_up_for_the_next_tournaments() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        while desk.app.screen.chosen != CY:  # type: ignore[attr-defined]
            await keys(pilot, "down")
        await keys(pilot, "O")
        shown = " ".join(screen_text(desk.app).split())
        assert "Won ACF Majors 3 tournaments ago: plays ACF Masters" in shown
        await keys(pilot, "down", "down", "enter")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, PlayerRegistered)
        assert (draft.body.plays_up_to, draft.body.plays_up_for) == ("acf-masters", 2)
    champion = reg.obliged(CY, "acf-majors/3")
    assert champion.plays_up_for == 1
    state = registered(champion)
    assert reg.belongs_to(state, champion) == "masters"
    assert reg.remark(state, champion) == "! Masters by title"
    assert reg.obliged(champion, reg.NO_TITLE) == CY


@pytest.mark.clause("HALL-late-entry")
async def test_a_late_entry_is_the_referees_to_admit() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(paired=True), "r")
        await keys(pilot, "right", "N", *"Flo", "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", "").split())
        assert "Flo enters Masters late: round 1 was missed, 0 points for it." in shown
        await keys(pilot, "enter")
        assert desk.port.drafts == []
        await keys(pilot, "N", *"Flo", "enter", "y")
        assert [draft.ent for draft in desk.port.drafts] == ["player/p5-fakefa"]


async def test_a_withdrawal_is_taken_here_as_well() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        while desk.app.screen.chosen != ANN:  # type: ignore[attr-defined]
            await keys(pilot, "down")
        await keys(pilot, "W", *"Ill", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == PlayerWithdrawn(0, "Ill")


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("name", "  ", "Type the player's name."),
        ("name", "x" * 81, "The name has more than 80 letters."),
        ("name", "ANN lee", "Ann Lee is registered in this division already."),
        ("rating", "-5", "The rating is a number up to 9999, or empty."),
        ("rating", "²", "The rating is a number up to 9999, or empty."),
        ("seed", "10000", "The seed is a number up to 9999, or empty."),
        ("table", "99", "There is no table 99. Leave it empty for any table."),
    ],
)
def test_a_form_says_what_is_wrong_with_it(field: str, text: str, sentence: str) -> None:
    state = registered()
    player = reg.new_player(state, "masters", "")
    said = {**reg.values(registered(), player), "name": "Flo", field: text}
    assert reg.read_form(state, player, said) == reg.Objection(field, sentence)


def test_two_players_of_a_division_do_not_keep_one_table() -> None:
    state = registered()
    player = reg.new_player(state, "minors", "")
    said = {**reg.values(registered(), player), "name": "Flo", "table": "1"}
    found = reg.read_form(state, player, said)
    assert found == reg.Objection("table", "Cy Ortega always plays at that table.")


async def test_unknown_table_is_refused_in_the_form_and_one_is_kept_by_its_sign() -> None:
    desk = Desk()
    state = registered()
    wheelchair = msgspec.structs.replace(state.tables["t2"], label="2 (wheelchair)")
    gone = msgspec.structs.replace(state.tables["t1"], away=True)
    state = msgspec.structs.replace(state, tables={"t1": gone, "t2": wheelchair})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "r")
        await keys(pilot, "enter", *["down"] * 6, *"1", "enter")
        assert "There is no table 1. Leave it empty for any table." in screen_text(desk.app)
        await keys(pilot, "backspace", *"2 (WHEELCHAIR)", "enter")
        [draft] = desk.port.drafts
        assert draft.body.table == "t2"
        # Who keeps a table that was taken away still keeps it when something else is changed.
        await keys(pilot, "end", "enter", "down", *["backspace"] * 4, *"1505", "enter")
        assert desk.port.drafts[-1].body == PlayerRegistered(
            "Cy Ortega", "minors", 1505, CY.club, seed=2, table="t1"
        )


@pytest.mark.clause("ACF-1.III.E")
async def test_a_fee_is_that_of_the_division_and_less_for_life_members() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        assert "Fee $20.00, Life members $10.00." in " ".join(screen_text(desk.app).split())


@pytest.mark.parametrize("goes_on", ["down", "tab"])
async def test_keys_that_come_all_at_once_stand_in_the_field_that_they_were_meant_for(
    goes_on: str,
) -> None:
    """A scanner types faster than a busy laptop takes it in."""
    desk = Desk()
    name, rating, club = "Maximiliana Featherstonehaugh", "1900", "Dundee"
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "N", "enter")
        for word in (name, rating, club):
            for letter in word:
                desk.app.post_message(Key("space" if letter == " " else letter, letter))
            desk.app.post_message(Key("enter" if word == club else goes_on, None))
        await pilot.pause()
    [draft] = desk.port.drafts
    assert isinstance(draft.body, PlayerRegistered)
    assert (draft.body.name, draft.body.rating, draft.body.club) == (name, int(rating), club)


async def test_enter_reads_a_field_that_is_still_taking_its_letters() -> None:
    """The objection to what it says stays on the screen."""
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, registered(), "r")
        await keys(pilot, "N", "enter", "down")
        for letter in "not a number at all":
            desk.app.post_message(Key("space" if letter == " " else letter, letter))
        for key in ("up", "A", "enter"):
            desk.app.post_message(Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert desk.port.drafts == []
        assert "rating" in str(desk.app.screen.query_one("#form-objection", Static).content)


@pytest.mark.clause("USBGF-1.4")
async def test_director_refuses_a_player_the_lower_division_with_a_reason_that_is_kept() -> None:
    divisions = (
        Division("open", "Open", "usbgf-open", 4, ""),
        Division("limited", "Limited", "usbgf-limited", 4, ""),
    )
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(hall(players=[Player("bo", "Bo King", "limited", 0, "")], divisions=divisions))
        await pilot.pause()
        for key in ("r", "C", "enter", *"Dir", "enter", *"Won Open", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert desk.port.drafts == []
        said = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Bo King plays Open (USBGF-1.4), approved by Dir: Won Open?" in said
        await pilot.press("y")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert draft.body == PlayerClassified("open", "Dir", "Won Open")
