"""The chief referee's passphrase: asked for, or read from a file for a prepared setup."""

from __future__ import annotations

from pathlib import Path

import click

passphrase_option = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Read the chief referee's passphrase from a file instead of asking.",
)


def ask_passphrase(file: Path | None, *, new: bool = False) -> str:
    """The passphrase; a ``new`` one is asked for twice. Raises click.ClickException if empty."""
    passphrase: str = (
        file.read_text(encoding="utf-8").strip()
        if file
        else click.prompt(
            "The chief referee's passphrase", hide_input=True, confirmation_prompt=new
        )
    )
    if not passphrase:
        raise click.ClickException("The passphrase is empty. Nothing was changed.")
    return passphrase
