"""The seed in an invite. It is gone from the hall's folder once its device has greeted."""

from pathlib import Path

from shared.node.home import join_by_file, load
from tests.hostile.kit import plays_on
from tests.node.hall_kit import a_hall
from tests.node.hall_process import HallProcess


def test_an_invite_is_deleted_at_the_first_greeting_and_the_others_stay(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall, HallProcess(hall):
        folder = hall.home / "invites"
        before = {path.name for path in folder.iterdir()}
        referee = hall.start("referee-1", role="referee")
        referee.ears.until_link("live")
        table = hall.start("table-1")
        table.ears.until_link("live")
        plays_on(table, "after-it")

        left = {path.name for path in folder.iterdir()}

        assert before - left == {"referee-1.invite", "table-1.invite"}


def test_a_device_that_is_set_up_starts_without_the_invite_that_it_names(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall:
        home, invite = tmp_path / "table", hall.invites["table-1"]
        join_by_file(home, invite)
        invite.unlink()
        join_by_file(home, invite)
        assert load(home)[0].table == "1"
