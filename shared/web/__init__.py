"""The pages over HTTP, for phones and televisions. The only room that knows aiohttp."""
