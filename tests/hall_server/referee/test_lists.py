"""Lists by rating and of fees: on a screen, on paper and in a file."""

import pytest

from hall_server.derived.lists import Owed, by_debt, by_rating, total
from hall_server.files.outlets import export, private_players
from hall_server.paper.catalogue import Order, document
from hall_server.paper.sheet import Table
from shared.core.events import Fees
from shared.core.state import Division, HallState, Player
from shared.core.state.office import Known
from shared.port import PrivateChanged
from tests.hall_server.referee.halls import Desk, keys, opened
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

DIVISIONS = (
    Division("masters", "Masters", "acf-masters", 9, ""),
    Division("minors", "Minors", "acf-minors", 9, ""),
)
PLAYERS = (
    Player("p1", "Ann Lee", "masters", 2100, "Leeds"),
    Player("p2", "Bo King", "masters", 0, "", state="Ohio"),
    Player("p3", "Cy Ortega", "masters", 2250, "Newport"),
    Player("p4", "Dee Novák", "minors", 1500, ""),
    Player("p5", "Eve Moreau", "masters", 2300, "", withdrawn_after=0),
)
FEES = {
    "p1": Known(fees=(Fees(3500, 1000),)),
    "p2": Known(fees=(Fees(3500, 3500),)),
    "p3": Known(fees=(Fees(3500, 0),)),
}


def entered() -> HallState:
    return hall(players=list(PLAYERS), divisions=DIVISIONS)


def test_the_highest_rating_stands_first_and_the_unrated_last_in_each_division() -> None:
    assert [p.id for p in by_rating(entered())] == ["p5", "p3", "p1", "p2", "p4"]
    assert [p.id for p in by_rating(entered(), "minors")] == ["p4"]


def test_who_owes_most_stands_first_and_the_total_counts_all() -> None:
    found = by_debt(PLAYERS, FEES)
    assert [player.id for player, _ in found] == ["p3", "p1", "p2", "p5", "p4"]
    assert total(found) == Owed(10_500, 4_500)


def test_the_paper_by_rating_says_who_is_unrated_and_no_fee() -> None:
    [sheet] = document("rating-list", Order(entered(), 0, "masters")).sheets
    [table] = [block for block in sheet.blocks if isinstance(block, Table)]
    assert table.rows == (
        ("1", "Cy Ortega", "2250", "Newport", ""),
        ("2", "Ann Lee", "2100", "Leeds", ""),
        ("3", "Bo King", "unrated", "", "Ohio"),
    )


def test_the_file_by_rating_has_every_division_and_no_player_who_never_began() -> None:
    text = export(entered(), "rating-list", "csv", None).data.decode("utf-8-sig")
    assert text.splitlines()[1:] == [
        "masters,Cy Ortega,2250,Newport,,",
        "masters,Ann Lee,2100,Leeds,,",
        "masters,Bo King,,,Ohio,",
        "minors,Dee Novák,1500,,,",
    ]


def test_the_file_of_fees_ends_with_what_all_owe() -> None:
    text = private_players(entered(), "masters", FEES, fees=True).data.decode("utf-8-sig")
    assert text.splitlines() == [
        "id,name,division,fee_due,fee_paid,owed",
        "p3,Cy Ortega,masters,35.00,0.00,35.00",
        "p1,Ann Lee,masters,35.00,10.00,25.00",
        "p2,Bo King,masters,35.00,35.00,0.00",
        "p5,Eve Moreau,masters,0.00,0.00,0.00",
        ",total,,105.00,45.00,60.00",
    ]


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (200, 55)])
async def test_registration_is_ordered_by_rating_and_then_by_what_players_owe(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, entered(), "r")
        desk.port.tell(PrivateChanged(FEES))
        await pilot.pause()
        await keys(pilot, "asterisk")
        assert_screen(desk.app, "registration-by-rating")
        await keys(pilot, "asterisk")
        assert_screen(desk.app, "registration-by-fees")


async def test_fees_are_not_offered_where_nothing_private_can_be_read() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, entered(), "r", "asterisk", "asterisk")
        assert "owes" not in screen_text(desk.app)
