"""This machine's own addresses, and which of them faces another machine. Sends nothing."""

from __future__ import annotations

import socket
from ipaddress import ip_address, ip_network

import ifaddr


def own_host(towards: str) -> str:
    """This machine's address as a neighbour of ``towards`` sees it, "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((towards, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses on all networks, loopback left out."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return [str(ip) for ip in found if not str(ip).startswith("127.")]


def is_neighbour(host: str) -> bool:
    """Whether an IPv4 address lies in a network of this machine."""
    mine = (
        ip_network(f"{ip.ip}/{ip.network_prefix}", strict=False)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )
    return any(ip_address(host) in network for network in mine)


def is_this_machine(host: str) -> bool:
    """Whether ``host`` names this machine."""
    try:
        address = socket.gethostbyname(host)
    except OSError:
        return False
    return address.startswith("127.") or own_host(address) == address
