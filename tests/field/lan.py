"""A LAN of network namespaces: a switch and hosts on cables. Owns no product code.

Nothing touches the machine's own network: the switch is a namespace too. Needs root.
"""

import itertools
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from tests.programs import lacks

SUBNET = "10.77.0"
_NUMBERS = itertools.count(1)


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(words)}: {done.stderr.strip()}")


@cache
def why_not() -> str:
    """Return why no LAN can be made on this machine, "" if one can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if missing := lacks(["ip", "nft"]):
        return f"this machine lacks {missing} (make debian)"
    try:
        with a_lan("probe") as lan:
            lan.hosts["probe"].loses(10, "out")
    except OSError as error:
        return f"this machine makes no network namespaces: {error}"
    return ""


@dataclass
class Host:
    """One machine on the LAN: a namespace with a cable to the switch."""

    name: str
    namespace: str
    switch: str
    port: str
    address: str

    def command(self, words: Sequence[str]) -> list[str]:
        """``words`` as a command that runs on this host."""
        return ["ip", "netns", "exec", self.namespace, *words]

    def pull_cable(self) -> None:
        """The switch's end goes dark: nothing gets in or out, and no connection is told."""
        _run("ip", "-n", self.switch, "link", "set", self.port, "down")

    def plug_in(self) -> None:
        """The cable is back."""
        _run("ip", "-n", self.switch, "link", "set", self.port, "up")

    def loses(self, percent: int, way: str) -> None:
        """Packets are lost at random on the way ``in`` or ``out``."""
        hook = {"in": "input", "out": "output"}[way]
        lost = [] if percent >= 100 else ["numgen", "random", "mod", "100", "<", str(percent)]
        nft = self.command(["nft"])
        chain = "{ type filter hook " + hook + " priority 0; }"
        _run(*nft, "add", "table", "inet", "field")
        _run(*nft, "add", "chain", "inet", "field", way, chain)
        _run(*nft, "add", "rule", "inet", "field", way, "oifname" if way == "out" else "iifname",
             "eth0", *lost, "drop")  # fmt: skip

    def loses_nothing(self) -> None:
        """All lines are good again."""
        _run(*self.command(["nft"]), "flush", "ruleset")


@dataclass
class Lan:
    """The switch and its hosts by name."""

    hosts: dict[str, Host]

    def __getitem__(self, name: str) -> Host:
        return self.hosts[name]


@contextmanager
def a_lan(*names: str) -> Iterator[Lan]:
    """A switch with a host for each name; 10.77.0.1 is the first. Gone at the end."""
    mark = f"hall-field-{os.getpid()}-{next(_NUMBERS)}"
    switch = f"{mark}-switch"
    made: list[str] = []
    try:
        _run("ip", "netns", "add", switch)
        made.append(switch)
        # Snooping would wait for a multicast router that no hall has.
        _run("ip", "-n", switch, "link", "add", "lan", "type", "bridge", "mcast_snooping", "0")
        _run("ip", "-n", switch, "link", "set", "lan", "up")
        hosts = {}
        for number, name in enumerate(names, start=1):
            host = Host(name, f"{mark}-{name}", switch, f"port{number}", f"{SUBNET}.{number}")
            _run("ip", "netns", "add", host.namespace)
            made.append(host.namespace)
            _wire(host)
            hosts[name] = host
        yield Lan(hosts)
    finally:
        for namespace in reversed(made):
            _run("ip", "netns", "del", namespace)


def _wire(host: Host) -> None:
    own = ("ip", "-n", host.namespace)
    _run(*own, "link", "add", "eth0", "type", "veth", "peer", "name", host.port, "netns",
         host.switch)  # fmt: skip
    _run("ip", "-n", host.switch, "link", "set", host.port, "master", "lan", "up")
    _run(*own, "addr", "add", f"{host.address}/24", "dev", "eth0")
    _run(*own, "link", "set", "lo", "up")
    _run(*own, "link", "set", "eth0", "up")
    _run(*own, "route", "add", "default", "dev", "eth0")
