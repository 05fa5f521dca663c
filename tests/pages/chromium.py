"""Chromium driven by its own protocol: a window of any size, what the page says, axe's findings."""

import asyncio
import base64
import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from tests.programs import axe

PATIENCE_S = 90


class Window:
    """One tab."""

    def __init__(self, tools: aiohttp.ClientWebSocketResponse) -> None:
        self._tools = tools
        self._number = 0

    async def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the protocol; return its result."""
        self._number += 1
        await self._tools.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer = await self._tools.receive_json()
            if answer.get("id") == self._number:
                return answer["result"]

    async def run(self, script: str) -> Any:
        """Return what a script, or the promise that it returns, comes to."""
        told = await self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def looks(self, width: int, height: int = 900, *, scheme: str = "light") -> None:
        """Make the window so large, and of a light or dark scheme."""
        await self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        await self.ask("Emulation.setEmulatedMedia", features=features)

    async def script(self, *, on: bool) -> None:
        """Let pages run scripts, or not."""
        await self.ask("Emulation.setScriptExecutionDisabled", value=not on)

    async def open(self, url: str) -> None:
        """Go to a page and wait until it is there."""
        await self.ask("Page.enable")
        await self.run("window.left = true")
        await self.ask("Page.navigate", url=url)
        await self.until("!window.left && document.readyState === 'complete'")

    async def until(self, script: str) -> None:
        """Wait until a script comes to something true."""
        async with asyncio.timeout(PATIENCE_S):
            while not await self.run(script):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def says(self, words: str) -> None:
        """Wait until the page shows some words."""
        await self.until(f"document.body && document.body.innerText.includes({json.dumps(words)})")

    async def too_wide(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        return await self.run(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    async def picture(self) -> bytes:
        """Return the window as PNG."""
        return base64.b64decode((await self.ask("Page.captureScreenshot"))["data"])

    async def findings(self) -> list[str]:
        """Return what axe-core finds wrong, a line each."""
        library = axe()
        assert library is not None
        await self.run(library.read_text(encoding="utf-8") + ";0")
        found = await self.run("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']}: {node['html'][:200]} ({node.get('failureSummary')})"
            for each in found["violations"]
            for node in each["nodes"]
        ]


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Window]:
    """A headless Chromium with its profile in ``folder`` and no way out of this machine."""
    profile = folder / "profile"
    process = await asyncio.create_subprocess_exec(
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={profile}",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--remote-debugging-port=0",
        "--remote-allow-origins=*",
        "about:blank",
        env={**os.environ, "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not (profile / "DevToolsActivePort").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        port = (profile / "DevToolsActivePort").read_text(encoding="utf-8").splitlines()[0]
        async with aiohttp.ClientSession() as session:
            pages: list[dict[str, str]] = []
            while not pages:
                listed = await session.get(f"http://127.0.0.1:{port}/json/list")
                pages = [page for page in await listed.json() if page["type"] == "page"]
            url = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(url, max_msg_size=0) as tools:
                yield Window(tools)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await asyncio.wait_for(process.wait(), 30)
