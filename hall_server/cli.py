"""``hall-server``: its commands by what they are for; of each, its module and what it does."""

import click

from shared.program.errors import PlainGroup

SECTIONS = {
    "Set up": {
        "new": ("new", "Create a tournament: its keys and its invites."),
        "invite": ("invite", "Write an invite for one more device."),
        "doctor": ("doctor", "Check that this machine is fit for its part."),
        "rehearse": ("play", "Let robots play on the real devices."),
        "example": ("docs", "Print an example of an event file."),
        "docs": ("docs", "Show the runbook and the other documents."),
        "demo": ("play", "Play a whole tournament on this machine."),
    },
    "Run": {
        "run": ("run", "Run the hall server until it is stopped."),
        "publish": ("publish", "Write the pages for phones as files of a website."),
        "status": ("look", "Say how the tournament stands."),
        "audit": ("look", "Tell who entered, confirmed and ruled what."),
    },
    "Recover": {
        "standby": ("run", "Follow the hall, ready to take over."),
        "promote": ("run", "Make this machine the hall server."),
        "snapshot": ("look", "Copy the tournament into one file."),
        "verify": ("look", "Check a copy, or compare two."),
        "restore": ("restore", "Set a hall up from a snapshot."),
        "replace-hall": ("restore", "Revoke a stolen hall server and certify a new one."),
    },
    "Paper and files": {
        "print": ("print_paper", "Print pairings, standings, slips and more."),
        "export": ("export_file", "Write results, games or an archive."),
        "import": ("import_file", "Read players, rounds or games."),
    },
    "Without a hall": {
        "pair": ("pair", "Pair a round of the field in a file."),
        "check-pairings": ("check_pairings", "Check the pairing of a round, clause by clause."),
        "standings": ("standings", "Order the players of a crosstable."),
        "rulebook": ("rulebook", "Show each rulebook: its numbers and their clauses."),
        "kinds": ("rulebook", "List every kind of event."),
    },
    "Championship": {
        "uplink": ("championship", "Publish this hall's log to a championship."),
        "headquarters": ("championship", "Bring the halls of a championship together."),
    },
}


@click.group(cls=PlainGroup, room="hall_server.commands", sections=SECTIONS)
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main() -> None:
    """The server of a playing hall: set a tournament up, run it, look at it."""
