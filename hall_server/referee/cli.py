"""``hall-referee``: the composition root of the referee dashboard.

What it runs is loaded after its options.
"""

from pathlib import Path

import click
from click.core import ParameterSource

from hall_server.paper.options import paper_kit_option, paper_option
from hall_server.paper.sheet import PaperName
from shared.program.errors import PlainCommand
from shared.program.numbers import Whole
from shared.program.options import node_options, screen_options


@click.command(cls=PlainCommand)
@node_options("referee")
@screen_options
@click.option(
    "--notice",
    type=Whole(0, 120),
    default=10,
    show_default=True,
    help="Minutes between the publication of a round and its start, as proposed.",
)
@click.option("--bell", is_flag=True, help="Ring the terminal's bell for each new question.")
@paper_kit_option
@paper_option
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
@click.pass_context
def main(
    context: click.Context,
    home: Path,
    invite: Path | None,
    hall: str,
    speed: float,
    robot: Path | None,
    headless: bool,
    language: str,
    theme: str,
    notice: int,
    bell: bool,
    paper_kit: Path | None,
    paper: PaperName,
) -> None:
    """The referee's dashboard: what needs a decision now, the floor, and the next round.

    F3 at the queue goes round the languages, for the paper kit too. What is chosen there is kept on
    this laptop and goes before HALL_LANGUAGE, but not before --language.
    """
    import asyncio
    import logging
    import secrets
    from contextlib import ExitStack

    from hall_server.paper.keeping import Overheard, PaperKeeper, keeping, kits_in
    from hall_server.referee.app.laptop import Laptop
    from shared.machine.clocks import monotonic_ms, wall_ms
    from shared.machine.languages import keep, kept
    from shared.machine.logs import log_to
    from shared.machine.showing import show
    from shared.net.this_machine import is_this_machine
    from shared.node.home import enter
    from shared.node.open import open_follower
    from shared.port import NodePort
    from shared.program.robot_scripts import RefereeScript, read_script
    from shared.program.running import run_app, say

    script = None if robot is None else read_script(robot, RefereeScript)
    try:
        membership = enter(home, "referee", invite)
        port: NodePort
        laptop = None
        known = membership.halls[0]
        if is_this_machine((known.at(hall) if hall else known).host):
            # The hall's own machine has its hall: a second one would want the same ports.
            port, _ = open_follower(home, hall=hall, hears_clocks=True)
        else:
            port = laptop = Laptop(home, hall=hall)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log_to(home, "referee")
    from hall_server.referee.app.app import RefereeApp
    from hall_server.referee.asked.desk import Clocks, RefereeDesk

    source = None
    if script is not None and script.published:
        from shared.pairing import PublishedPairings

        source = PublishedPairings(script.published)
    if context.get_parameter_source("language") is not ParameterSource.COMMANDLINE:
        language = (*kept(home), language)[0]
    keeper: PaperKeeper | None = None

    def chosen(language: str) -> None:
        if keeper is not None:
            keeper.make_by(kits_in(language))
        keep(home, (language,))

    with ExitStack() as papers:
        if paper_kit is not None:
            said = logging.getLogger("paper").info
            keeper = papers.enter_context(keeping(paper_kit, kits_in(language), paper, said=said))
            port = Overheard(port, keeper.told)
        desk = RefereeDesk(
            port,
            Clocks(wall_ms, monotonic_ms),
            token=lambda: secrets.token_hex(8),
            source=source,
            notice_ms=notice * 60_000,
        )
        desk.laptop = laptop
        desk.papers, desk.paper, desk.show = home / "papers", paper, show
        app = RefereeApp(desk, zone=membership.zone)
        app.speak(language)
        app.theme = theme
        app.keep_language = chosen
        app.rings = bell
        if script is None:
            run_app(app, headless=headless)
            return
        from hall_server.referee.app.robot import preside

        rounds = script.rounds
        run_app(
            app,
            headless=headless,
            robot=lambda: preside(app, rounds=rounds, said=say, sleep=asyncio.sleep),
        )
