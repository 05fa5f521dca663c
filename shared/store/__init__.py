"""The SQLite replica: log, projections, journal, snapshots. The one place that writes SQL."""

import importlib.util
import sys
from contextlib import suppress


def _load_when_used(package: str, name: str) -> None:
    """Have a module loaded by the first use of what is in it."""
    spec = importlib.util.find_spec(f"{package}.{name}")
    if spec is None or spec.loader is None or spec.name in sys.modules:
        return
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    setattr(sys.modules[package], name, module)


with suppress(ModuleNotFoundError):
    # sqlite-utils reads dates with it that people typed. No replica holds such, and each terminal
    # would hold a megabyte of program for them.
    _load_when_used("dateutil", "parser")
