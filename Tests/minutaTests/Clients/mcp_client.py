"""Tests the server with the `mcp` client, with a handshake, without one and in auto mode."""

import asyncio
import base64
import contextlib
import json
import os
import shutil
import tempfile

import checks
from checks import INVALID_PARAMS, NAME, equal, expect, ok
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import ElicitResult

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25", "2026-07-28": "2026-07-28"}
FORM_KEYWORDS = set(
    "type title description minLength maxLength minimum maximum format default enum enumNames oneOf"
    .split()
)
# Runs the server and records its output and exit code.
SERVER = '{ "$0" rpc --tools all; echo $? >"$1/code"; } | tee "$1/sent"'


class Session:
    """A server with a client in one mode; checks all messages at the end."""

    def __init__(self, mode, answer=None):
        self.mode = mode
        self.folder = tempfile.TemporaryDirectory()
        self.answer = answer
        self.forms = []
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
        self.forms.append(params)
        return await self.answer(params)

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, kind, error, trace):
        if kind:
            await self.client.__aexit__(kind, error, trace)
            return
        with checks.quick_shutdown():
            await self.client.__aexit__(None, None, None)
        equal(self.recorded("code"), "0\n")
        self.check_replies()
        self.folder.cleanup()

    def recorded(self, name):
        with open(f"{self.folder.name}/{name}", encoding="utf-8") as file:
            return file.read()

    def check_replies(self):
        """Checks that each request has one response, except cancelled ones."""
        lines = self.recorded("sent").split("\n")
        equal(lines.pop(), "")
        messages = [json.loads(line) for line in lines]
        ids = sorted(message["id"] for message in messages if "method" not in message)
        expect(len(set(ids)) == len(ids), f"duplicate responses: {ids}")
        missing = set(range(ids[0], ids[-1])) - set(ids)
        expect(len(missing) == self.cancelled, f"missing responses: {missing}")

    async def cancel(self, task, has_response=False):
        """Cancels a pending call; a call that returned `input_required` already has a response."""
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        self.cancelled += not has_response

    async def call(self, tool, meta=None, progress=None, **values):
        return await self.client.call_tool(tool, values, meta=meta, progress_callback=progress)

    async def value(self, tool, meta=None, progress=None, **values):
        """Returns the value of a call that must succeed."""
        result = await self.call(tool, meta, progress, **values)
        expect(not result.is_error, texts(result))
        equal(json.loads(result.content[1].text), result.structured_content)
        return result.structured_content

    async def expect_failure(self, tool, *words, **values):
        """Expects a call to return an error result with the given words."""
        result = await self.call(tool, **values)
        expect(result.is_error, f"{tool} succeeded: {texts(result)}")
        for word in words:
            expect(word in result.content[0].text, f"{word!r} is not in {texts(result)}")


def texts(result):
    return [content.text for content in result.content]


async def error_of(request):
    """Returns the error response to a request; fails if the request succeeds."""
    try:
        result = await request
    except MCPError as error:
        return error.error
    raise AssertionError(f"expected an error, got {result}")


async def lists(session):
    client = session.client
    equal(client.protocol_version, MODES[session.mode])
    if session.mode != "2026-07-28":  # that mode has no handshake
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
    equal((await error_of(client.list_tools(cursor="no cursor"))).code, INVALID_PARAMS)
    ok(f"{session.mode}: pages the list")


async def calls(session):
    started = await session.value("StartTimer", tag=NAME)
    equal(started["record"]["tag"]["name"], NAME)
    stopped = await session.value("StopTimer", tag=NAME)
    equal([record["id"] for record in stopped["records"]], [started["record"]["id"]])
    plan = await session.value("Plan", intent="DeleteRecord", **{"with": {"record": "last"}})
    equal([change["kind"] for change in plan["plan"]["changes"]], ["record"])
    expect(started["record"]["id"] in checks.records(), "a dry run deleted a record")
    ok(f"{session.mode}: calls tools, with a non-ASCII name")


async def fails(session):
    await session.expect_failure("StartTimer", "'tag'", "text", tag=5)
    await session.expect_failure("StartTimer", "'tga'", "'tag'", tga="Work")
    await session.expect_failure("StopTimer", "'Nobody'", tag="Nobody")
    await session.expect_failure("ArchiveTag", "'tag'")
    ok(f"{session.mode}: invalid arguments return an error result")
    error = await error_of(session.call("StartTimr"))
    equal(error.code, INVALID_PARAMS)
    expect("'StartTimer'" in error.message, error.message)
    ok(f"{session.mode}: an unknown tool is a JSON-RPC error")


async def progresses(session):
    steps = []

    async def add_progress(progress, total, message):
        steps.append(progress)

    await session.value("LogTime", progress=add_progress, tag=NAME, duration="5m")
    expect(steps and steps == sorted(set(steps)), f"progress is {steps}")
    ok(f"{session.mode}: reports increasing progress")


async def cancels(session):
    before = checks.records()
    has_started = asyncio.Event()

    async def add_progress(progress, total, message):
        has_started.set()

    with checks.write_lock():
        running = asyncio.create_task(
            session.value("LogTime", progress=add_progress, tag="A", duration="1m")
        )
        await has_started.wait()
        queued = asyncio.create_task(session.value("LogTime", tag="B", duration="1m"))
        # A response to this request means that the server has read all earlier ones.
        await session.client.list_tools(cursor="")
        for task in (queued, running):
            await session.cancel(task)
        await session.client.list_tools(cursor="")
    await session.value("LogTime", tag="C", duration="1m")
    created = {key: record for key, record in checks.records().items() if key not in before}
    names = sorted(record["tag"]["name"] for record in created.values())
    expect(names in (["A", "C"], ["C"]), f"unexpected records: {names}")
    logged = (await session.value("History", limit=len(created)))["entries"]
    equal({created_id(entry) for entry in logged}, set(created))
    ok(f"{session.mode}: a cancelled call gets no response and is atomic")


def created_id(entry):
    """Returns the id of the record that a history entry created."""
    return next(change["id"] for change in entry["changes"] if change["kind"] == "record")


async def keys(session):
    before = checks.records()
    meta = {"dev.minuta/key": f"once in {session.mode}"}
    first = await session.value("LogTime", meta, tag=NAME, duration="7m")
    again = await session.value("LogTime", meta, tag=NAME, duration="7m")
    equal(again["record"]["id"], first["record"]["id"])
    equal(set(checks.records()) - set(before), {first["record"]["id"]})
    ok(f"{session.mode}: an idempotency key prevents a duplicate record")


async def reports(session):
    await session.value("LogTime", tag=NAME, duration="5m", comment="<Plan>")
    result = await session.call("MakeReport", range="all", format="svg")
    expect(not result.is_error, result)
    equal([block.type for block in result.content], ["text", "text", "resource"])
    equal(json.loads(result.content[1].text), result.structured_content)
    expect("content" not in result.structured_content, "the structure repeats the report")
    report = result.content[2].resource
    equal(report.mime_type, "image/svg+xml")
    expect(str(report.uri).startswith("minuta://report/"), report.uri)
    expect(report.text.startswith("<?xml") and "&lt;Plan&gt;" in report.text, report.text[:500])
    ok(f"{session.mode}: a report is an embedded resource")
    if shutil.which("rsvg-convert"):
        result = await session.call("MakeReport", range="all", format="pdf")
        report = result.content[2].resource
        equal(report.mime_type, "application/pdf")
        expect(base64.b64decode(report.blob).startswith(b"%PDF-"), report.blob[:100])
        ok(f"{session.mode}: a PDF file is an embedded resource")
    listed = (await session.client.list_resources()).resources
    types = {str(resource.uri): resource.mime_type for resource in listed}
    equal(types["minuta://report/thisWeek"], "image/svg+xml")
    content = (await session.client.read_resource("minuta://report/all")).contents[0]
    equal(content.mime_type, "image/svg+xml")
    expect(content.text.startswith("<?xml") and "&lt;Plan&gt;" in content.text, content.text[:500])
    ok(f"{session.mode}: a report can be read as a resource")


def user_answering(action, **content):
    """Simulates a user who answers every form with the same action and matching content."""

    async def answer(params):
        fields = params.requested_schema["properties"]
        values = {name: content[name] for name in fields if name in content}
        return ElicitResult(action=action, content=values or None)

    return answer


async def user_choosing_first(params):
    """Simulates a user who picks the first choice."""
    name, schema = next(iter(params.requested_schema["properties"].items()))
    choice = schema["oneOf"][0]["const"] if "oneOf" in schema else schema["enum"][0]
    return ElicitResult(action="accept", content={name: choice})


def check_form(params):
    """Checks that a form has only primitive fields and standard keywords."""
    expect(params.message, "the form has no message")
    for name, schema in params.requested_schema["properties"].items():
        expect(set(schema) <= FORM_KEYWORDS, f"{name} is {schema}")
        expect(schema["type"] in ("string", "integer", "number", "boolean"), f"{name} is {schema}")


async def declines(mode):
    checks.minuta("start", "Pair")
    checks.minuta("start", "Pair", "--parallel")
    before = checks.records()
    accepting = user_answering("accept", confirm=False)
    for answer in (user_answering("decline"), user_answering("cancel"), accepting):
        async with Session(mode, answer) as session:
            await session.expect_failure("CancelTimer", "nothing changed", tag="Pair")
            await session.expect_failure("CreateTag", "nothing changed", color="#8C5EA2")
            equal(len(session.forms), 2)
    equal(checks.records().keys(), before.keys())
    ok(f"{mode}: declining a form changes nothing")


async def accepts(mode):
    async with Session(mode, user_answering("accept", confirm=True, tag=f"Née {mode}")) as session:
        equal(len((await session.value("CancelTimer", tag="Pair"))["records"]), 2)
        equal((await session.value("CreateTag"))["tag"]["name"], f"Née {mode}")
        equal(len(session.forms), 2)
    user = user_answering("accept", start="-3m", end="-2m", confirm=True)
    async with Session(mode, user) as session:
        expect("cutSeconds" in await session.value("CutRange"), "nothing was cut")
        expect(len(session.forms) >= 2, session.forms)
    for tag in ("One", "Two"):
        checks.minuta("start", tag)
    async with Session(mode, user_choosing_first) as session:
        equal(len((await session.value("CancelTimer"))["records"]), 1)
        equal(len(session.forms), 1)
        await session.value("CancelTimer")
    ok(f"{mode}: forms ask for a value, a confirmation and a choice")


async def skips_unsupported(mode):
    async with Session(mode, user_answering("accept", records=["last"], at=["-1m"])) as session:
        for tool in ("AttachImage", "JoinRecords", "SplitRecord"):
            await session.expect_failure(tool, "missing")
        equal(session.forms, [])
    ok(f"{mode}: no form asks for values that forms don't support")


async def cancels_form(mode):
    """Cancels a call while its form is open."""
    has_form = asyncio.Event()

    async def wait_forever(params):
        has_form.set()
        await asyncio.Event().wait()

    async with Session(mode, wait_forever) as session:
        call = asyncio.create_task(session.value("CreateTag"))
        await has_form.wait()
        await session.cancel(call, has_response=mode != "legacy")
        await session.value("Status")
    ok(f"{mode}: a call can be cancelled while its form is open")


async def main():
    for mode in MODES:
        async with Session(mode) as session:
            for part in (lists, calls, fails, progresses, cancels, keys, reports):
                await part(session)
        ok(f"{mode}: shuts down promptly with exit code 0")
        for part in (declines, accepts, skips_unsupported, cancels_form):
            await part(mode)


checks.run(main)
