"""Tests the server with the client of pygls, which uses string ids."""

import asyncio
import uuid

import checks
from checks import (
    CANCELLED,
    FAILED,
    INVALID_PARAMS,
    INVALID_REQUEST,
    NAME,
    UNKNOWN_METHOD,
    equal,
    expect,
    ok,
)
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException


class Client(JsonRPCClient):
    """Records the exit code of its server and the progress notifications."""

    def __init__(self):
        super().__init__()
        self.code = None
        self.progress = []
        self.has_progress = asyncio.Event()
        self.problems = []

        @self.feature("$/progress")
        def add_progress(params):
            self.progress.append((params.token, params.value.kind))
            self.has_progress.set()

    async def server_exit(self, server):
        self.code = server.returncode

    def report_server_error(self, error, source):
        self.problems.append(error)

    async def open(self):
        await self.start_io(checks.PROGRAM, "rpc")
        started = await self.call("initialize", {"processId": None, "capabilities": {}})
        equal(started.serverInfo.name, "minuta")
        self.protocol.notify("initialized", {})
        return self

    def request(self, method, params=None, number=None):
        return self.protocol.send_request_async(method, params, msg_id=number)

    async def call(self, method, params=None):
        return await asyncio.wait_for(self.request(method, params), checks.TIMEOUT)

    async def error_of(self, method, params=None):
        return await error(self.request(method, params))

    async def wait_for(self, *step):
        while step not in self.progress:
            await asyncio.wait_for(self.has_progress.wait(), checks.TIMEOUT)
            self.has_progress.clear()

    def kinds(self, token):
        return [kind for name, kind in self.progress if name == token]

    async def exit(self):
        """Ends the session and returns the exit code."""
        with checks.quick_shutdown():
            self.protocol.notify("exit")
            await asyncio.wait_for(self.stop(), checks.TIMEOUT)
        equal(self.problems, [])
        return self.code


async def error(request):
    """Returns the error response to a request; fails if the request succeeds."""
    try:
        result = await asyncio.wait_for(request, checks.TIMEOUT)
    except JsonRpcException as failure:
        return failure
    raise AssertionError(f"expected an error, got {result}")


async def calls(client):
    for params in (None, {}, []):
        equal((await client.call("Status", params)).status, "ok")
    ok("accepts null, an empty object and an empty list as parameters")
    started = await client.call("StartTimer", {"tag": NAME})
    equal(started.value.record.tag.name, NAME)
    expect(NAME in started.dialog, started)
    listed = await client.call("minuta/intents")
    expect("StartTimer" in [intent.id for intent in listed.intents], listed)
    equal((await client.call("StopTimer", {"tag": NAME})).value.records[0].tag.name, NAME)
    ok("lists and calls intents, with a non-ASCII name")


async def fails(client):
    failure = await client.error_of("StopTimer", {"tag": "Nobody"})
    equal((failure.code, failure.data["code"]), (FAILED, "tagNotFound"))
    failure = await client.error_of("StartTimer", {"tag": 5})
    equal((failure.code, failure.data["path"]), (INVALID_PARAMS, "/tag"))
    equal((await client.error_of("StartTimr", {})).code, UNKNOWN_METHOD)
    ok("returns numeric and named error codes")


async def cancels(client):
    before = checks.records()
    with checks.write_lock():
        first = {"tag": "A", "duration": "1m", "workDoneToken": "running"}
        running = client.request("LogTime", first)
        await client.wait_for("running", "begin")
        number = str(uuid.uuid4())
        queued = client.request("LogTime", {"tag": "B", "duration": "1m"}, number)
        client.protocol.notify("$/cancelRequest", {"id": number})
        equal((await error(queued)).code, CANCELLED)
    created = (await asyncio.wait_for(running, checks.TIMEOUT)).value.record.id
    equal([key for key in checks.records() if key not in before], [created])
    equal(client.kinds("running"), ["begin", "end"])
    ok("cancels a queued call")


async def progresses(client):
    await client.call("LogTime", {"tag": NAME, "duration": "1m", "workDoneToken": 0})
    await client.error_of("StopTimer", {"tag": "Nobody", "workDoneToken": "é"})
    for token in (0, "é"):
        kinds = client.kinds(token)
        expect((kinds[0], kinds[-1], kinds.count("end")) == ("begin", "end", 1), client.progress)
    ok("reports progress from begin to end, even for failed calls")


async def main():
    client = await Client().open()
    for part in (calls, fails, cancels, progresses):
        await part(client)
    equal(await client.call("shutdown"), None)
    equal((await client.error_of("Status")).code, INVALID_REQUEST)
    equal(await client.exit(), 0)
    ok("shuts down promptly with exit code 0")


checks.run(main)
