"""What the doctor makes of a measurement: level, words and remedy."""

from pathlib import Path

import pytest

from hall_server.doctor import judge, measure
from hall_server.doctor.judge import Finding, bad, caution, good, line, verdict
from shared.port import Link
from shared.store.database import FoundFile

MB = 1_000_000


@pytest.mark.parametrize(
    ("finding", "level"),
    [
        (judge.python("3.11.7", "/opt"), "good"),
        (judge.python("3.9.2", "/opt"), "bad"),
        (judge.python("3.14.0rc1", "/opt"), "good"),
        (judge.sqlite("3.51.3", ["Python's own"]), "good"),
        (judge.sqlite("3.51.3", ["pysqlite3", "Python's own"]), "bad"),
        (judge.packages({"shared": [], "kiosk": []}, {"shared": "/a", "kiosk": "/a"}), "good"),
        (judge.packages({"kiosk": ["other-kiosk"]}, {"kiosk": "/a"}), "bad"),
        (judge.packages({}, {"shared": "/a", "kiosk": "/b"}), "bad"),
        (judge.room(49 * MB, "hall"), "bad"),
        (judge.room(50 * MB, "hall"), "caution"),
        (judge.room(500 * MB, "hall"), "good"),
        (judge.fsync(50_000, "", "hall"), "good"),
        (judge.fsync(50_001, "", "hall"), "caution"),
        (judge.fsync(500_001, "", "hall"), "bad"),
        (judge.fsync(0, "Permission denied", "hall"), "bad"),
        (judge.wall_clock(0), "bad"),
        (judge.wall_clock(judge.SENSIBLE_MS), "good"),
        (judge.hall(Link("offline", 0)), "caution"),
        (judge.hall(Link("refused", 0, sentence="Not this tournament.")), "bad"),
        (judge.hall(Link("live", 0, offset_ms=1_000)), "good"),
        (judge.hall(Link("live", 0, offset_ms=-1_001)), "caution"),
        (judge.ports({47301: "", 47302: ""}, running=False), "good"),
        (judge.ports({47301: "Address already in use"}, running=False), "bad"),
        (judge.ports({47301: "Address already in use"}, running=True), "good"),
        (judge.multicast(""), "good"),
        (judge.multicast("Network is unreachable"), "caution"),
        (judge.secrets({"hall": 0o700, "hall/device.key": 0o600}, []), "good"),
        (judge.secrets({"hall/device.key": 0o640}, []), "bad"),
        (judge.secrets({}, ["hall/device.key"]), "bad"),
        (judge.invites([], "hall/invites"), "good"),
        (judge.invites(["table-1.invite"], "hall/invites"), "caution"),
        (judge.replica(FoundFile("absent"), "hall.db"), "good"),
        (judge.replica(FoundFile("sound"), "hall.db"), "good"),
        (judge.replica(FoundFile("in use", "locked"), "hall.db"), "good"),
        (judge.replica(FoundFile("damaged", "row 7"), "hall.db"), "bad"),
        (judge.terminal(None, "", "ascii"), "good"),
        (judge.terminal((120, 40), "dumb", "utf-8"), "bad"),
        (judge.terminal((120, 40), "xterm", "ANSI_X3.4-1968"), "bad"),
        (judge.terminal((49, 40), "xterm", "UTF-8"), "bad"),
        (judge.terminal((50, 15), "linux", "UTF-8"), "caution"),
        (judge.terminal((100, 30), "xterm", "utf8"), "good"),
    ],
)
def test_a_measurement_has_its_level_and_what_is_not_good_has_a_remedy(
    finding: Finding, level: str
) -> None:
    assert finding.level == level
    assert bool(finding.remedy) == (level != "good")


@pytest.mark.parametrize(
    ("version", "told"),
    [("3.6.23", False), ("3.7.0", True), ("3.40.1", True), ("3.51.2", True), ("3.51.3", False)],
)
def test_the_known_fault_of_sqlite_is_told_where_it_is(version: str, told: bool) -> None:
    assert ("known fault" in judge.sqlite(version, ["Python's own"]).says) is told


def test_a_clock_is_told_by_how_much_and_which_way() -> None:
    assert "7 s ahead of the hall's" in judge.hall(Link("live", 0, offset_ms=7_400)).says
    assert "7 s behind the hall's" in judge.hall(Link("catching_up", 0, offset_ms=-7_400)).says


def test_a_remedy_stands_on_a_line_of_its_own_and_the_last_line_counts() -> None:
    findings = [good("A", "is so"), caution("B", "is odd", "look"), bad("C", "is not", "mend it")]
    assert [line(finding) for finding in findings] == [
        "√ A: is so", "! B: is odd\n    → look", "‼ C: is not\n    → mend it",
    ]  # fmt: skip
    assert verdict(findings).startswith("‼ 1 to mend before the event, 1 to know about")
    assert verdict(findings[:2]).startswith("! Fit")
    assert verdict(findings[:1]) == "√ Fit for the event."


MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
tmpfs /tmp tmpfs rw 0 0
server:/home /srv nfs4 rw 0 0
/dev/sdb1 /srv/own\\040disk xfs rw 0 0
tmpfs /srv/own\\040disk/over tmpfs rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind", "level"),
    [
        ("/var/lib/hall", "ext4", "good"),
        ("/tmp/hall", "tmpfs", "bad"),
        ("/srv/hall", "nfs4", "bad"),
        ("/srv/own disk/hall", "xfs", "good"),
        ("/srv/own disk/over/hall", "tmpfs", "bad"),
    ],
)
def test_a_folder_in_memory_or_far_away_is_no_place_for_a_hall(
    folder: str, kind: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "existing", lambda path: path)
    assert measure.file_system(Path(folder), MOUNTS) == kind
    assert judge.lasting(kind, folder).level == level


def test_an_unknown_kind_of_disk_is_no_fault() -> None:
    assert measure.file_system(Path("/tmp"), "") == ""
    assert judge.lasting("", "/tmp").level == "good"
