"""Who has how many lives in a double knockout, in words (DARK-KO). Lives order no places."""

from shared.core.standings.records import division_rounds, round_complete
from shared.core.state import Division, HallState
from shared.core.text.language import _
from shared.pairing.knockout.by_lives import lives_now
from shared.pairing.types import PairingImpossible


def half_lives(halves: int) -> str:
    """Return half-lives as people say them: ``1½``."""
    whole, half = divmod(halves, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def lives_note(state: HallState, division: Division) -> tuple[str, ...]:
    """Return one line: everybody who is still in, by lives; nothing where none are counted."""
    if division.unreadable or division.book.pairing_system != "double_knockout":
        return ()
    rounds = division_rounds(state, division.id)
    done = [paired.number for paired in rounds if round_complete(state, paired)]
    try:
        halves = lives_now(state, division.id, max(done, default=0) + 1).halves
    except PairingImpossible:
        return ()  # The pairing screen says why.
    left = sorted((-count, state.players[player].name) for player, count in halves.items() if count)
    names = ", ".join(f"{name} {half_lives(-count)}" for count, name in left)
    return (_("Lives left: {names}.").format(names=names),)
