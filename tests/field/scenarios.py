"""What happens to real halls. Each scenario fails or returns the times that it saw."""

from collections.abc import Callable, Iterable
from pathlib import Path

from shared.core.events import entities
from shared.node.home import load
from shared.store.replica import Replica
from shared.wire.envelope import Signed, node_of, read
from tests.field.bare_host import a_bare_machine_becomes_a_hall
from tests.field.screens import a_table_has_a_screen
from tests.field.stage import TABLES, Stage, Table, a_stage, now, since

Times = dict[str, str]
Scenario = Callable[[Path], Times]


def _tables(stage: Stage) -> list[Table]:
    tables = [stage.table(name) for name in TABLES]
    for table in tables:
        table.until_link("live")
    return tables


def _latest(times: Iterable[int]) -> int:
    return max(times)


def a_cable_is_pulled(folder: Path) -> Times:
    """Check that a table plays on without its cable and catches up with it."""
    with a_stage(folder) as stage:
        stage.hall()
        here, other = _tables(stage)
        pulled = now()
        stage.lan["table-1"].pull_cable()
        noticed = here.until_link("offline")
        held = [here.enter(f"held-{n}") for n in range(20)]
        other.enter("meanwhile")
        here.first("held and not sent", lambda: set(held) <= here.unsent)
        assert not {f"held-{n}" for n in range(20)} & other.notes
        plugged = now()
        stage.lan["table-1"].plug_in()
        there = _latest((here.until_all_sent(), here.until_reads("meanwhile")))
        seen = other.until_reads(*(f"held-{n}" for n in range(20)))
    return {
        "pulled cable noticed": since(pulled, noticed),
        "plugged in, all at the hall and caught up": since(plugged, there),
        "and seen at another table": since(plugged, seen),
    }


def one_way_is_dead(folder: Path) -> Times:
    """Check a link that works in one direction only: hall to table, then table to hall."""
    times: Times = {}
    with a_stage(folder) as stage:
        stage.hall()
        here, other = _tables(stage)
        for way, words in (("in", "a table that hears nothing"), ("out", "one that is not heard")):
            began = now()
            stage.lan["table-1"].loses(100, way)
            noticed = here.until_link("offline")
            here.enter(f"held-{way}")
            other.enter(f"meanwhile-{way}")
            mended = now()
            stage.lan["table-1"].loses_nothing()
            there = _latest((here.until_all_sent(), here.until_reads(f"meanwhile-{way}")))
            other.until_reads(f"held-{way}")
            times[f"{words}: noticed"] = since(began, noticed)
            times[f"{words}: mended, caught up"] = since(mended, there)
    return times


def a_tenth_is_lost(folder: Path) -> Times:
    """10 % loss both ways at the hall: slower, and nothing is missing."""
    entries = 30
    with a_stage(folder) as stage:
        stage.hall()
        tables = _tables(stage)
        for way in ("in", "out"):
            stage.lan["hall"].loses(10, way)
        began = now()
        for n in range(entries):
            for number, table in enumerate(tables, start=1):
                table.enter(f"lossy-{number}-{n}")
        sent = _latest(table.until_all_sent() for table in tables)
        notes = [f"lossy-{t}-{n}" for t in (1, 2) for n in range(entries)]
        seen = _latest(table.until_reads(*notes) for table in tables)
    return {
        f"{2 * entries} entries under 10 % loss, at the hall": since(began, sent),
        "and seen at every table": since(began, seen),
    }


def the_hall_is_taken_over(folder: Path) -> Times:
    """Check that a standby is promoted when the hall's machine dies, and that the old hall
    returns."""
    with a_stage(folder, "standby") as stage:
        hall = stage.hall()
        standby = stage.standby()
        tables = _tables(stage)
        node = load(folder / "standby")[1].node
        for number, table in enumerate(tables, start=1):
            table.enter(f"before-{number}")
            table.until_all_sent()
        died = now()
        stage.lan["hall"].pull_cable()
        hall.kill()
        noticed = _latest(table.until_link("offline") for table in tables)
        for number, table in enumerate(tables, start=1):
            table.enter(f"meanwhile-{number}")
        promoted = now()
        stage.promote()
        safe = _latest(table.until_all_sent() for table in tables)
        notes = [f"{when}-{n}" for when in ("before", "meanwhile") for n in (1, 2)]
        seen = _latest(table.until_reads(*notes) for table in tables)
        assert {table.hall for table in tables} == {node}
        returned = now()
        stage.lan["hall"].plug_in()
        old = stage.old_hall()
        old.until_says("has stepped back")
        old.until_says("Link to the hall: live")
        follows = now()
        tables[0].enter("after")
        tables[1].until_reads("after")
        assert {table.hall for table in tables} == {node}
        assert not any("Traceback" in line for line in standby.said)
    return {
        "dead machine noticed": since(died, noticed),
        "promotion to all acknowledged": since(promoted, safe),
        "promotion to all seen everywhere": since(promoted, seen),
        "the old hall is back and follows": since(returned, follows),
    }


def a_kiosk_becomes_the_hall(folder: Path) -> Times:
    """Hall and laptops are gone; the chief types the passphrase at the kiosk, and the tables, who
    were told of no such place, find it by its announcement. The old hall returns and follows."""
    with a_stage(folder, "kiosk-1") as stage:
        hall = stage.hall()
        kiosk = stage.table("kiosk-1")
        tables = _tables(stage)
        kiosk.until_link("live")
        node = load(folder / "kiosk-1")[1].node
        for number, table in enumerate(tables, start=1):
            table.enter(f"before-{number}")
            table.until_all_sent()
        kiosk.until_reads("before-1", "before-2")
        died = now()
        stage.lan["hall"].pull_cable()
        hall.kill()
        noticed = _latest(table.until_link("offline") for table in tables)
        for number, table in enumerate(tables, start=1):
            table.enter(f"meanwhile-{number}")
        kiosk.kill()
        typed = now()
        promoted = stage.kiosk_hall("harbour")
        promoted.until_says("listens on ports")
        serves = now()
        found = _latest(table.until_link("live") for table in tables)
        safe = _latest(table.until_all_sent() for table in tables)
        notes = [f"{when}-{n}" for when in ("before", "meanwhile") for n in (1, 2)]
        seen = _latest(table.until_reads(*notes) for table in tables)
        assert {table.hall for table in tables} == {node}
        returned = now()
        stage.lan["hall"].plug_in()
        old = stage.old_hall()
        old.until_says("has stepped back")
        old.until_says("Link to the hall: live")
        follows = now()
        tables[0].enter("after")
        tables[1].until_reads("after")
        assert {table.hall for table in tables} == {node}
        assert not any("Traceback" in line for line in promoted.said)
        assert not any("harbour" in line for line in promoted.said)
    return {
        "dead machine noticed": since(died, noticed),
        "passphrase typed to serving": since(typed, serves),
        "serving to found by its announcement": since(serves, found),
        "serving to all acknowledged": since(serves, safe),
        "serving to all seen everywhere": since(serves, seen),
        "the old hall is back and follows": since(returned, follows),
    }


def the_hall_has_another_address(folder: Path) -> Times:
    """Check that the hall is found at an address that no invite names: only its announcement
    does."""
    with a_stage(folder, "elsewhere") as stage:
        hall = stage.hall()
        tables = _tables(stage)
        hall.kill()
        for table in tables:
            table.until_link("offline")
        moved = now()
        stage.hall("elsewhere")
        up = now()
        found = _latest(table.until_link("live") for table in tables)
        tables[0].enter("found-it")
        tables[1].until_reads("found-it")
    return {
        "the hall's start elsewhere": since(moved, up),
        "found by its announcement after": since(up, found),
    }


def somebody_lies_about_the_hall(folder: Path) -> Times:
    """Twelve false halls are announced: live tables stay, new and lost ones find the true hall."""
    with a_stage(folder, "thief", "elsewhere") as stage:
        hall = stage.hall()
        here, other = _tables(stage)
        root = stage.created.root_key.verify_key
        hall.kill()
        certificate = certificate_of(folder / "hall")
        liar = stage.process(
            "thief", "tests.field.thief", node_of(bytes(root)), certificate.data.hex(),
            certificate.sig.hex(), stage.lan["thief"].address,
        )  # fmt: skip
        liar.until_says("listens on ports")
        hall = stage.hall()
        here.until_link("live")
        here.enter("under-lies")
        other.until_reads("under-lies")
        other.kill()
        began = now()
        other = stage.table("table-2")
        fresh = other.until_link("live")
        hall.kill()
        for table in (here, other):
            table.until_link("offline")
        stage.hall("elsewhere")
        up = now()
        found = _latest(table.until_link("live") for table in (here, other))
        here.enter("found-the-true-one")
        other.until_reads("under-lies", "found-the-true-one")
        here.until_all_sent()
    return {
        "a table's start among false halls, live": since(began, fresh),
        "a hall that moved, found among false ones": since(up, found),
    }


def certificate_of(home: Path) -> Signed:
    """Return the hall's enrolment by the tournament key; the hall does not run."""
    membership, keys = load(home)
    replica = Replica(home / "hall.db", membership.root_key, new_store_id="unused")
    try:
        return next(
            signed
            for signed in replica.signed_of(entities.device(keys.node))
            if read(signed).node == replica.root
        )
    finally:
        replica.close()


SCENARIOS: tuple[Scenario, ...] = (
    a_cable_is_pulled,
    one_way_is_dead,
    a_tenth_is_lost,
    the_hall_is_taken_over,
    a_kiosk_becomes_the_hall,
    the_hall_has_another_address,
    somebody_lies_about_the_hall,
    a_bare_machine_becomes_a_hall,
    a_table_has_a_screen,
)
