"""What a person reads as it is: the base of such errors, why something failed, a counted noun."""


class ForPeople(Exception):
    """Its text says what happened, what is safe and what to do; a command ends with it."""


def why(error: Exception) -> str:
    """Return why something failed in plain words, without the number that the system gives it."""
    if isinstance(error, UnicodeDecodeError):
        return "its text is not UTF-8"
    return getattr(error, "strerror", None) or str(error)


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 game``, ``3 games``."""
    return f"{number} {one if number == 1 else many or one + 's'}"
