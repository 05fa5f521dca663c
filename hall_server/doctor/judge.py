"""What a measurement means for a hall, and what to do about it. Pure: values in, findings out."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from shared.port import Link
from shared.store.database import FoundFile

Level = Literal["good", "caution", "bad"]
SIGNS: dict[Level, str] = {"good": "√", "caution": "!", "bad": "‼"}


class Finding(msgspec.Struct, frozen=True):
    """One line: what was examined, how it is, and what to do if it is not good."""

    about: str
    level: Level
    says: str
    remedy: str = ""


def good(about: str, says: str) -> Finding:
    return Finding(about, "good", says)


def caution(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "caution", says, remedy)


def bad(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "bad", says, remedy)


def line(finding: Finding) -> str:
    """Return a finding as it is printed, the remedy on a line of its own."""
    head = f"{SIGNS[finding.level]} {finding.about}: {finding.says}"
    return f"{head}\n    → {finding.remedy}" if finding.remedy else head


def verdict(findings: list[Finding]) -> str:
    """Return the last line, which sums up."""
    bad_ones = sum(found.level == "bad" for found in findings)
    cautions = sum(found.level == "caution" for found in findings)
    if bad_ones:
        return f"{SIGNS['bad']} {bad_ones} to mend before the event, {cautions} to know about."
    if cautions:
        return f"{SIGNS['caution']} Fit for the event; {cautions} to know about."
    return f"{SIGNS['good']} Fit for the event."


_MB = 1_000_000
LEAST_ROOM, GOOD_ROOM = 50 * _MB, 500 * _MB
"""A long event's log and its snapshots need much less than the second."""

SLOW_FSYNC_US, TOO_SLOW_FSYNC_US = 50_000, 500_000
"""Microseconds: above the first a press feels slow, above the second a table seems to hang."""

CLOCK_OFF_MS = 1_000
"""Times in the log are shown to the second. Match clocks do not depend on the wall clock."""

SENSIBLE_MS = 1_767_225_600_000
"""UTC ms of 2026-01-01: a machine without a clock battery starts with an earlier date."""

SMALLEST, DASHBOARD = (50, 15), (100, 30)
"""Columns and lines that every screen needs, and that suit the referee's dashboard."""

_FAULTY_SQLITE = ((3, 7, 0), (3, 51, 2))
_IN_MEMORY = frozenset({"tmpfs", "ramfs"})
_FAR_AWAY = frozenset({"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "afs", "ceph"})
_DUMB = frozenset({"", "dumb", "unknown"})
SIGNS_TO_SEE = "√ ! ‼ ▏ █ ▀ ▄ ● ○ ← → ·"


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version)[:3])


def python(version: str, prefix: str) -> Finding:
    if numbers(version) < (3, 11):
        return bad("Python", f"{version} in {prefix}", "Install Python 3.11 or newer.")
    return good("Python", f"{version} in {prefix}")


def sqlite(version: str, loaded: Sequence[str]) -> Finding:
    """Judge SQLite; ``loaded`` names the libraries in this process, the one in use first."""
    if len(loaded) > 1:
        return bad(
            "SQLite",
            f"{' and '.join(loaded)} are both loaded; each drops the file locks of the other",
            f"Uninstall {loaded[-1]} from this environment, or install the hall into its own.",
        )
    low, high = _FAULTY_SQLITE
    if low <= numbers(version) <= high:
        return good(
            "SQLite",
            f"{version}; its known fault with several connections does not reach the hall, which"
            " opens its file once and exclusively. Read a running hall by its snapshot only",
        )
    return good("SQLite", version)


def packages(strangers: Mapping[str, Sequence[str]], folders: Mapping[str, str]) -> Finding:
    """Judge the packages, of which there must be one copy.

    ``strangers`` are other distributions by the package that they bring too, ``folders`` is where
    each of our packages was loaded from.
    """
    theirs = {package: names for package, names in strangers.items() if names}
    if theirs:
        words = "; ".join(f"{' and '.join(names)} also brings {p!r}" for p, names in theirs.items())
        others = sorted({name for names in theirs.values() for name in names})
        return bad("Packages", words, f"Uninstall {', '.join(others)}, or use an own environment.")
    if len(set(folders.values())) > 1:
        words = ", ".join(f"{package} from {place}" for package, place in folders.items())
        return bad("Packages", f"they come from different places: {words}", "Install again.")
    return good("Packages", f"all from {next(iter(folders.values()))}")


def room(free: int, folder: str) -> Finding:
    """Judge the ``free`` bytes on the disk of the folder."""
    says = f"{free // _MB} MB free for {folder}"
    if free < LEAST_ROOM:
        return bad("Disk", says, "Free some space: a full disk stops every entry.")
    if free < GOOD_ROOM:
        return caution("Disk", says, "Free some space before a long event.")
    return good("Disk", says)


def lasting(kind: str, folder: str) -> Finding:
    """Judge the file system of the folder; ``kind`` is "" if it is unknown."""
    about = "Disk kind"
    if kind in _IN_MEMORY:
        says = f"{folder} lies in memory ({kind}): a power cut deletes it"
        return bad(about, says, "Keep the data on a disk or a card: give --home such a folder.")
    if kind in _FAR_AWAY:
        says = f"{folder} lies on another machine ({kind}): it hangs when the network does"
        return bad(about, says, "Keep the data on this machine's own disk.")
    return good(about, kind or "this machine does not say")


def fsync(median_us: int, trouble: str, folder: str) -> Finding:
    """Judge the time that the disk takes to make a page durable, in microseconds."""
    if trouble:
        return bad("Writing", f"{folder}: {trouble}", "Give this user a folder it may write to.")
    says = f"a page is durable after {median_us / 1000:.1f} ms"
    if median_us > TOO_SLOW_FSYNC_US:
        return bad("Writing", says, "This disk or card is too slow or failing: use another.")
    if median_us > SLOW_FSYNC_US:
        return caution("Writing", says, "Presses will be felt as slow: use a better disk or card.")
    return good("Writing", says)


def wall_clock(now_ms: int) -> Finding:
    if now_ms < SENSIBLE_MS:
        return bad("Date", "it is before this program was made", "Set the date and time (UTC).")
    return good("Date", "it makes sense")


def hall(link: Link) -> Finding:
    """Judge the link to the hall, as it was when the hall answered or the time was up."""
    about = "Hall"
    if link.state == "refused":
        return bad(about, "it refuses this device", link.sentence or "Ask the referee.")
    if link.state not in ("live", "catching_up"):
        return caution(
            about,
            "it does not answer from here",
            "If it should be running: check cable or Wi-Fi, its address, and its firewall.",
        )
    if abs(link.offset_ms) > CLOCK_OFF_MS:
        way = "ahead of" if link.offset_ms > 0 else "behind"
        return caution(
            about,
            f"it answers; this machine's clock is {abs(link.offset_ms) // 1000} s {way} the hall's",
            "Set the clock, so that times in the log agree. This changes no match clock.",
        )
    return good(about, "it answers, and the clocks agree")


def ports(troubles: Mapping[int, str], running: bool) -> Finding:
    """Judge the ports: ``troubles`` by port, "" for a free one; ``running``: the hall runs here."""
    named = ", ".join(map(str, troubles))
    taken = {port: why for port, why in troubles.items() if why}
    if taken and running:
        return good("Ports", f"{named} are in use: the hall runs on this machine")
    if taken:
        words = ", ".join(f"{port} ({why})" for port, why in taken.items())
        return bad("Ports", words, "End what uses them (ss -ltnp shows it), or take --port-base.")
    return good("Ports", f"{named} are free. Open them in the firewall")


def multicast(trouble: str) -> Finding:
    if trouble:
        return caution(
            "Multicast",
            f"does not work here ({trouble})",
            "Devices will not find the hall by themselves: give them its address with --hall.",
        )
    return good("Multicast", "works on this machine; a switch may still filter it")


def secrets(modes: Mapping[str, int], strangers: Sequence[str]) -> Finding:
    """Judge who can read the keys.

    ``modes`` are the permissions of what only the owner may read, ``strangers`` the files that
    belong to another user.
    """
    if strangers:
        return bad(
            "Keys", f"{', '.join(strangers)}: another user's", "Run it as the folder's owner."
        )
    open_ones = [path for path, mode in modes.items() if mode & 0o077]
    if open_ones:
        return bad(
            "Keys", f"others may read {', '.join(open_ones)}", f"chmod go= {' '.join(open_ones)}"
        )
    if not modes:
        return good("Keys", "not judged on this system: keep the folder under your own user")
    return good("Keys", "only their owner may read them")


def invites(left: Sequence[str], folder: str) -> Finding:
    if left:
        return caution(
            "Invites",
            f"in {folder}, each with the key of a device: {', '.join(left)}",
            "Delete each one as soon as its device has started with it.",
        )
    return good("Invites", "none is left")


def replica(look: FoundFile, path: str) -> Finding:
    match look.fitness:
        case "absent":
            return good("Data", "nothing is kept here yet")
        case "in use":
            return good("Data", f"{path} is in use: the program runs")
        case "sound":
            return good("Data", f"{path} is sound")
        case "damaged":
            return bad(
                "Data",
                f"{path} is damaged ({look.detail})",
                "Move it aside and keep it; started again, this node fetches the tournament.",
            )


def terminal(size: tuple[int, int] | None, term: str, encoding: str) -> Finding:
    """Judge the terminal; ``size`` is columns and lines, None without one."""
    about = "Terminal"
    if size is None:
        return good(about, "not examined: the output does not go to one")
    if term in _DUMB:
        return bad(about, f"TERM is {term!r}", "Use a real terminal; on a console TERM=linux.")
    if encoding.lower().replace("-", "") != "utf8":
        return bad(about, f"it is written to in {encoding}", "Set LANG to a UTF-8 locale: C.UTF-8.")
    columns, lines = size
    says = f"{columns} × {lines}, {term}; you should see all of these: {SIGNS_TO_SEE}"
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return bad(
            about, says, f"Make it at least {SMALLEST[0]} × {SMALLEST[1]}, or the letters smaller."
        )
    if columns < DASHBOARD[0] or lines < DASHBOARD[1]:
        return caution(
            about, says, f"Enough for a table; the dashboard likes {DASHBOARD[0]} × {DASHBOARD[1]}."
        )
    return good(about, says)
