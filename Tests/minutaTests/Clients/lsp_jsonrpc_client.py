"""The streams and the endpoint of python-lsp-jsonrpc."""

import itertools
import subprocess
import threading

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
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter


class Session:
    """A server with a client that has begun a session as an editor does."""

    def __init__(self):
        pipe = subprocess.PIPE
        self.server = subprocess.Popen([checks.PROGRAM, "rpc"], stdin=pipe, stdout=pipe)
        self.progress = []
        self.has_progress = threading.Condition()
        # Bytes beyond ASCII go over the wire as they are.
        writer = JsonRpcStreamWriter(self.server.stdin, ensure_ascii=False)
        handlers = {"$/progress": self.note}
        self.ids = itertools.count(1)
        self.endpoint = Endpoint(handlers, writer.write, id_generator=lambda: next(self.ids))
        reader = JsonRpcStreamReader(self.server.stdout)
        # Not waited for where a check fails.
        self.listener = threading.Thread(
            target=reader.listen, args=[self.endpoint.consume], daemon=True
        )
        self.listener.start()
        started = self.call("initialize", {"processId": None, "capabilities": {}})
        equal(started["serverInfo"]["name"], "minuta")
        self.endpoint.notify("initialized", {})

    def note(self, params):
        with self.has_progress:
            self.progress.append((params["token"], params["value"]["kind"]))
            self.has_progress.notify_all()

    def begin(self, method, params=None):
        """Sends a request; its id is that of the newest."""
        return self.endpoint.request(method, params)

    def call(self, method, params=None):
        return self.begin(method, params).result(checks.PATIENCE)

    def refused(self, method, params=None):
        return error(self.begin(method, params))

    def cancel(self, number):
        self.endpoint.notify("$/cancelRequest", {"id": number})

    def wait_for(self, *step):
        with self.has_progress:
            is_there = self.has_progress.wait_for(lambda: step in self.progress, checks.PATIENCE)
        expect(is_there, f"{step} is not in {self.progress}")

    def kinds(self, token):
        return [kind for name, kind in self.progress if name == token]

    def leave(self):
        """Ends the session; the exit code."""
        with checks.closing():
            self.endpoint.notify("exit")
            code = self.server.wait(checks.PATIENCE)
            self.listener.join(checks.PATIENCE)
        self.endpoint.shutdown()
        return code


def error(request):
    """The error that a request is answered with."""
    try:
        result = request.result(checks.PATIENCE)
    except JsonRpcException as problem:
        return problem
    raise AssertionError(f"answered {result}")


def calls(session):
    for params in (None, {}, []):
        equal(session.call("Status", params)["status"], "ok")
    ok("no parameters, in whatever way that is said")
    started = session.call("StartTimer", {"tag": NAME})
    equal(started["value"]["record"]["tag"]["name"], NAME)
    expect(NAME in started["dialog"], started)
    listed = session.call("minuta/intents")["intents"]
    expect("StartTimer" in [intent["id"] for intent in listed], listed)
    equal(session.call("StopTimer", {"tag": NAME})["value"]["records"][0]["tag"]["name"], NAME)
    ok("lists and calls, with a name that is not ASCII")


def fails(session):
    problem = session.refused("StopTimer", {"tag": "Nobody"})
    equal((problem.code, problem.data["code"]), (FAILED, "tagNotFound"))
    problem = session.refused("StartTimer", {"tag": 5})
    equal((problem.code, problem.data["path"]), (WRONG_PARAMETERS, "/tag"))
    equal(session.refused("StartTimr", {}).code, UNKNOWN_METHOD)
    ok("fails with a code and a word")


def cancels(session):
    before = checks.records()
    with checks.writers_held():
        begun = session.begin("LogTime", {"tag": "A", "duration": "1m", "workDoneToken": "begun"})
        session.wait_for("begun", "begin")
        waiting = session.begin("LogTime", {"tag": "B", "duration": "1m", "workDoneToken": "late"})
        number = next(session.ids) - 1
        session.cancel(number)
        equal(error(waiting).code, CANCELLED)
        session.cancel(number)
        session.cancel("never sent")
        session.cancel(number - 1)
        equal(session.call("minuta/check", {"intent": "Status"}), {"problems": []})
    try:
        wanted = [begun.result(checks.PATIENCE)["value"]["record"]["id"]]
    except JsonRpcException as problem:
        equal(problem.code, CANCELLED)
        wanted = []
    equal(session.call("Status")["status"], "ok")
    equal([key for key in checks.records() if key not in before], wanted)
    equal(session.kinds("begun"), ["begin", "end"])
    expect(session.kinds("late") in ([], ["begin", "end"]), session.progress)
    ok("cancels what waits, answers what has begun")


def progresses(session):
    session.call("LogTime", {"tag": NAME, "duration": "1m", "workDoneToken": 0})
    session.refused("StopTimer", {"tag": "Nobody", "workDoneToken": "é"})
    for token in (0, "é"):
        kinds = session.kinds(token)
        expect((kinds[0], kinds[-1], kinds.count("end")) == ("begin", "end", 1), session.progress)
    ok("tells progress from begin to end, also of what fails")


async def main():
    session = Session()
    for part in (calls, fails, cancels, progresses):
        part(session)
    equal(session.call("shutdown"), None)
    equal(session.refused("Status").code, INVALID_REQUEST)
    equal(session.leave(), 0)
    ok("closes at once, with exit code 0")
    equal(Session().leave(), 1)
    ok("leaving without a shutdown is an exit code 1")


checks.run(main)
