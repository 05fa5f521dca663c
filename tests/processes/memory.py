"""How much memory a process holds, as its kernel counts it."""

from pathlib import Path


def resident_kb(pid: int) -> int:
    """KiB of a process that lie in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"process {pid} has ended")
