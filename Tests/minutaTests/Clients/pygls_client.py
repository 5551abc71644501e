"""The client of pygls, whose ids are texts."""

import asyncio
import uuid

import checks
from checks import (
    CANCELLED,
    FAILED,
    INVALID_REQUEST,
    NAME,
    UNKNOWN_METHOD,
    WRONG_PARAMETERS,
    equal,
    expect,
    ok,
)
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException


class Client(JsonRPCClient):
    """Keeps the exit code of its server, and the progress it is told."""

    def __init__(self):
        super().__init__()
        self.code = None
        self.progress = []
        self.has_progress = asyncio.Event()
        self.problems = []

        @self.feature("$/progress")
        def note(params):
            self.progress.append((params.token, params.value.kind))
            self.has_progress.set()

    async def server_exit(self, server):
        self.code = server.returncode

    def report_server_error(self, error, source):
        self.problems.append(error)

    async def begin(self):
        await self.start_io(checks.PROGRAM, "rpc")
        started = await self.call("initialize", {"processId": None, "capabilities": {}})
        equal(started.serverInfo.name, "minuta")
        self.protocol.notify("initialized", {})
        return self

    def request(self, method, params=None, number=None):
        return self.protocol.send_request_async(method, params, msg_id=number)

    async def call(self, method, params=None):
        return await asyncio.wait_for(self.request(method, params), checks.PATIENCE)

    async def refused(self, method, params=None):
        return await error(self.request(method, params))

    async def wait_for(self, *step):
        while step not in self.progress:
            await asyncio.wait_for(self.has_progress.wait(), checks.PATIENCE)
            self.has_progress.clear()

    def kinds(self, token):
        return [kind for name, kind in self.progress if name == token]

    async def leave(self):
        """Ends the session; the exit code."""
        with checks.closing():
            self.protocol.notify("exit")
            await asyncio.wait_for(self.stop(), checks.PATIENCE)
        equal(self.problems, [])
        return self.code


async def error(request):
    """The error that a request is answered with."""
    try:
        result = await asyncio.wait_for(request, checks.PATIENCE)
    except JsonRpcException as problem:
        return problem
    raise AssertionError(f"answered {result}")


async def calls(client):
    for params in (None, {}, []):
        equal((await client.call("Status", params)).status, "ok")
    ok("no parameters, in whatever way that is said")
    started = await client.call("StartTimer", {"tag": NAME})
    equal(started.value.record.tag.name, NAME)
    expect(NAME in started.dialog, started)
    listed = await client.call("minuta/intents")
    expect("StartTimer" in [intent.id for intent in listed.intents], listed)
    equal((await client.call("StopTimer", {"tag": NAME})).value.records[0].tag.name, NAME)
    ok("lists and calls, with a name that is not ASCII")


async def fails(client):
    problem = await client.refused("StopTimer", {"tag": "Nobody"})
    equal((problem.code, problem.data["code"]), (FAILED, "tagNotFound"))
    problem = await client.refused("StartTimer", {"tag": 5})
    equal((problem.code, problem.data["path"]), (WRONG_PARAMETERS, "/tag"))
    equal((await client.refused("StartTimr", {})).code, UNKNOWN_METHOD)
    ok("fails with a code and a word")


async def cancels(client):
    before = checks.records()
    with checks.writers_held():
        first = {"tag": "A", "duration": "1m", "workDoneToken": "begun"}
        begun = client.request("LogTime", first)
        await client.wait_for("begun", "begin")
        number = str(uuid.uuid4())
        waiting = client.request("LogTime", {"tag": "B", "duration": "1m"}, number)
        client.protocol.notify("$/cancelRequest", {"id": number})
        equal((await error(waiting)).code, CANCELLED)
    made = (await asyncio.wait_for(begun, checks.PATIENCE)).value.record.id
    equal([key for key in checks.records() if key not in before], [made])
    equal(client.kinds("begun"), ["begin", "end"])
    ok("cancels what waits")


async def progresses(client):
    await client.call("LogTime", {"tag": NAME, "duration": "1m", "workDoneToken": 0})
    await client.refused("StopTimer", {"tag": "Nobody", "workDoneToken": "é"})
    for token in (0, "é"):
        kinds = client.kinds(token)
        expect((kinds[0], kinds[-1], kinds.count("end")) == ("begin", "end", 1), client.progress)
    ok("tells progress from begin to end, also of what fails")


async def main():
    client = await Client().begin()
    for part in (calls, fails, cancels, progresses):
        await part(client)
    equal(await client.call("shutdown"), None)
    equal((await client.refused("Status")).code, INVALID_REQUEST)
    equal(await client.leave(), 0)
    ok("closes at once, with exit code 0")


checks.run(main)
