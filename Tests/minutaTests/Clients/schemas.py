"""Validates the schemas of all tools, and the results of the tools against them."""

import itertools
import json
import os
import subprocess

import checks
from checks import equal, expect, ok
from jsonschema import Draft202012Validator as Validator

IMAGE = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Server:
    def __init__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([checks.PROGRAM, "rpc", "--tools", "all"], stdin=pipe, stdout=pipe)
        self.ids = itertools.count(1)

    def result(self, method, **values):
        number = next(self.ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": values}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == number:
                expect("result" in message, f"{method}: {message}")
                return message["result"]

    def end(self):
        self.process.stdin.close()
        equal(self.process.wait(checks.TIMEOUT), 0)


class Tools:
    """The tools of a server; validates the result of each call."""

    def __init__(self, server):
        self.server = server
        listed = server.result("tools/list", _meta=MODERN)["tools"]
        self.schemas = {tool["name"]: tool["outputSchema"] for tool in listed}
        self.full_schemas = full_result_schemas()
        self.called = set()
        for tool in listed:
            for name in ("inputSchema", "outputSchema"):
                check_schema(tool[name], f"{name} of {tool['name']}")

    def call(self, tool, **values):
        result = self.server.result("tools/call", name=tool, arguments=values, _meta=MODERN)
        texts = [content["text"] for content in result["content"] if content["type"] == "text"]
        expect(result["isError"] is False, f"{tool}: {texts}")
        value = result["structuredContent"]
        equal(json.loads(texts[1]), value)
        check_value(value, self.schemas[tool], tool, is_short=True)
        if tool in self.full_schemas:
            own = {key: value[key] for key in value if key not in ("revision", "run")}
            check_value(own, self.full_schemas[tool], tool)
        self.called.add(tool)
        return value


def full_result_schemas():
    """Returns the result schemas of the intents' definitions; those in a tool list are shorter."""
    server = Server()
    intents = server.result("minuta/intents")["intents"]
    server.end()
    for intent in intents:
        Validator.check_schema(intent["result"])
        check_required(intent["result"], intent["id"])
    return {intent["id"]: intent["result"] for intent in intents}


def check_schema(schema, name):
    Validator.check_schema(schema)
    equal(schema["type"], "object")
    expect("properties" in schema, f"the {name} has no 'properties'")
    check_required(schema, name)
    expect("x-minuta" not in json.dumps(schema), f"the {name} has keywords with 'x-minuta'")


def check_required(schema, name):
    """Checks that a schema gives each required property a type or a list of values."""
    described = schema.get("properties", {})
    if "properties" in schema:
        missing = set(schema.get("required", [])) - set(described)
        expect(not missing, f"the {name} does not describe {missing}")
    for key, part in described.items():
        expect("type" in part or "enum" in part, f"the {name} has no type or values for {key!r}")
        check_required(part, f"{name}, {key}")
    if "items" in schema:
        check_required(schema["items"], f"{name}, an item")


def check_value(value, schema, name, is_short=False):
    problems = [error.message for error in Validator(schema).iter_errors(value)]
    expect(not problems, f"{name}: {problems}")
    check_described(value, schema, name, is_short)


def check_described(value, schema, name, is_short):
    """Checks that the schema describes every member of a value.

    A short schema describes only the members of the result itself.
    """
    is_open = "additionalProperties" in schema or is_short and "properties" not in schema
    if isinstance(value, dict) and not is_open:
        for key, part in value.items():
            expect(key in schema.get("properties", {}), f"{name}: {key!r} is not in the schema")
            check_described(part, schema["properties"][key], f"{name}, {key}", is_short)
    if isinstance(value, list):
        for part in value:
            expect("items" in schema, f"{name}: the schema has no 'items'")
            check_described(part, schema["items"], f"{name}, an item", is_short)


def call_tags(tools):
    tools.call("CreateTag", tag="Née", color="#8C5EA2")
    tools.call("ArchiveTag", tag="Née")
    tools.call("UnarchiveTag", tag="Née")
    tools.call("SetTagColor", tag="Née", color="#101010")
    equal(tools.call("RenameTag", tag="Née", name="Neuf")["merged"], False)
    tools.call("CreateTag", tag="Vieux")
    equal(tools.call("RenameTag", tag="Neuf", name="Vieux", confirm=True)["merged"], True)
    tools.call("DeleteTag", tag="Vieux", confirm=True)


def call_timers(tools):
    tools.call("StartTimer", tag="Work", comment="☕")
    tools.call("SwitchTimer", tag="Mail")
    tools.call("Status")
    tools.call("Away")
    tools.call("Back")
    tools.call("ToggleTimer", tag="Mail")
    tools.call("ResumeTimer")
    expect(tools.call("StopTimer")["records"], "no timer was stopped")
    tools.call("StartTimer", tag="Wrong")
    expect(tools.call("CancelTimer", tag="Wrong")["records"], "no timer was cancelled")
    equal(tools.call("Resolve", choice="keep")["unresolved"], [])


def call_records(tools):
    times = {"start": "2024-05-17 08:00", "end": "2024-05-17 10:00"}
    record = tools.call("LogTime", tag="Email", comment="☕", **times)["record"]["id"]
    equal(tools.call("LogTime", **times)["record"]["tag"], None)
    tools.call("ListLabels", range="all")
    equal(tools.call("ListGaps", range="2024-05-17")["gaps"], [])
    equal(tools.call("FillGaps", tag="Email", range="2024-05-17")["records"], [])
    tools.call("ListDays", range="2024-05", view="month")
    tools.call("Export", format="csv")
    tools.call("ListInvoices")
    tools.call("MakeReport", format="svg", range="all")
    tools.call("ReadReport", range="all")
    parts = tools.call("SplitRecord", record=record, at=["2024-05-17 09:00"])["records"]
    tools.call("JoinRecords", records=[part["id"] for part in parts], confirm=True)
    tools.call("UpdateRecord", record=record, comment="")
    image = tools.call("AttachImage", record=record, data=IMAGE, type="gif")["image"]
    tools.call("ListRecords", range="2024-05")
    tools.call("RemoveImage", record=record, image=image)
    equal(tools.call("BulkUpdate", filter="text:☕ in:2024-05", shift="-1h")["count"], 0)
    equal(tools.call("BulkUpdate", filter="tag:Email in:2024-05-17", shift="0s")["count"], 0)
    equal(tools.call("BulkUpdate", filter="tag:Email in:2024-05-17", removeTag=True)["count"], 1)
    middle = {"start": "2024-05-17 08:20", "end": "2024-05-17 08:40"}
    equal(tools.call("CutRange", confirm=True, **middle)["splitCount"], 2)
    everything = {"start": "2024-05-17 08:35", "end": "2024-05-17 11:00"}
    equal(tools.call("CutRange", confirm=True, **everything)["deletedCount"], 2)
    tools.call("DeleteRecord", record=record)
    expect(tools.call("ListDeletions")["pendingDeletions"], "there are no pending deletions")
    expect(tools.call("State")["pendingDeletions"], "the state has no pending deletions")
    tools.call("RestoreRecord", record=record)


def call_readers(tools):
    equal(tools.call("ListRecords", range="all", limit=1)["omitted"] > 0, True)
    tools.call("ListTags", includeArchived=True)
    groups = tools.call("Summarize", range="all", groupBy=["year", "tag", "day"])["groups"]
    expect(groups[0]["groups"][0]["groups"], "the groups are not nested")
    tools.call("History", limit=1000)
    tools.call("Plan", intent="LogTime", **{"with": {"tag": "New", "duration": "5m"}})
    tools.call("LogTime", tag="Client", start="2024-05-20 08:00", end="2024-05-20 10:00")
    equal(tools.call("MakeInvoice", tag="Client", range="2024-05")["invoice"]["total"], "200.00")


def call_documents(tools):
    log = {"intent": "LogTime", "with": {"tag": "Batch", "duration": "5m"}}
    run = tools.call("RunBatch", calls=[log, log, {"intent": "Status"}])["run"]
    equal(len(tools.call("Undo", run=run)["entries"]), 2)
    tools.call("RunBatch", calls=[log], dryRun=True)
    steps = [{"id": "log", "intent": "LogTime", "with": log["with"]}]
    workflow = {"minuta": 1, "id": "sent", "title": "Sent", "steps": steps}
    tools.call("RunWorkflow", definition=workflow, dryRun=True)
    run = tools.call("RunWorkflow", definition=workflow)["run"]
    equal(len(tools.call("Undo", run=run)["entries"]), 1)


def write_rates():
    folder = os.path.expanduser("~/.config/minuta")
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/settings.json", "w", encoding="utf-8") as file:
        file.write('{"rates": [{"tag": "Client", "rate": 100, "currency": "EUR"}]}')


def write_invalid_record():
    folder = f"{checks.STORE}/records/2024/05"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/2024-05-16_080000.json", "w", encoding="utf-8") as file:
        file.write("{")


def call_non_tools():
    """Calls the intents that are not tools over plain JSON-RPC."""
    server = Server()
    intents = server.result("minuta/intents")["intents"]
    others = [intent for intent in intents if "mcp" not in intent["sources"]]
    server.result("Undo")
    for intent, values in (("Redo", {}), ("Doctor", {"repair": True})):
        schema = next(other["result"] for other in others if other["id"] == intent)
        Validator.check_schema(schema)
        check_required(schema, intent)
        check_value(server.result(intent, **values)["value"], schema, intent)
    server.end()


async def main():
    write_rates()
    server = Server()
    tools = Tools(server)
    ok(f"the schemas of {len(tools.schemas)} tools are valid")
    for part in (call_tags, call_timers, call_records, call_readers, call_documents):
        part(tools)
    # Notify would show a real desktop notification, and a sync needs a repository.
    equal(set(tools.schemas) - tools.called, {"Notify", "Sync", "SyncStatus"})
    ok(f"the results of {len(tools.called)} tools match their schemas, with all members described")
    write_invalid_record()
    expect("skippedFiles" in tools.call("Status"), "the invalid record file is not listed")
    for part in (call_tags, call_timers, call_records, call_readers):
        part(tools)
    ok("results with skipped files match their schemas")
    server.end()
    call_non_tools()
    ok("the results of intents that are not tools match their schemas")


checks.run(main)
