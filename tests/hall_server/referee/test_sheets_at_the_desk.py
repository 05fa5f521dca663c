"""What each rule sheet makes of a round, as a referee reads it: points, honor, juniors, prizes."""

import pytest
from msgspec.structs import replace

from shared.core.events import PrizesPosted
from shared.core.state import Division, HallState
from tests.board_terminal.table_kit import scored
from tests.hall_server.referee.halls import (
    Desk,
    confirmed,
    keys,
    masters,
    opened,
    under_way,
)
from tests.tui.screens import screen_text


def played(one: str, two: str, rulebook: str, rounds: int = 1) -> HallState:
    """Round 1 of two matches, a fifth player with the bye."""
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed(one)),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed(two)),
        count=5,
    )
    division = replace(state.divisions["masters"], rulebook=rulebook, rounds=rounds)
    paired = replace(state.rounds["masters", 1], byes=("p5",))
    return replace(state, divisions={"masters": division}, rounds={("masters", 1): paired})


async def standings(state: HallState, *, keys: str = "s") -> str:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, *keys.split())
        return screen_text(desk.app)


def read(shown: str) -> str:
    """Return the words of a screen without its frames."""
    return " ".join(shown.replace("┃", " ").split())


def points(shown: str) -> dict[str, tuple[str, str]]:
    """Place and match points by name, as the screen lists them."""
    rows = [line.strip("► ").split() for line in shown.splitlines()]
    return {" ".join(row[1:3]): (row[0], row[3]) for row in rows if len(row) > 4 and "." in row[0]}


SHEETS = {
    "acf-masters": {"Ann Lee": "4", "Bo King": "0", "Cy Ortega": "2", "Dee Novák": "2", "bye": "4"},
    "acf-majors": {"Ann Lee": "3", "Bo King": "1", "Cy Ortega": "2", "Dee Novák": "2", "bye": "3"},
    "acf-minors": {"Ann Lee": "3", "Bo King": "1", "Cy Ortega": "2", "Dee Novák": "2", "bye": "3"},
}


@pytest.mark.clause("ACF-2.II.A", "ACF-2.II.C", "ACF-2.III")
@pytest.mark.parametrize("sheet", list(SHEETS))
async def test_a_win_and_a_draw_two_draws_and_a_bye_bring_what_the_sheet_says(sheet: str) -> None:
    found = points(await standings(played("W D", "D D", sheet), keys="s"))
    expected = dict(SHEETS[sheet])
    expected["Eve Moreau"] = expected.pop("bye")
    assert {name: each for name, (_place, each) in found.items()} == expected


@pytest.mark.clause("ACF-2.II.C", "ACF-2.III")
@pytest.mark.parametrize("sheet", list(SHEETS))
async def test_a_wholly_forfeited_round_brings_four_and_a_forfeited_game_is_a_win(
    sheet: str,
) -> None:
    found = points(await standings(played("W* W*", "D W*", sheet), keys="s"))
    assert found["Ann Lee"][1] == "4"
    assert found["Cy Ortega"][1] == ("4" if sheet == "acf-masters" else "3")


@pytest.mark.clause("ACF-2.II.B")
async def test_games_won_do_not_break_a_tie() -> None:
    found = points(await standings(played("W W", "W D", "acf-masters"), keys="s"))
    assert found["Ann Lee"][0] == found["Cy Ortega"][0] == "1."


@pytest.mark.clause("ACF-2.IV.C")
async def test_dropout_is_projected_at_the_end_and_unprojected_before() -> None:
    def left(rounds: int) -> HallState:
        state = played("D D", "D D", "acf-majors", rounds)
        gone = replace(state.players["p2"], withdrawn_after=1)
        return replace(state, players={**state.players, "p2": gone})

    final = read(await standings(left(1), keys="s down enter"))
    assert "a dropout after round 1 projected from 2 points in 1 round" in final
    so_far = read(await standings(left(4)))
    assert "Honor points are provisional until all rounds are over" in so_far
    assert "projected" not in read(await standings(left(4), keys="s down enter"))


@pytest.mark.clause("ACF-2.I.A")
def test_a_round_is_two_games_and_then_the_score_is_signed() -> None:
    kit = scored("W", "D")
    assert (kit.model.phase, kit.driver.desk.session.codes) == ("scoring", ("W", "D"))  # type: ignore[union-attr]


@pytest.mark.clause("ACF-1.XIII.D")
async def test_the_best_junior_who_is_no_associate_is_junior_champion() -> None:
    desk = Desk()
    state = played("W W", "W D", "acf-masters")
    flags = {"p1": ("junior", "associate"), "p2": ("junior",), "p3": ("junior",)}
    people = {
        ident: replace(player, flags=flags.get(ident, ()))
        for ident, player in state.players.items()
    }
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, replace(state, players=people), "t")
        shown = " ".join(screen_text(desk.app).split())
        assert "Junior Champion: Cy Ortega, place 1 in Masters (ACF-1.XIII.D)." in shown


@pytest.mark.clause("ACF-1.XIV", "ACF-1.III.A")
async def test_each_division_is_given_its_own_part_of_the_prizes() -> None:
    desk = Desk()
    state = played("W W", "W D", "acf-masters")
    other = Division("majors", "Majors", "acf-majors", 1, "")
    state = replace(state, divisions={**state.divisions, "majors": other})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "E", *"900 600", "enter", "y", "right", "E", *"500", "enter", "y")
        posted = {draft.ent: draft.body for draft in desk.port.drafts}
        assert posted == {
            "division/masters/prizes": PrizesPosted((90000, 60000)),
            "division/majors/prizes": PrizesPosted((50000,)),
        }
