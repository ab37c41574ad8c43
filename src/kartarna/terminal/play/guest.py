"""A guest of a server: sits down at a table or watches it, and at the end is told whether the shuffle was honest."""

from __future__ import annotations

from kartarna.client.account import Account, Refusal
from kartarna.core.errors import KartarnaError
from kartarna.terminal.play import server_memory
from kartarna.terminal.play.shuffle_verdict import tell_shuffle
from kartarna.terminal.play.visit import Visit, told
from kartarna.terminal.voice import Voice


class Guest:
    def __init__(self, voice: Voice, server: str, table: str, secret: str | None) -> None:
        self.voice = voice
        self.server = server
        self.account = Account(server, server_memory.tokens().get(server))
        self.visit = Visit(voice, self.account, table, secret)
        self.visit.place.witness = server_memory.witness_of(server, table)

    async def come(self, name: str | None, *, watch: bool) -> None:
        try:
            await (self.look_on() if watch else self.play(name))
        except Refusal as refusal:
            raise KartarnaError(told(self.voice, refusal.event)) from refusal

    async def look_on(self) -> None:
        await self.known_as()
        await self.visit.run()

    async def play(self, name: str | None) -> None:
        place = self.visit.place
        known = await self.known_as()
        if name or not known:
            await self.introduce(name)
        await self.account.join(place.id, place.secret)
        await self.visit.run()
        await tell_shuffle(self.voice, self.account, place.id, place.witness)

    async def known_as(self) -> str:
        """What the server calls this guest; empty if it knows no name."""
        return str((await self.account.call("GET", "/api/me"))["name"] or "")

    async def introduce(self, name: str | None) -> None:
        usual = self.voice.sentence("player", number=1)
        await self.account.call_me(name or self.voice.ask("ask_name", usual=usual) or "1")
        server_memory.keep_token(self.server, self.account.token)
