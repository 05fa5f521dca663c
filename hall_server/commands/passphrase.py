"""The chief referee's passphrase, typed or read from a file, and the key that it opens."""

from pathlib import Path

import click
from nacl.signing import SigningKey

from hall_server.commands.options import PRESENT_FILE
from hall_server.setting_up.tournament_key import BadKeyFile, read_tournament_key

SHORTEST = 8
"""Characters of a new passphrase, at least: it guards the tournament key."""

passphrase_option = click.option(
    "--passphrase-file",
    type=PRESENT_FILE,
    help="Read the chief referee's passphrase from a file instead of asking.",
)


def ask_passphrase(file: Path | None, *, new: bool = False) -> str:
    """Return the passphrase; a ``new`` one is asked for twice.

    Raises click.ClickException for one that is too short.
    """
    passphrase: str = (
        file.read_text(encoding="utf-8").strip()
        if file
        else click.prompt(
            "The chief referee's passphrase", hide_input=True, confirmation_prompt=new
        )
    )
    if not passphrase:
        raise click.ClickException("The passphrase is empty. Nothing was changed.")
    if new and len(passphrase) < SHORTEST:
        raise click.ClickException(
            f"The passphrase has fewer than {SHORTEST} characters. Nothing was changed. Take a few"
            " words that are hard to guess."
        )
    return passphrase


def open_key(key_file: Path, passphrase_file: Path | None, root: bytes | None) -> SigningKey:
    """Return the tournament key of a file; ``root`` is the public key that it must have, if any.

    Raises click.ClickException.
    """
    try:
        key = read_tournament_key(key_file, ask_passphrase(passphrase_file))
    except BadKeyFile as error:
        raise click.ClickException(f"{error} Nothing was changed.") from error
    if root is not None and bytes(key.verify_key) != root:
        raise click.ClickException(
            f"{key_file} is the key of another tournament. Nothing was changed."
        )
    return key
