"""``hall-referee --paper-kit``: the laptop keeps a kit of what its dashboard is told."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import hall_server.referee.cli as cli
import shared.node.open  # noqa: F401 - else it would keep what is patched below
from shared.machine.languages import keep
from tests.hall_server.paper.fields import field
from tests.hall_server.paper.pdfs import pages
from tests.tui.fake_port import FakePort


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize(
    ("kept", "told", "chosen", "title"),
    [
        ("", ["--language", "en"], "", "Paper kit"),
        ("fr", [], "", "Kit papier"),
        ("fr", ["--language", "ru"], "", "Бумажный комплект"),
        ("fr", ["--language", "ru"], "es", "Juego de impresos"),
    ],
)
def test_the_kit_is_written_in_the_language_of_the_dashboard_from_what_it_is_told(
    kept: str,
    told: list[str],
    chosen: str,
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if kept:
        keep(tmp_path, (kept,))
    port, shown = FakePort(), []

    def run(app: Any, *, headless: bool) -> None:
        app.port.start(shown.append)
        port.tell_hall(field(4))
        if chosen:
            app.keep_language(chosen)
        app.port.stop()

    away = SimpleNamespace(host="hall.example")
    membership = SimpleNamespace(role="referee", label="laptop", zone="UTC", halls=(away,))
    monkeypatch.setattr("shared.node.home.load", lambda _home, _role: (membership, None))
    monkeypatch.setattr("hall_server.referee.app.laptop.Laptop", lambda *_, **__: port)
    monkeypatch.setattr("shared.machine.logs.log_to", lambda _home, _program: None)
    monkeypatch.setattr("shared.program.running.run_app", run)
    kit = tmp_path / "kit.pdf"
    outcome = CliRunner().invoke(
        cli.main, ["--home", str(tmp_path), "--headless", "--paper-kit", str(kit), *told]
    )
    assert outcome.exit_code == 0, outcome.output
    assert len(shown) == 1
    assert title in pages(kit.read_bytes())[0]
