"""What an event file may say by mistake: nothing is refused, and each is worth a second look."""

from collections import Counter
from collections.abc import Iterator

from hall_server.eventfile.sections import EventFile
from shared.core.state.persons import folded


def doubts(event: EventFile) -> Iterator[str]:
    """Yield a sentence for each player who stands there twice, and for tables that are too few."""
    names = {division.id: division.name for division in event.divisions()}
    spelt = {folded(player.name): player.name.strip() for player in reversed(event.player)}
    seen = Counter((folded(player.name), player.division) for player in event.player)
    for (name, ident), times in seen.items():
        if times > 1:
            yield (
                f"{spelt[name]} stands {times} times on the list of {names[ident]}. If it is one"
                " person, take a line out; if not, tell them apart by a club or an initial."
            )
    for division in event.division:
        entered = sum(player.division == division.id for player in event.player)
        tables = len(event.tables_of(division)) or len(event.tables())
        pairs = entered // 2
        if division.book.pairing_system != "open_play" and pairs > tables:
            yield (
                f"{entered} players in {names[division.id]} play at {pairs} tables at once, and"
                f" there are {tables}. Put up more while the hall runs (q and + on the dashboard),"
                " or write more into the event file."
            )
