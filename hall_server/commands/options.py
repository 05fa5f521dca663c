"""Options that several commands share, each with the range that every node can use."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from shared.core.text.fields import allowed
from shared.net.address import DEFAULT_PORT_BASE

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False)
PRESENT_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_LONGEST_ADDRESS = 253
"""Characters of a machine's name, the most that DNS allows."""
_INVITES = click.IntRange(0, 999)
"""How many devices of a kind can be invited at once."""


def _address(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """Return a name or IP address as it was given. Raises click.BadParameter for anything else."""
    spaced = any(sign.isspace() for sign in given)
    if spaced or len(given) > _LONGEST_ADDRESS or not allowed(given):
        raise click.BadParameter("this is no machine's name or IP address. Nothing was changed.")
    return given


def home_option(words: str = "The hall's folder.") -> Callable[[F], F]:
    """Return the option ``--home``, with ``words`` as its help."""
    return click.option("--home", type=click.Path(path_type=Path), required=True, help=words)


host_option = click.option(
    "--host", default="*", show_default=True, help="The address to listen on."
)
own_port_option = click.option(
    "--port-base",
    type=click.IntRange(0, 65_533),
    help="The first port, if not the one of the invites; 0 takes free ones.",
)
address_option = click.option(
    "--address",
    default="",
    callback=_address,
    help="This machine's name or IP address on the LAN.",
)
port_base_option = click.option(
    "--port-base",
    type=click.IntRange(1, 65_533),
    default=DEFAULT_PORT_BASE,
    show_default=True,
    help="The first of three ports in a row.",
)
referees_option = click.option(
    "--referees", type=_INVITES, default=1, show_default=True, help="Invites for referee laptops."
)
kiosks_option = click.option(
    "--kiosks", type=_INVITES, default=1, show_default=True, help="Invites for lobby kiosks."
)
