"""The rounds of ``hall-server import``: what it shows and asks."""

import secrets
from pathlib import Path

import click
import msgspec

from hall_server.files.cells import counted
from hall_server.files.intake import Plan
from hall_server.files.players_csv import shortened
from hall_server.files.rounds_intake import Origin, RoundsPlan, plan_rounds, why_not
from hall_server.files.sources import read_rounds
from shared.core.events import DecisionMade, RoundPaired
from shared.core.state import HallState
from shared.machine.clocks import wall_ms

_UID_BYTES = 8


def rounds_of(
    state: HallState, players: Plan, data: bytes, name: str, wanted: str | None
) -> RoundsPlan | None:
    """Return what an import would do with a file's rounds; None without rounds.

    Where the division takes none, say why and return None.
    """
    division = state.divisions.get(wanted or next(iter(state.divisions), ""))
    if division is None:
        return None
    past = read_rounds(data, division.book)
    if past is None:
        return None
    refused = why_not(state, division)
    if refused:
        click.echo(f"Only the players are imported, not the rounds: {refused}.")
        return None
    registered = {change.player.id: change.player for change in players.changes}
    return plan_rounds(
        msgspec.structs.replace(state, players={**state.players, **registered}),
        past,
        {player.number: players.ids[player.line] for player in past.players},
        division,
        Origin(name, wall_ms(), lambda: secrets.token_hex(_UID_BYTES)),
    )


def show_rounds(plan: RoundsPlan | None) -> None:
    """Print each round, what differs, and what is wrong."""
    if plan is None:
        return
    for line in (*plan.rounds, *plan.notes):
        click.echo(line)
    for line in (*plan.differing, *shortened(plan.problems)):
        click.echo(f"! {line}", err=True)


def rounds_words(plan: RoundsPlan | None) -> str:
    """Return ``3 rounds with 17 results``, or "" for no round."""
    if plan is None:
        return ""
    rounds = sum(isinstance(draft.body, RoundPaired) for draft in plan.drafts)
    results = sum(isinstance(draft.body, DecisionMade) for draft in plan.drafts)
    if not rounds:
        return ""
    return f"{counted(rounds, 'round')} with {counted(results, 'result')}"


def where_it_stands(plan: RoundsPlan) -> str:
    """Return whether the standings are those of the file, as a sentence."""
    if plan.differing:
        return "The standings differ from the file as listed above."
    return "The standings have the points of the file."


def refuse_without_key(key_file: Path | None) -> None:
    """Raise click.ClickException without a key file: results are rulings of a referee."""
    if key_file is None:
        raise click.ClickException(
            "Results become rulings of the referee, and the hall's own key cannot rule. Add"
            " --key-file with the tournament key, or --players-only. Nothing was changed."
        )
