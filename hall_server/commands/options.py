"""The values of options that several commands share, in the ranges that every node can use."""

from __future__ import annotations

import click

from shared.core.text.fields import allowed

LONGEST_ADDRESS = 253
"""Characters of a machine's name, as long as DNS has them."""
PORT_BASE = click.IntRange(1, 65_533)
"""The first of three ports that follow each other, as others are told it."""
OWN_PORT_BASE = click.IntRange(0, 65_533)
"""The first port of a node that starts; 0 for some that are free."""
INVITES = click.IntRange(0, 999)
"""So many devices of a kind may be invited at once."""


def address(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """Return a name or IP address as it was given. Raises click.BadParameter for what is none."""
    spaced = any(sign.isspace() for sign in given)
    if spaced or len(given) > LONGEST_ADDRESS or not allowed(given):
        raise click.BadParameter("that is no machine's name or IP address. Nothing was changed.")
    return given
