"""A player's receipt as a PDF to print and sign, in the laptop's folder of papers."""

from hall_server.paper.desk import receipts
from hall_server.paper.keeping import render_pdf
from hall_server.paper.look import Look, made_at
from hall_server.paper.sheet import Document
from hall_server.referee.asked.desk_app import DeskApp
from shared.core.standings.prizes import Payout
from shared.core.text.language import Voice, _, speaking
from shared.machine.saving import CannotWrite, save


def receipt(app: DeskApp, division: str, payout: Payout) -> Document:
    """Return the receipt of one player, as a value; paper is English whatever the screen speaks."""
    with speaking(Voice()):
        look = Look(app.desk.hall, app.desk.hall.divisions[division])
        event = app.desk.hall.tournament.name if app.desk.hall.tournament else ""
        made = made_at(app.desk.wall(), app.zone)
        return Document(f"Receipt {payout.name}", event, made, (receipts(look, (payout,)),))


def print_receipt(app: DeskApp, division: str, payout: Payout) -> None:
    """Write the PDF in a thread of its own, and say where it is or why not."""
    folder = app.desk.papers
    if folder is None:
        app.notify(
            _("This dashboard has no folder for papers. hall-server print receipts has them.")
        )
        return
    wanted, name = receipt(app, division, payout), f"receipt-{payout.player}.pdf"
    ready = _("{file} is ready to be printed.").format(file=folder / name)
    trouble = _("{folder} cannot be used ({error}). No receipt was made.")

    def work() -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with speaking(Voice()):
                save(folder / name, render_pdf(wanted, app.desk.paper))
            said = ready
        except CannotWrite as error:
            said = str(error)
        except OSError as error:
            said = trouble.format(folder=folder, error=error.strerror)
        app.call_from_thread(app.notify, said)

    app.run_worker(work, thread=True, group="paper")
