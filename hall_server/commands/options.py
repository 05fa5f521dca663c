"""What several commands share: options, the passphrase, and how a long command ends."""

import shutil
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Any, TypeVar

import click
from nacl.signing import SigningKey

from hall_server.setting_up import BadKeyFile, read_tournament_key
from shared.core.events import DeviceEnrolled, Draft
from shared.core.text.fields import allowed
from shared.machine.clocks import wall_ms
from shared.machine.processes import ends_by
from shared.net.address import DEFAULT_PORT_BASE
from shared.node.engine import Engine
from shared.node.view import NodeLink
from shared.program.numbers import Whole
from shared.program.options import own_folder
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.store.sealing import Reader, handed_on
from shared.wire.envelope import node_of

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False)
PRESENT_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_LONGEST_ADDRESS = 253
"""Characters of a machine's name, the most that DNS allows."""
_INVITES = Whole(0, 999)
"""How many devices of a kind can be invited at once."""


def checked_address(given: str) -> str:
    """Return a name or IP address as it was given. Raises click.BadParameter for anything else."""
    spaced = any(sign.isspace() for sign in given)
    if spaced or len(given) > _LONGEST_ADDRESS or not allowed(given):
        raise click.BadParameter("this is no machine's name or IP address. Nothing was changed.")
    return given


def home_option(words: str = "The hall's folder.") -> Callable[[F], F]:
    """Return the option ``--home``, which is needed, with ``words`` as its help."""
    return own_folder(words, required=True)


_FORMS = {"json": "As JSON.", "csv": "As CSV.", "trf": "As the report in FILE, this round added."}


def form_options(*forms: str) -> Callable[[F], F]:
    """Return a decorator that adds ``--json`` and the like: ``form`` is one of them, or "table"."""

    def add(command: F) -> F:
        for form in reversed(forms):
            default: Any = {"default": "table"} if form == forms[0] else {}
            option = click.option(
                f"--{form}", "form", flag_value=form, help=_FORMS[form], **default
            )
            command = option(command)
        return command

    return add


host_option = click.option(
    "--host", default="*", show_default=True, help="The address to listen on."
)
own_port_option = click.option(
    "--port-base",
    type=Whole(0, 65_533),
    help="The first port, if not the one of the invites; 0 takes free ones.",
)
address_option = click.option(
    "--address",
    default="",
    callback=lambda _context, _option, given: checked_address(given),
    help="This machine's name or IP address on the LAN.",
)
port_base_option = click.option(
    "--port-base",
    type=Whole(1, 65_533),
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


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows as lines, each column as wide as its widest cell.

    On a terminal, the widest columns give way between words until a row fits; where their longest
    words have no room side by side, the last column stands below. A pipe gets one line a row.
    """
    wide = width() if sys.stdout.isatty() else 0
    return "".join(f"{line}\n" for row in _in_columns(rows, wide) for line in row)


def width() -> int:
    """Return the columns of the terminal, 80 where there is none."""
    return shutil.get_terminal_size().columns


def last_line(question: str, default: str = "") -> str:
    """Print the lines of a question but its last one, which is returned and has room for
    ``default``: a terminal would break within words."""
    room = width() - len(f" [{default}]: ")
    *above, last = wrap(question, max(1, room)) or [""]
    for line in above:
        click.echo(line)
    return last


def _in_columns(rows: Sequence[Sequence[str]], wide: int) -> list[list[str]]:
    """Return the lines of each row, in so many cells; 0 for any width."""
    columns = [*zip(*rows, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    least = [
        max((len(w) for cell in column for w in cell.split()), default=0) for column in columns
    ]
    room = wide - 2 * (len(widths) - 1)
    if 0 < room < sum(least) and len(least) > 1:
        below = [[f"    {line}" for line in _wrapped(row[-1], wide - 4)] for row in rows]
        beside = _in_columns([row[:-1] for row in rows], wide)
        return [[*lines, *more] for lines, more in zip(beside, below, strict=True)]
    while 0 < room < sum(widths) and widths != least:
        give = [width if width > word else 0 for width, word in zip(widths, least, strict=True)]
        widths[give.index(max(give))] -= 1
    return [
        [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in zip_longest(*map(_wrapped, row, widths), fillvalue="")
        ]
        for row in rows
    ]


def _wrapped(cell: str, width: int) -> list[str]:
    return wrap(cell, max(1, width), break_on_hyphens=False)


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
    if new and not file:
        click.echo(
            "A passphrase locks the tournament key. It is asked for only where a hall server that"
            " was lost or stolen is replaced, or one more referee's laptop is invited."
        )
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


def certify(replica: Replica, by: Author, node: Draft, *more: Draft) -> None:
    """Write a node's enrolment and ``more`` under the tournament key; hand it the private facts.

    The other readers of the private facts may be lost with the old hall.
    """
    with replica.batch() as batch:
        for draft in (node, *more):
            batch.append(by, draft, at=wall_ms())
    assert isinstance(node.body, DeviceEnrolled)
    new = {node_of(node.body.sign_key): node.body.curve_key}
    with replica.batch() as batch:
        for draft in handed_on(Reader.of_tournament_key(by.key), replica.state.private, new):
            batch.append(by, draft, at=wall_ms())


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


_LOOK_S = 0.25


def stop_signal() -> threading.Event:
    """Return an event that SIGTERM and Ctrl-C set."""
    stopping = threading.Event()
    for name in ends_by():
        signal.signal(name, lambda *_: stopping.set())
    return stopping


def until_stopped(node: Engine[NodeLink], stopping: threading.Event) -> None:
    """Wait for ``stopping`` or the node's own end. Raises ClickException for a node that failed."""
    while not stopping.wait(_LOOK_S) and not node.failure:
        continue
    node.stop()
    if node.failure:
        raise click.ClickException(node.failure)
