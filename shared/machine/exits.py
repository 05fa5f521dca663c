"""The exit codes of the programs, as supervisors and service managers read them."""

from __future__ import annotations

from typing import Final

NEEDS_A_PERSON: Final = (1, 2)
"""The program said in a sentence what a person has to mend first: it is not started again."""
CRASHED: Final = 70
"""A mistake in the program, or a disk that was full for a while: a new start may go well."""
