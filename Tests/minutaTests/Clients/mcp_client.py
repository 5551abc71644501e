"""The `mcp` package's client, by a handshake, without one, and finding out by itself."""

import asyncio
import contextlib
import json
import os
import tempfile

import checks
from checks import NAME, WRONG_PARAMETERS, equal, expect, ok
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import ElicitResult

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25", "2026-07-28": "2026-07-28"}
FORM_KEYWORDS = set(
    "type title description minLength maxLength minimum maximum format default enum enumNames oneOf"
    .split()
)
# Runs the server; what it sends and its exit code are kept.
SERVER = '{ "$0" rpc --tools all; echo $? >"$1/code"; } | tee "$1/sent"'


class Session:
    """A server with a client, in one mode; ends with checks of all that was sent."""

    def __init__(self, mode, answer=None):
        self.mode = mode
        self.folder = tempfile.TemporaryDirectory()
        self.answer = answer
        self.asked = []
        self.cancelled = 0
        server = StdioServerParameters(
            command="/bin/sh",
            args=["-c", SERVER, checks.PROGRAM, self.folder.name],
            env=dict(os.environ),
        )
        callback = self.elicit if answer else None
        self.client = Client(server, mode=mode, elicitation_callback=callback)

    async def elicit(self, context, params):
        check_form(params)
        self.asked.append(params)
        return await self.answer(params)

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, kind, error, trace):
        if kind:
            await self.client.__aexit__(kind, error, trace)
            return
        with checks.closing():
            await self.client.__aexit__(None, None, None)
        equal(self.kept("code"), "0\n")
        self.check_replies()
        self.folder.cleanup()

    def kept(self, name):
        with open(f"{self.folder.name}/{name}", encoding="utf-8") as file:
            return file.read()

    def check_replies(self):
        """Every request has one reply, but those that were cancelled none."""
        lines = self.kept("sent").split("\n")
        equal(lines.pop(), "")
        messages = [json.loads(line) for line in lines]
        ids = sorted(message["id"] for message in messages if "method" not in message)
        expect(len(set(ids)) == len(ids), f"answered twice: {ids}")
        missing = set(range(ids[0], ids[-1])) - set(ids)
        expect(len(missing) == self.cancelled, f"without a reply: {missing}")

    async def cancel(self, task, is_answered=False):
        """Cancels a call that is under way; one that asked in its reply had that already."""
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        self.cancelled += not is_answered

    async def call(self, tool, meta=None, progress=None, **values):
        return await self.client.call_tool(tool, values, meta=meta, progress_callback=progress)

    async def done(self, tool, meta=None, progress=None, **values):
        """The value of a call that has to succeed."""
        result = await self.call(tool, meta, progress, **values)
        expect(not result.is_error, texts(result))
        equal(json.loads(result.content[1].text), result.structured_content)
        return result.structured_content

    async def refused(self, tool, *words, **values):
        """The texts of a call that has to fail by a result, with some words in it."""
        result = await self.call(tool, **values)
        expect(result.is_error, f"{tool} succeeded: {texts(result)}")
        for word in words:
            expect(word in result.content[0].text, f"{word!r} is not in {texts(result)}")


def texts(result):
    return [content.text for content in result.content]


async def refused(request):
    """The error that a request is answered with."""
    try:
        result = await request
    except MCPError as error:
        return error.error
    raise AssertionError(f"answered {result}")


async def lists(session):
    client = session.client
    equal(client.protocol_version, MODES[session.mode])
    if session.mode != "2026-07-28":  # which asks nobody who is there
        equal(client.server_info.name, "minuta")
    tools = (await client.list_tools()).tools
    names = [tool.name for tool in tools]
    expect({"Plan", "StartTimer", "Status"} <= set(names), names)
    for tool in tools:
        hints = tool.annotations
        for hint in (
            hints.read_only_hint,
            hints.destructive_hint,
            hints.idempotent_hint,
            hints.open_world_hint,
        ):
            expect(isinstance(hint, bool), f"{tool.name}: {hints}")
    ok(f"{session.mode}: lists tools with all hints")
    equal([tool.name for tool in (await client.list_tools(cursor="")).tools], names)
    after = await client.list_tools(cursor=names[9])
    equal([tool.name for tool in after.tools], names[10:])
    equal((await refused(client.list_tools(cursor="no cursor"))).code, WRONG_PARAMETERS)
    ok(f"{session.mode}: pages the list")


async def calls(session):
    started = await session.done("StartTimer", tag=NAME)
    equal(started["record"]["tag"]["name"], NAME)
    stopped = await session.done("StopTimer", tag=NAME)
    equal([record["id"] for record in stopped["records"]], [started["record"]["id"]])
    plan = await session.done("Plan", intent="DeleteRecord", **{"with": {"record": "last"}})
    equal([change["kind"] for change in plan["plan"]["changes"]], ["record"])
    expect(started["record"]["id"] in checks.records(), "a plan deleted a record")
    ok(f"{session.mode}: calls tools, with a name that is not ASCII")


async def fails(session):
    await session.refused("StartTimer", "'tag'", "text", tag=5)
    await session.refused("StartTimer", "'tga'", "'tag'", tga="Work")
    await session.refused("StopTimer", "'Nobody'", tag="Nobody")
    await session.refused("ArchiveTag", "'tag'")
    ok(f"{session.mode}: mistakes are told in a result")
    error = await refused(session.call("StartTimr"))
    equal(error.code, WRONG_PARAMETERS)
    expect("'StartTimer'" in error.message, error.message)
    ok(f"{session.mode}: an unknown tool is an error")


async def progresses(session):
    steps = []

    async def note(progress, total, message):
        steps.append(progress)

    await session.done("LogTime", progress=note, tag=NAME, duration="5m")
    expect(steps and steps == sorted(set(steps)), f"progress is {steps}")
    ok(f"{session.mode}: tells progress that rises")


async def cancels(session):
    before = checks.records()
    has_begun = asyncio.Event()

    async def note(progress, total, message):
        has_begun.set()

    with checks.writers_held():
        begun = asyncio.create_task(session.done("LogTime", progress=note, tag="A", duration="1m"))
        await has_begun.wait()
        waiting = asyncio.create_task(session.done("LogTime", tag="B", duration="1m"))
        # Answered as they come, so that what was sent before each has been read.
        await session.client.list_tools(cursor="")
        for task in (waiting, begun):
            await session.cancel(task)
        await session.client.list_tools(cursor="")
    await session.done("LogTime", tag="C", duration="1m")
    made = {key: record for key, record in checks.records().items() if key not in before}
    names = sorted(record["tag"]["name"] for record in made.values())
    expect(names in (["A", "C"], ["C"]), f"{names} were made")
    logged = (await session.done("History", limit=len(made)))["entries"]
    equal({change_of(entry) for entry in logged}, set(made))
    ok(f"{session.mode}: a cancelled call is silent, and done whole or not at all")


def change_of(entry):
    """The record that an entry of the history made."""
    return next(change["id"] for change in entry["changes"] if change["kind"] == "record")


async def keys(session):
    before = checks.records()
    meta = {"dev.minuta/key": f"once in {session.mode}"}
    first = await session.done("LogTime", meta, tag=NAME, duration="7m")
    again = await session.done("LogTime", meta, tag=NAME, duration="7m")
    equal(again["record"]["id"], first["record"]["id"])
    equal(set(checks.records()) - set(before), {first["record"]["id"]})
    ok(f"{session.mode}: a key makes one record of two calls")


def giving(action, **content):
    """A user who does the same whatever is asked, and gives what is wanted of the content."""

    async def answer(params):
        wanted = params.requested_schema["properties"]
        given = {name: content[name] for name in wanted if name in content}
        return ElicitResult(action=action, content=given or None)

    return answer


async def choosing(params):
    """A user who takes the first of the choices."""
    name, schema = next(iter(params.requested_schema["properties"].items()))
    choice = schema["oneOf"][0]["const"] if "oneOf" in schema else schema["enum"][0]
    return ElicitResult(action="accept", content={name: choice})


def check_form(params):
    """A form has values that are not made of others, and only keywords that every client knows."""
    expect(params.message, "no question")
    for name, schema in params.requested_schema["properties"].items():
        expect(set(schema) <= FORM_KEYWORDS, f"{name} is {schema}")
        expect(schema["type"] in ("string", "integer", "number", "boolean"), f"{name} is {schema}")


async def declines(mode):
    checks.minuta("start", "Pair")
    checks.minuta("start", "Pair", "--parallel")
    before = checks.records()
    for answer in (giving("decline"), giving("cancel"), giving("accept", confirm=False)):
        async with Session(mode, answer) as session:
            await session.refused("CancelTimer", "nothing was changed", tag="Pair")
            await session.refused("CreateTag", "nothing was changed", color="#8C5EA2")
            equal(len(session.asked), 2)
    equal(checks.records().keys(), before.keys())
    ok(f"{mode}: who declines a question changes nothing")


async def accepts(mode):
    async with Session(mode, giving("accept", confirm=True, tag=f"Née {mode}")) as session:
        equal(len((await session.done("CancelTimer", tag="Pair"))["records"]), 2)
        equal((await session.done("CreateTag"))["tag"]["name"], f"Née {mode}")
        equal(len(session.asked), 2)
    async with Session(mode, giving("accept", start="-3m", end="-2m", confirm=True)) as session:
        expect("cutSeconds" in await session.done("CutRange"), "nothing was cut")
        expect(len(session.asked) >= 2, session.asked)
    for tag in ("One", "Two"):
        checks.minuta("start", tag)
    async with Session(mode, choosing) as session:
        equal(len((await session.done("CancelTimer"))["records"]), 1)
        equal(len(session.asked), 1)
        await session.done("CancelTimer")
    ok(f"{mode}: a value, a confirmation and a choice are asked for")


async def asks_nothing_else(mode):
    async with Session(mode, giving("accept", records=["last"], at=["-1m"])) as session:
        for tool in ("AttachImage", "JoinRecords", "SplitRecord"):
            await session.refused(tool, "missing")
        equal(session.asked, [])
    ok(f"{mode}: what no form can show is not asked for")


async def leaves(mode):
    """Cancels a call whose question is before the user."""
    is_asked = asyncio.Event()

    async def think(params):
        is_asked.set()
        await asyncio.Event().wait()

    async with Session(mode, think) as session:
        call = asyncio.create_task(session.done("CreateTag"))
        await is_asked.wait()
        await session.cancel(call, is_answered=mode != "legacy")
        await session.done("Status")
    ok(f"{mode}: a call is cancelled while its question waits")


async def main():
    for mode in MODES:
        async with Session(mode) as session:
            for part in (lists, calls, fails, progresses, cancels, keys):
                await part(session)
        ok(f"{mode}: closes at once, with exit code 0")
        for part in (declines, accepts, asks_nothing_else, leaves):
            await part(mode)


checks.run(main)
