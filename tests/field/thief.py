"""A hostile announcer: ``python -m tests.field.thief ROOT CERTIFICATE SIG ADDRESS``.

Announces many halls: some with the true hall's own certificate, which is public, and a false
address; some with nonsense. At that address it answers with a key of its own, and with garbage.
"""

import asyncio
import random
import socket
import sys

import zmq
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from shared.net.discovery import SERVICE, certificate_properties
from shared.net.keys import DeviceKeys, to_z85
from shared.wire.envelope import Signed

HALLS = 12
PORT = 47301


def _announced(number: int, root: str, certificate: Signed, address: str) -> AsyncServiceInfo:
    chance = random.Random(number)
    said: dict[str, str | bytes] = {"root": root, "feed": str(PORT + 1), "enrol": str(PORT + 2)}
    if number % 3:
        said |= certificate_properties(certificate)
    if number % 3 == 1:
        said["sig"] = chance.randbytes(64)
    return AsyncServiceInfo(
        SERVICE,
        f"{chance.randbytes(8).hex()}.{SERVICE}",
        addresses=[socket.inet_aton(address)],
        port=PORT + 10 * number,
        properties=said,
        server=f"thief-{number}.local.",
    )


async def main(root: str, data: str, sig: str, address: str) -> None:
    """Announce and answer until the input ends."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    keys = DeviceKeys.from_seed(b"t" * 32)
    router = context.socket(zmq.ROUTER)
    router.set(zmq.CURVE_SERVER, 1)
    router.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
    router.bind(f"tcp://{address}:{PORT}")
    garbage = await asyncio.start_server(_babble, address, PORT + 1)
    multicast = AsyncZeroconf(ip_version=IPVersion.V4Only)
    certificate = Signed(bytes.fromhex(data), bytes.fromhex(sig))
    for number in range(HALLS):
        await multicast.async_register_service(_announced(number, root, certificate, address))
    print("listens on ports", flush=True)  # noqa: T201
    await asyncio.to_thread(sys.stdin.read)
    garbage.close()
    await multicast.async_close()
    context.destroy(linger=0)


async def _babble(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(random.Random(7).randbytes(10_000))
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
