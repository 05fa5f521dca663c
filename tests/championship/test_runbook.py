"""The runbook of a championship by its own commands: three servers with TLS and nkeys on loopback,
one of them lost, then all."""

import itertools
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.invite import read_invite
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import engine_home
from tests.championship.certificates import authority, certificate
from tests.championship.kit import Server
from tests.node.hall_kit import LOOPBACK, Ears, free_ports
from tests.prove import PROVE

pytestmark = [
    pytest.mark.processes,
    pytest.mark.needs("openssl"),
    pytest.mark.timeout(300),
    pytest.mark.skipif(not PROVE, reason="make prove plays the runbook through"),
]
PROGRAM = Path(sys.executable).with_name("hall-server")
DEPLOY = Path(__file__).parents[2] / "deploy/championship"
EVENT = """
schema = 1
[event]
name = "Nationals"
tables = 2
[[division]]
id = "masters"
rulebook = "acf-masters"
"""


class Program:
    """A command that runs until it is told to stop; a test waits for its lines."""

    def __init__(self, *words: object) -> None:
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self.process = subprocess.Popen(
            [PROGRAM, *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                with self._changed:
                    self.lines.append(line)
                    self._changed.notify_all()

    def until(self, words: str, after: int = 0) -> int:
        """Wait for a line beyond ``after``; returns how many there are."""

        def said() -> bool:
            return any(words in line for line in self.lines[after:])

        with self._changed:
            assert self._changed.wait_for(said, 60), (words, self.lines)
            return len(self.lines)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self._reader.join()


class Championship:
    """What the runbook sets up, step by step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[Program] = []
        (folder / "pass").write_text("open sesame\n")
        (folder / "north.toml").write_text(EVENT)
        self.ports = [free_ports() for _ in range(3)]
        self.hall_port, self.hq_port = (free_ports()[0] for _ in range(2))
        self.ca = authority(folder)
        certificate(self.ca)
        self.servers: list[Server] = []

    def do(self, *words: object) -> str:
        done = subprocess.run(
            [PROGRAM, *map(str, words)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def runs(self, *words: object) -> Program:
        program = Program(*words)
        self.programs.append(program)
        return program

    def found(self) -> None:
        """Steps 1 and 2."""
        at = self.folder
        key = ("--key-file", at / "key", "--passphrase-file", at / "pass", "--address", LOOPBACK)
        self.do("new", at / "north.toml", "--venue", "north", "--home", at / "north",
                "--port-base", self.hall_port, *key)  # fmt: skip
        self.do("headquarters", "new", "--name", "Nationals", "--home", at / "hq",
                "--port-base", self.hq_port, *key)  # fmt: skip
        lines = [
            self.do("headquarters", "key", "--home", at / "hq", *venue, "--out", at / out)
            for venue, out in (((), "hq.nk"), (("--venue", "north"), "north.nk"))
        ]
        users = (DEPLOY / "users.conf").read_text().replace("[\n]", f"[\n{''.join(lines)}]")
        (at / "users.conf").write_text(users)

    def cluster(self) -> None:
        """Step 3: the configuration that operators are given, with this machine's ports."""
        given = (DEPLOY / "nats-server.conf").read_text().replace("/etc/nats", str(self.folder))
        for n, (client, route) in enumerate(self.ports, start=1):
            own = given.replace("server_name: hub-1", f"server_name: hub-{n}")
            own = own.replace("0.0.0.0:4222", f"{LOOPBACK}:{client}")
            own = own.replace("0.0.0.0:6222", f"{LOOPBACK}:{route}")
            for m, (_, other) in enumerate(self.ports, start=1):
                own = own.replace(f"//hub-{m}:6222", f"//{LOOPBACK}:{other}")
            config = self.folder / f"hub-{n}.conf"
            config.write_text(own.replace("/var/lib/nats", str(self.folder / f"hub-{n}")))
            self.servers.append(Server(self.folder / f"hub-{n}", client, config=config))
        for server in self.servers:
            server.start()

    @property
    def link(self) -> tuple[object, ...]:
        urls = [("--championship", f"nats://{LOOPBACK}:{client}") for client, _ in self.ports]
        return ("--ca", self.ca, *itertools.chain(*urls))

    def stop(self) -> None:
        for program in reversed(self.programs):
            program.stop()
        for server in self.servers:
            server.kill()


@pytest.fixture
def championship(tmp_path: Path) -> Iterator[Championship]:
    made = Championship(tmp_path)
    try:
        yield made
    finally:
        made.stop()


def test_hall_loses_no_data_when_a_server_and_then_the_cluster_are_lost(
    championship: Championship,
) -> None:
    made, at = championship, championship.folder
    made.found()
    made.cluster()
    key = ("--key-file", at / "key", "--passphrase-file", at / "pass")
    hall = made.runs("run", "--home", at / "north", "--host", LOOPBACK)
    hall.until("listens on ports")
    hq = made.runs("headquarters", "run", "--home", at / "hq", "--host", LOOPBACK,
                   "--nkey", at / "hq.nk", *made.link)  # fmt: skip
    hq.until("Linked to the championship.")
    made.do("invite", "--home", at / "north", "--standby", "--label", "Uplink", *key,
            "--out", at / "up.invite")  # fmt: skip
    up = made.runs("uplink", "--home", at / "uplink", "--invite", at / "up.invite",
                   "--nkey", at / "north.nk", *made.link)  # fmt: skip
    up.until("Linked to the championship")
    hq.until("north: all in order.")
    looking, ears = looking_on(made)

    def comes_up(label: str) -> None:
        """Something that the hall writes is seen at headquarters."""
        made.do("invite", "--home", at / "north", "--kiosk", "--label", label,
                "--out", at / f"{label}.invite")  # fmt: skip
        ears.until(lambda: label in {d.label for d in ears.state.devices.values()})

    try:
        comes_up("before")
        made.servers[0].kill()
        comes_up("one-lost")
        shutil.rmtree(at / "hub-1")
        made.servers[0].start()
        comes_up("one-back")

        heard, said = len(up.lines), len(hq.lines)
        for server in made.servers:
            server.kill()
            shutil.rmtree(server.folder)
        up.until("No link", heard)
        hq.until("No link", said)
        made.do("invite", "--home", at / "north", "--kiosk", "--label", "alone",
                "--out", at / "alone.invite")  # fmt: skip
        for server in made.servers:
            server.start()
        ears.until(lambda: "alone" in {d.label for d in ears.state.devices.values()})
        comes_up("after")
        assert ears.state.alarms == ()
    finally:
        looking.stop()


def looking_on(made: Championship) -> tuple[Engine[FollowerLink], Ears]:
    """Return a kiosk at headquarters."""
    invite = read_invite((made.folder / "hq/invites/kiosk-1.invite").read_text())
    home = engine_home(made.folder / "kiosk", invite.root_key, invite.keys)
    link = FollowerLink(invite.halls[0], role="kiosk")
    node = Engine(home, link, wall=wall_ms, monotonic=monotonic_ms)
    ears = Ears()
    node.start(ears.hear)
    return node, ears
