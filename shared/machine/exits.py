"""The exit codes of the programs, for supervisors and service managers."""

from typing import Final

NEEDS_A_PERSON: Final = (1, 2)
"""The program has said what a person must do first, so it is not started again."""
CRASHED: Final = 70
"""A mistake in the program, or a full disk. A new start may succeed, so it is started again."""
