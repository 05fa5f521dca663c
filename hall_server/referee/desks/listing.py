"""Names one after another, as a sentence has them. Sorts nothing."""

from __future__ import annotations

from collections.abc import Sequence

from shared.core.language import _


def listed(names: Sequence[str]) -> str:
    """``Ann Lee, Bo King and Cy Ortega``; "" for nobody."""
    if len(names) < 2:
        return names[0] if names else ""
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
