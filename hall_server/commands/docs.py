"""``hall-server docs`` and ``example``: pages and event files that came with the program."""

from itertools import takewhile
from pathlib import Path

import click

from hall_server.commands.options import in_columns

_HERE = Path(__file__).parents[1]
_INSTALLED, _CHECKOUT = _HERE / "deploy", _HERE.parent / "deploy"


def _deploy() -> Path:
    """Return the folder of the pages: the wheel's own, or the one of a checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT


def _named(kind: str, folder: Path, ending: str, name: str) -> str:
    """Return the text of a file by its name without ending. Raises click.ClickException."""
    known = sorted(file.stem for file in folder.glob(f"*{ending}"))
    if name not in known:
        raise click.ClickException(f"There is no {kind} {name!r}. There are {', '.join(known)}.")
    return (folder / f"{name}{ending}").read_text(encoding="utf-8")


@click.command("docs")
@click.argument("page", default="runbook")
def docs_command(page: str) -> None:
    """Show a PAGE of the documents: the runbook, unless you name another."""
    click.echo_via_pager(_named("page", _deploy(), ".md", page.removesuffix(".md")))


@click.command("example")
@click.argument("name", default="")
def example_command(name: str) -> None:
    """Print the example event file NAME, or the first one with the rulebook NAME.

    Write it to a file of your own, and change it there. Without NAME they are listed.
    """
    folder = _deploy() / "examples"
    texts = {file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml"))}
    if not name:
        click.echo(in_columns([(stem, _about(text)) for stem, text in texts.items()]), nl=False)
        return
    with_book = (stem for stem, text in texts.items() if f'rulebook = "{name}"' in text)
    stem = name.removesuffix(".toml")
    stem = stem if stem in texts else next(with_book, stem)
    click.echo(_named("example", folder, ".toml", stem))


def _about(text: str) -> str:
    """Return the comment at the top of an event file as one line."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return " ".join(line.removeprefix("#").strip() for line in lines)
