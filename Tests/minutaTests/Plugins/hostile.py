"""An MCP server that misbehaves as real ones do, depending on its arguments.

Flags:
  legacy, modern     supports only the protocol with, or without, a handshake
  deaf               ignores server/discover
  dies-at-discover   exits on server/discover
  dies-at-start      exits immediately
  mute               sends no responses
  slow               waits two seconds before reading input
  banner             prints a banner to standard output at startup
  mark               writes a byte order mark to standard output at startup
  noise              writes a megabyte to standard error at startup and in every call
  twice              sends every response twice
  stranger           sends unsolicited responses before every response
  nulls              sends errors without an id before every response
  garbage            writes invalid lines before every response
  stubborn           ignores SIGTERM and end of input
  fork               leaves a child in its process group that holds its streams and ignores SIGTERM
  endless            lists tools on an endless series of pages
  dawdles            waits half a second before listing tools
  echoes             sends tools/list_changed before every list of tools
  resources          supports resource subscriptions
  mute-resources     ignores resources/read while FILE.mute exists, FILE being that of record=FILE
Options:
  tools=FILE         lists the tools in a file, read each time
  page=N             lists N tools per page
  record=FILE        appends all received lines to a file
A tool does what its name says; other tools return their name and arguments.
"""

import json
import os
import signal
import sys
import time

ARGUMENTS = sys.argv[1:]
VALUES = dict(word.split("=", 1) for word in ARGUMENTS if "=" in word)
MODERN = "2026-07-28"
LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
META = "io.modelcontextprotocol/"
replies = {}


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def send(*messages):
    """Sends messages in one write."""
    lines = [json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages]
    write(b"".join(lines))


def write_errors(size):
    line = b"x" * 99 + b"\n"
    for _ in range(size // len(line)):
        os.write(2, line)


def answer(number, result=None, error=None):
    if "stranger" in ARGUMENTS:
        for stranger in (987654, "nobody", "-1", [1], True, 1.5):
            send({"id": stranger, "result": {"content": []}})
    if "nulls" in ARGUMENTS:
        send({"id": None, "error": {"code": -32700, "message": "null"}})
    if "garbage" in ARGUMENTS:
        write(b"not JSON\n\n{\"jsonrpc\": \"2.0\"}\n\"\xff\xfe\"\n\x00\x00\n5\n")
        write(b"[" * 100000 + b"]" * 100000 + b"\n")
        write(b'{"jsonrpc": "2.0", "id": ' + str(number).encode() + b', "id": 1, "result": {}}\n')
    reply = {"id": number, "error": error} if error else {"id": number, "result": result}
    for _ in range(2 if "twice" in ARGUMENTS else 1):
        send(reply)


def fail(number, code, message):
    answer(number, error={"code": code, "message": message})


def complete(result):
    return {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **result}


def tools():
    if "tools" in VALUES:
        with open(VALUES["tools"], encoding="utf-8") as file:
            return json.load(file)
    names = "ask both creep echo exit flood hang late leave pester place progress".split()
    names += ["raw", "repeat", "silence", "storm"]
    return [{"name": name, "inputSchema": {"type": "object"}} for name in names]


def capabilities():
    if "resources" in ARGUMENTS:
        return {"tools": {}, "resources": {"subscribe": True}}
    return {"tools": {}}


def page(parameters):
    if "endless" in ARGUMENTS:
        number = int(parameters.get("cursor", "0"))
        tool = {"name": f"tool_{number}", "inputSchema": {"type": "object"}}
        return {"tools": [tool], "nextCursor": str(number + 1)}
    known = tools()
    size = int(VALUES.get("page", len(known) or 1))
    start = int(parameters.get("cursor", "0"))
    result = {"tools": known[start : start + size]}
    if start + size < len(known):
        result["nextCursor"] = str(start + size)
    return result


def request(method, parameters):
    """Sends a request and handles other messages until its response."""
    number = f"mine-{len(replies)}-{method}"
    replies[number] = None
    send({"id": number, "method": method, "params": parameters})
    while replies[number] is None:
        if not read():
            sys.exit(0)
    return replies[number]


def process_info():
    with open("/proc/self/environ", "rb") as file:
        variables = file.read().decode().split("\0")
    with open("/proc/self/status", encoding="ascii") as file:
        status = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
    streams = {}
    for number in os.listdir("/proc/self/fd"):
        try:
            streams[number] = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            pass
    return {
        "environment": dict(variable.split("=", 1) for variable in variables if variable),
        "folder": os.getcwd(),
        "streams": {number: kind for number, kind in streams.items() if "/proc/" not in kind},
        "process": os.getpid(),
        "group": os.getpgid(0),
        "session": os.getsid(0),
        "blocked": status["SigBlk"],
        # Python itself ignores two signals.
        "ignored": status["SigIgn"],
    }


def text_content(text):
    return {"content": [{"type": "text", "text": text}]}


def call(number, parameters):
    name, values = parameters["name"], parameters.get("arguments", {})
    if "noise" in ARGUMENTS:
        write_errors(1 << 20)
    if name == "exit":
        os.write(2, b"Fatal error.\n")
        os._exit(values.get("code", 7))
    elif name == "hang":
        return
    elif name == "silence":
        os.close(1)
        time.sleep(3600)
    elif name == "flood":
        while True:
            write(b"x" * 65536)
    elif name == "place":
        structure = process_info()
    elif name.startswith("raw"):
        return answer(number, values["result"])
    elif name == "progress":
        token = parameters["_meta"]["progressToken"]
        for step in values["steps"]:
            send({"method": "notifications/progress", "params": {"progressToken": token, **step}})
        if values.get("hangs"):
            return
        structure = {"stepCount": len(values["steps"])}
    elif name == "creep":
        token = parameters["_meta"]["progressToken"]
        step = 0
        while True:
            step += 1
            part = {"progressToken": token, "progress": 1 - 1 / (1 + step), "total": 1}
            send({"method": "notifications/progress", "params": part})
            time.sleep(0.02)
    elif name == "storm":
        count = values.get("count", 50000)
        for _ in range(count):
            send({"method": "notifications/tools/list_changed"})
        structure = {"sent": count}
    elif name == "pester":
        for step in range(50000):
            send({"id": f"p{step}", "method": "ping"})
        structure = {"sent": 50000}
    elif name == "both":
        forms = values["forms"]
        for step, form in enumerate(forms):
            replies[step] = None
            send({"id": step, "method": "elicitation/create", "params": form})
        while any(replies[step] is None for step in range(len(forms))):
            if not read():
                sys.exit(0)
        structure = {"said": [replies[step]["result"] for step in range(len(forms))]}
    elif name == "repeat":
        replies["same"] = None
        for _ in range(2):
            send({"id": "same", "method": "elicitation/create", "params": values["form"]})
        received = {}
        while not received.keys() >= {"error", "result"}:
            if not read():
                sys.exit(0)
            reply, replies["same"] = replies["same"], None
            received.update(reply or {})
        structure = {"error": received["error"]["code"], "said": received["result"]}
    elif name == "late":
        # Send both in one write, so that the client receives them together.
        form = {"id": f"late-{number}", "method": "elicitation/create", "params": values["form"]}
        return send({"id": number, "result": complete(text_content("asked too late"))}, form)
    elif name == "leave":
        send({"id": f"left-{number}", "method": "elicitation/create", "params": values["form"]})
        structure = {}
    elif name == "ask":
        return elicit(number, parameters, values)
    else:
        structure = {"tool": name, "arguments": values}
    content = text_content(f"{name} was called.")
    answer(number, complete({**content, "structuredContent": structure}))


def elicit(number, parameters, values):
    forms = values["forms"]
    if META + "protocolVersion" not in parameters.get("_meta", {}):
        answers = [request("elicitation/create", form).get("result") for form in forms]
    elif "inputResponses" in parameters:
        if parameters.get("requestState") != "kept":
            return fail(number, -32602, "invalid requestState")
        answers = [parameters["inputResponses"].get(f"form{index}") for index in range(len(forms))]
    else:
        requests = {
            f"form{index}": {"method": "elicitation/create", "params": form}
            for index, form in enumerate(forms)
        }
        result = {"resultType": "input_required", "inputRequests": requests}
        return answer(number, {**result, "requestState": "kept"})
    answer(number, complete({**text_content("asked"), "structuredContent": {"said": answers}}))


def handle(message):
    method, number = message.get("method"), message.get("id")
    parameters = message.get("params", {})
    if method is None:
        replies[number] = message
    elif number is None or "mute" in ARGUMENTS:
        return
    elif method == "server/discover":
        if "dies-at-discover" in ARGUMENTS:
            os._exit(9)
        if "deaf" in ARGUMENTS:
            return
        if "legacy" in ARGUMENTS:
            return fail(number, -32601, "unknown method")
        answer(number, complete({"supportedVersions": [MODERN], "capabilities": capabilities()}))
    elif method == "initialize":
        if "modern" in ARGUMENTS:
            return fail(number, -32601, "handshake not supported")
        requested = parameters["protocolVersion"]
        version = requested if requested in LEGACY else LEGACY[-1]
        info = {"name": "hostile", "version": "1"}
        answer(
            number,
            {"protocolVersion": version, "capabilities": capabilities(), "serverInfo": info},
        )
    elif method == "resources/list":
        answer(number, complete({"resources": [{"uri": "demo://one", "name": "one"}]}))
    elif method == "resources/templates/list":
        answer(number, complete({"resourceTemplates": []}))
    elif method == "resources/subscribe":
        answer(number, {})
    elif method == "resources/read":
        if "mute-resources" in ARGUMENTS and os.path.exists(VALUES["record"] + ".mute"):
            return
        answer(number, complete({"contents": [{"uri": "demo://one", "text": "1"}]}))
    elif method == "tools/list":
        if "echoes" in ARGUMENTS:
            send({"method": "notifications/tools/list_changed"})
        if "dawdles" in ARGUMENTS:
            time.sleep(0.5)
        answer(number, complete(page(parameters)))
    elif method == "tools/call":
        call(number, parameters)
    else:
        fail(number, -32601, f"unknown method {method}")


def read():
    line = sys.stdin.buffer.readline()
    if line and "record" in VALUES:
        with open(VALUES["record"], "ab") as file:
            file.write(line)
    if line:
        handle(json.loads(line))
    return line


def main():
    if "dies-at-start" in ARGUMENTS:
        os.write(2, b"Database not found.\n")
        os._exit(3)
    if "stubborn" in ARGUMENTS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "fork" in ARGUMENTS and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(3600)
    if "slow" in ARGUMENTS:
        time.sleep(2)
    if "mark" in ARGUMENTS:
        write(b"\xef\xbb\xbf")
    if "banner" in ARGUMENTS:
        write("Welcome to Hostile 1.0 ❤\n{\"level\": \"info\"}\n\x1b[2J".encode() + b"\n")
    if "noise" in ARGUMENTS:
        write_errors(1 << 20)
    while read():
        pass
    if "stubborn" in ARGUMENTS:
        time.sleep(3600)


main()
