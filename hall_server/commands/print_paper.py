"""``hall-server print``: a PDF of one of the papers, in a file or on a printer."""

import subprocess
from pathlib import Path

import click

from hall_server.commands.options import FILE, home_option, in_columns, stop_signal
from hall_server.commands.progress import Steps
from hall_server.paper.catalogue import PAPERS, Order, document
from hall_server.paper.keeping import Make, Overheard, keeping, render_pdf
from hall_server.paper.options import paper_language_option, paper_option
from hall_server.paper.sheet import Document, PaperName
from hall_server.serving.reach import reach
from shared.core.draughts.openings import DeckError, Opening, parse_deck
from shared.core.standings.prizes import cents_of
from shared.core.state import HallState
from shared.core.text.for_people import why
from shared.data import read_text
from shared.machine.clocks import wall_ms
from shared.machine.languages import catalogue
from shared.machine.saving import save
from shared.port import LinkChanged, Stopped, Told
from shared.program.numbers import Whole
from shared.web.place import web_address

MEDIA: dict[PaperName, str] = {"a4": "A4", "letter": "Letter"}
STANDARD_DECK = "three_move_deck.tsv"
LP_PATIENCE_S = 30.0


class Money(click.ParamType[int]):
    """An amount such as ``450``, ``66.50`` or ``$66.50``, as cents."""

    name = "amount"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if isinstance(value, int):
            return value
        found = cents_of(str(value))
        if found is None:
            self.fail(f"{value!r} is no amount; write it as 450 or 66.50.", param, ctx)
        return found


@click.command(
    "print",
    help="Print WHAT as a PDF, or on a printer with --lp.\n\nWHAT is one of:\n\n\b\n"
    + in_columns([(name, paper.words) for name, paper in PAPERS.items()]),
)
@click.argument("what", type=click.Choice(list(PAPERS)), metavar="WHAT")
@home_option()
@click.option("--division", help="One division's id. Without it: all of them.")
@click.option("--round", "round_no", type=Whole(1), help="A round. Without it: the newest.")
@paper_option
@paper_language_option
@click.option("--out", type=FILE, help="The file to write. Without it: WHAT.pdf, here.")
@click.option("--lp", "to_printer", is_flag=True, help="Send it to the printer of this machine.")
@click.option("--printer", default="", help="With --lp: which printer.")
@click.option("--follow", is_flag=True, help="Write the file again after every change.")
@click.option("--prize", "prizes", type=Money(), multiple=True, help="What a place pays, in order.")
@click.option("--dues", type=Money(), default=0, help="What an Associate owes from their prize.")
@click.option("--associate", "associates", multiple=True, help="An Associate's player id.")
@click.option("--deck", type=FILE, help="A deck file.")
@click.option(
    "--pages-at",
    default="",
    callback=web_address,
    help="With door: the address of the pages, as the hall server tells it.",
)
@click.option("--seed", default="", help="The seed of a draw sheet before round 1.")
def print_command(
    what: str,
    home: Path,
    division: str | None,
    round_no: int | None,
    paper: PaperName,
    language: str,
    out: Path | None,
    to_printer: bool,
    printer: str,
    follow: bool,
    prizes: tuple[int, ...],
    dues: int,
    associates: tuple[str, ...],
    deck: Path | None,
    pages_at: str,
    seed: str,
) -> None:
    openings = _deck(deck) if what == "ballot-cards" else ()

    def make(state: HallState, made_ms: int) -> Document:
        return document(
            what,
            Order(
                state,
                made_ms,
                division,
                round_no,
                prizes,
                dues,
                frozenset(associates),
                openings,
                seed,
                pages_at,
                catalogue(language),
            ),
        )

    if follow:
        if to_printer:
            raise click.UsageError("--follow keeps a file up to date. Leave --lp out.")
        _follow(home, out or Path(f"{what}.pdf"), make, paper)
        return
    step = Steps(3 if to_printer else 2)
    step("Opening the hall")
    with reach(home) as reached:
        state = reached.replica.state
    wanted = make(state, wall_ms())
    step(f"Drawing {wanted.name}")
    pdf = render_pdf(wanted, paper)
    path = out or Path(f"{what}.pdf")
    if out is not None or not to_printer:
        save(path, pdf)
        click.echo(f"{path} is written.")
    if to_printer:
        step("Sending it to the printer")
        _send(pdf, wanted, paper, printer)


def _send(pdf: bytes, wanted: Document, paper: PaperName, printer: str) -> None:
    """Send a PDF to this machine's printing system. Raises click.ClickException."""
    title = f"{wanted.event}: {wanted.name}"
    command = ["lp", "-t", title, "-o", f"media={MEDIA[paper]}"]
    command += ["-d", printer] if printer else []
    rest = "Nothing in the hall changed. Print to a file with --out FILE and take it to a printer."
    try:
        done = subprocess.run(
            [*command, "-"], input=pdf, capture_output=True, timeout=LP_PATIENCE_S, check=False
        )
    except FileNotFoundError as error:
        message = f"This machine has no 'lp', so no printer is set up. {rest}"
        raise click.ClickException(message) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise click.ClickException(
            f"The printing system does not answer ({why(error)}). {rest}"
        ) from error
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip() or f"lp ended with {done.returncode}"
        raise click.ClickException(f"It was not printed ({reason}). {rest}")
    click.echo(f"Sent to {printer or 'the printer'}: {wanted.name}.")


def _deck(path: Path | None) -> tuple[Opening, ...]:
    try:
        return parse_deck(read_text(STANDARD_DECK) if path is None else path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(
            f"{path} cannot be read ({why(error)}). Name a deck file."
        ) from error
    except DeckError as error:
        raise click.ClickException(f"{path}, {error}. Nothing was printed.") from error


def _follow(home: Path, path: Path, make: Make, paper: PaperName) -> None:
    """Join the tournament as a node and keep a file up to date until stopped."""
    from shared.node.open import open_follower

    node, membership = open_follower(home)
    if membership.role == "hall":
        raise click.ClickException(
            f"{home} is the hall's own folder: use 'hall-server run --paper-kit FILE' there, or"
            " give --follow the folder of another device."
        )
    stop = stop_signal()
    trouble = last = ""

    def told(what: Told) -> None:
        nonlocal trouble, last
        if isinstance(what, LinkChanged):
            link = f"The hall is {what.link.state.replace('_', ' ')}. {what.link.sentence}".strip()
            if link != last:
                last = link
                click.echo(link)
        if isinstance(what, Stopped):
            trouble = what.sentence
            stop.set()

    with keeping(path, make, paper, said=click.echo) as keeper:
        following = Overheard(node, keeper.told)
        following.start(told)
        stop.wait()
        following.stop()
    if trouble:
        raise click.ClickException(trouble)
