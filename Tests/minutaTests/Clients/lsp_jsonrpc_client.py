"""Tests the server with the streams and the endpoint of python-lsp-jsonrpc."""

import itertools
import subprocess
import threading

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
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter


class Session:
    """A server with a client that has started a session as an editor does."""

    def __init__(self):
        pipe = subprocess.PIPE
        self.server = subprocess.Popen([checks.PROGRAM, "rpc"], stdin=pipe, stdout=pipe)
        self.progress = []
        self.has_progress = threading.Condition()
        # Send non-ASCII characters unescaped.
        writer = JsonRpcStreamWriter(self.server.stdin, ensure_ascii=False)
        handlers = {"$/progress": self.add_progress}
        self.ids = itertools.count(1)
        self.endpoint = Endpoint(handlers, writer.write, id_generator=lambda: next(self.ids))
        reader = JsonRpcStreamReader(self.server.stdout)
        # A daemon thread, so that a failed check can exit without it.
        self.listener = threading.Thread(
            target=reader.listen, args=[self.endpoint.consume], daemon=True
        )
        self.listener.start()
        started = self.call("initialize", {"processId": None, "capabilities": {}})
        equal(started["serverInfo"]["name"], "minuta")
        self.endpoint.notify("initialized", {})

    def add_progress(self, params):
        with self.has_progress:
            self.progress.append((params["token"], params["value"]["kind"]))
            self.has_progress.notify_all()

    def begin(self, method, params=None):
        """Sends a request and returns its future."""
        return self.endpoint.request(method, params)

    def call(self, method, params=None):
        return self.begin(method, params).result(checks.TIMEOUT)

    def error_of(self, method, params=None):
        return error(self.begin(method, params))

    def cancel(self, number):
        self.endpoint.notify("$/cancelRequest", {"id": number})

    def wait_for(self, *step):
        with self.has_progress:
            was_received = self.has_progress.wait_for(lambda: step in self.progress, checks.TIMEOUT)
        expect(was_received, f"{step} is not in {self.progress}")

    def kinds(self, token):
        return [kind for name, kind in self.progress if name == token]

    def exit(self):
        """Ends the session and returns the exit code."""
        with checks.quick_shutdown():
            self.endpoint.notify("exit")
            code = self.server.wait(checks.TIMEOUT)
            self.listener.join(checks.TIMEOUT)
        self.endpoint.shutdown()
        return code


def error(request):
    """Returns the error response to a request; fails if the request succeeds."""
    try:
        result = request.result(checks.TIMEOUT)
    except JsonRpcException as failure:
        return failure
    raise AssertionError(f"expected an error, got {result}")


def calls(session):
    for params in (None, {}, []):
        equal(session.call("Status", params)["status"], "ok")
    ok("accepts null, an empty object and an empty list as parameters")
    started = session.call("StartTimer", {"tag": NAME})
    equal(started["value"]["record"]["tag"]["name"], NAME)
    expect(NAME in started["dialog"], started)
    listed = session.call("minuta/intents")["intents"]
    expect("StartTimer" in [intent["id"] for intent in listed], listed)
    equal(session.call("StopTimer", {"tag": NAME})["value"]["records"][0]["tag"]["name"], NAME)
    ok("lists and calls intents, with a non-ASCII name")


def fails(session):
    failure = session.error_of("StopTimer", {"tag": "Nobody"})
    equal((failure.code, failure.data["code"]), (FAILED, "tagNotFound"))
    failure = session.error_of("StartTimer", {"tag": 5})
    equal((failure.code, failure.data["path"]), (INVALID_PARAMS, "/tag"))
    equal(session.error_of("StartTimr", {}).code, UNKNOWN_METHOD)
    ok("returns numeric and named error codes")


def cancels(session):
    before = checks.records()
    with checks.write_lock():
        first = {"tag": "A", "duration": "1m", "workDoneToken": "running"}
        running = session.begin("LogTime", first)
        session.wait_for("running", "begin")
        second = {"tag": "B", "duration": "1m", "workDoneToken": "queued"}
        queued = session.begin("LogTime", second)
        number = next(session.ids) - 1
        session.cancel(number)
        equal(error(queued).code, CANCELLED)
        session.cancel(number)
        session.cancel("never sent")
        session.cancel(number - 1)
        equal(session.call("minuta/check", {"intent": "Status"}), {"problems": []})
    try:
        expected = [running.result(checks.TIMEOUT)["value"]["record"]["id"]]
    except JsonRpcException as failure:
        equal(failure.code, CANCELLED)
        expected = []
    equal(session.call("Status")["status"], "ok")
    equal([key for key in checks.records() if key not in before], expected)
    equal(session.kinds("running"), ["begin", "end"])
    expect(session.kinds("queued") in ([], ["begin", "end"]), session.progress)
    ok("cancels a queued call and completes a running one")


def progresses(session):
    session.call("LogTime", {"tag": NAME, "duration": "1m", "workDoneToken": 0})
    session.error_of("StopTimer", {"tag": "Nobody", "workDoneToken": "é"})
    for token in (0, "é"):
        kinds = session.kinds(token)
        expect((kinds[0], kinds[-1], kinds.count("end")) == ("begin", "end", 1), session.progress)
    ok("reports progress from begin to end, even for failed calls")


async def main():
    session = Session()
    for part in (calls, fails, cancels, progresses):
        part(session)
    equal(session.call("shutdown"), None)
    equal(session.error_of("Status").code, INVALID_REQUEST)
    equal(session.exit(), 0)
    ok("shuts down promptly with exit code 0")
    equal(Session().exit(), 1)
    ok("exits with code 1 without a shutdown request")


checks.run(main)
