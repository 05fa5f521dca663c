"""The footer's actions where the screen is narrow: as many as fit, help always. Pure."""

from collections.abc import Sequence

from rich.cells import cell_len

from shared.core.text.language import _
from shared.tui.actions import SHOWN_AT_MOST, Action
from shared.tui.app import HELP

_AROUND = 3
"""Blanks that the footer sets around a key and its word."""


def fitting(actions: Sequence[Action], width: int) -> tuple[Action, ...]:
    """Return the first of ``actions`` that fit beside the help, in ``width`` cells; help comes
    last."""
    room = width - _width(HELP)
    kept: list[Action] = []
    for action in actions:
        room -= _width(action)
        if room < 0 or len(kept) + 1 == SHOWN_AT_MOST:
            break
        kept.append(action)
    return (*kept, HELP)


def _width(action: Action) -> int:
    return cell_len(action.key_words) + cell_len(_(action.label)) + _AROUND
