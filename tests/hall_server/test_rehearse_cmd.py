"""``hall-server rehearse`` where there is nothing to rehearse with."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.serving import reach
from tests.node.hall_kit import a_hall


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "PATIENCE_S", 0.3)


@pytest.mark.parametrize("options", [[], ["--end"]])
def test_a_hall_that_is_off_the_air_is_named_with_the_command_that_starts_it(
    tmp_path: Path, options: list[str]
) -> None:
    with a_hall(tmp_path) as hall:
        result = CliRunner().invoke(main, ["rehearse", "--home", str(hall.home), *options])
    assert result.exit_code == 1
    assert f"The hall of {hall.home} does not answer." in result.output
    assert f"hall-server run --home {hall.home}" in result.output


def test_a_folder_that_is_no_hall_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["rehearse", "--home", str(tmp_path)])
    assert result.exit_code == 1
    assert "is not set up for a tournament. Check the name of the folder." in result.output
