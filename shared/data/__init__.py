"""The data files that come with the hall, read from wherever it is installed."""

from importlib.resources import files


def read_text(name: str) -> str:
    """Return the text of the file ``name``. Raises FileNotFoundError."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
