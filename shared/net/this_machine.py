"""This machine's own network: its addresses, its free ports, and whether multicast works here.

It sends nothing to other machines.
"""

import platform
import socket
import sys
from ipaddress import ip_address, ip_network

import ifaddr

from shared.core.text.for_people import why

_GROUP, _HOPS = "239.255.73.1", 0
"""A multicast group for the probe. With no hops nothing leaves this machine."""
_WORD = b"playing hall: multicast?"
_PATIENCE_S = 1.0


def own_host(towards: str) -> str:
    """Return this machine's address as ``towards`` sees it, "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((towards, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on all networks, without loopback."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return [str(ip) for ip in found if not str(ip).startswith("127.")]


def lan_address() -> str:
    """Return the address at which others on the network find this machine, or else its name."""
    # An address of documentation: nothing is sent there, and the way out of the machine is the LAN.
    found = own_host("192.0.2.1")
    others = own_addresses()
    return found if found in others else next(iter(others), platform.node())


def is_neighbour(host: str) -> bool:
    """Return whether an IPv4 address lies in a network of this machine."""
    mine = (
        ip_network(f"{ip.ip}/{ip.network_prefix}", strict=False)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )
    return any(ip_address(host) in network for network in mine)


def is_this_machine(host: str) -> bool:
    try:
        address = socket.gethostbyname(host)
    except OSError:
        return False
    return address.startswith("127.") or own_host(address) == address


def free_port_base() -> int:
    """Return the first of two neighbouring ports that are free on this machine now."""
    for _ in range(50):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            base: int = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", base + 1))
            except (OSError, OverflowError):
                continue
            return base
    raise OSError("no two free neighbouring ports on this machine")


def port_trouble(port: int) -> str:
    """Return why this machine cannot listen on a TCP port, "" if it can."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # as the hall's sockets do: a port in TIME_WAIT counts as free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
            probe.listen(1)
        except (OSError, OverflowError) as error:
            return why(error)
    return ""


def multicast_trouble(interface: str = "0.0.0.0") -> str:
    """Return why this machine cannot hear itself in a multicast group, "" if it can.

    A switch or access point may still filter multicast.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            joined = socket.inet_aton(_GROUP) + socket.inet_aton(interface)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joined)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, _HOPS)
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            probe.settimeout(_PATIENCE_S)
            probe.bind(("", 0))
            probe.sendto(_WORD, (_GROUP, probe.getsockname()[1]))
            heard = probe.recv(len(_WORD))
        except OSError as error:
            return error.strerror or "nothing came back"
    return "" if heard == _WORD else "something else came back"
