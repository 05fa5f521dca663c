"""Papers from the dashboard: which one, and of which division; made, kept, and opened to print."""

from collections.abc import Callable

from hall_server.paper.catalogue import PAPERS, Order, document
from hall_server.paper.keeping import render_pdf
from hall_server.paper.sheet import CannotPrint, Document
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.derived.lines import ListLine
from shared.core.text.language import _
from shared.machine.languages import catalogue
from shared.machine.saving import CannotWrite, save

OFFERED = (
    "pairings", "slips", "standings", "crosstable", "wall-chart", "rating-list", "score-sheets",
    "draw-sheet", "playing-cards", "prizes", "receipts", "incidents", "kit",
)  # fmt: skip
"""What needs no more than the hall's log. The command line has the others."""


@dialogue
async def print_paper(ask: Ask, division: str) -> None:
    """Ask which paper, and of which division where it is of one; make it and open it."""
    desk = ask.desk
    lines = [ListLine(name, f" {_(PAPERS[name].words)}") for name in OFFERED]
    what = await ask.pick(_("Which paper?"), lines)
    wanted = None
    if PAPERS[what].needs_one and len(desk.hall.divisions) > 1:
        named = [ListLine(one.id, f" {one.name}") for one in desk.hall.divisions.values()]
        named.sort(key=lambda line: line.key != division)
        wanted = await ask.pick(_("Of which division?"), named)
    order = Order(desk.hall, desk.wall(), wanted, catalogue=catalogue(ask.app.language))
    write(ask.app, lambda: document(what, order), f"{what}.pdf")


def write(app: DeskApp, make: Callable[[], Document], name: str) -> None:
    """Write a PDF into the folder of papers and open it, and say where it is or why not."""
    folder, size, show = app.desk.papers, app.desk.paper, app.desk.show
    if folder is None:
        app.notify(_("This dashboard has no folder for papers. hall-server print has them."))
        return
    file = folder / name
    ready = _("{file} is ready to be printed.").format(file=file)
    opened = _("{file} is open beside this window: print it there.").format(file=file)
    trouble = _("{folder} cannot be used ({error}). No paper was made.")

    def work() -> str:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save(file, render_pdf(make(), size))
        except (CannotPrint, CannotWrite) as error:
            return str(error)
        except OSError as error:
            return trouble.format(folder=folder, error=error.strerror)
        return opened if show(file) else ready

    app.carry_out(_("making the paper"), work)
