"""``playing-hall``: a tournament on one laptop. What it runs is loaded after its options."""

from pathlib import Path

import click

from shared.program.errors import PlainCommand
from shared.program.options import default_home, own_folder, screen_options


@click.command(cls=PlainCommand)
@own_folder(
    "Where the tournaments of this laptop are kept.",
    default=lambda: default_home("tournaments"),
    show_default="the user's data folder",
)
@screen_options
@click.option(
    "--move-key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Move the tournament key of the latest tournament to this file, on a stick.",
)
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main(home: Path, language: str, theme: str, move_key: Path | None) -> None:
    """A tournament on one laptop: begin one, or go on with one.

    Terminals, a kiosk and a second laptop can join later.
    """
    from hall_server.one_laptop import opening

    if move_key is None:
        opening.open_laptop(home, language, theme)
        return
    from hall_server.commands.options import ask_passphrase

    folder = opening.move_key(home, move_key, ask_passphrase(None, new=True))
    click.echo(f"The key of {folder.name} is in {move_key} now, and no more on this laptop.")
