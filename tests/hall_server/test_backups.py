"""Which rolling snapshots stay: the newest, then one an hour, then none."""

from pathlib import Path

from hall_server.serving.backups import backup_name, expired, prune

NOW = 1_790_000_000_000
MINUTE = 60_000


def taken(*minutes_ago: int) -> list[str]:
    return [backup_name(NOW - ago * MINUTE) for ago in minutes_ago]


def test_the_newest_stay_whatever_their_age() -> None:
    names = taken(0, 1, 2, 100_000, 100_001)

    assert expired(names, NOW, keep=5, days=1) == []
    assert expired(names, NOW, keep=3, days=1) == names[3:]


def test_last_of_each_hour_remains_of_older_copies() -> None:
    names = taken(*range(0, 240, 10))
    gone = expired(names, NOW, keep=6, days=14)
    stay = [name for name in names if name not in gone]

    assert stay[:6] == names[:6]
    hours = [name[:16] for name in stay[6:]]
    assert len(set(hours)) == len(hours)
    assert 2 <= len(hours) <= 4


def test_old_copies_are_deleted_after_some_days() -> None:
    names = taken(0, 60 * 24 * 3, 60 * 24 * 30)

    assert expired(names, NOW, keep=1, days=14) == [names[2]]


def test_files_of_other_names_are_left_alone(tmp_path: Path) -> None:
    old, new = taken(10, 0)
    for name in (old, new, "hall.db", "notes.txt", f"{old}.part"):
        (tmp_path / name).write_text("x")

    prune(tmp_path, NOW, keep=1, days=14)

    left = {file.name for file in tmp_path.iterdir()}
    assert {"hall.db", "notes.txt", f"{old}.part", new} <= left
