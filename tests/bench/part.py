"""One part in this process: ``python -m tests.bench.part NAME [--smoke]``. The runner starts it."""

import os
import signal
import sys
import traceback
from importlib import import_module

from tests.bench.figures import Effort, say


def last_words(error: BaseException) -> str:
    """Return an error as one line; a bare ``assert`` is told by its place and source."""
    words = " ".join(str(error).split())
    if not words:
        at = traceback.extract_tb(error.__traceback__)[-1]
        words = f"{at.line} ({os.path.relpath(at.filename)}, line {at.lineno})"
    return f"{type(error).__name__}: {words}"


def main(name: str, *flags: str) -> None:
    """Measure one part; if it breaks, the last line on stderr says why."""
    # A part that is told to end still clears its scratch folder.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        part = import_module(f"tests.bench.{name}")
        say(f"  {part.__doc__.splitlines()[0]}")
        part.bench(Effort(smoke="--smoke" in flags))
    except BaseException as error:
        traceback.print_exc()
        print(last_words(error), file=sys.stderr, flush=True)  # noqa: T201
        # A node's thread or a socket that was left open does not keep the part from ending.
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
