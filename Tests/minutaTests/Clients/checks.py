"""What the scripts share: the program and the store under test, and checks told by name."""

import asyncio
import contextlib
import fcntl
import json
import os
import subprocess
import sys
import time
import traceback

PROGRAM = os.environ["MINUTA_PROGRAM"]
STORE = os.environ["MINUTA_STORE"]
PATIENCE = 60  # seconds until something counts as hung
CLOSING = 2  # seconds that an end may take
NAME = "Café ☕ 日本"
INVALID_REQUEST, UNKNOWN_METHOD, WRONG_PARAMETERS = -32600, -32601, -32602
CANCELLED, FAILED = -32800, 1001


def ok(name):
    print(f"ok {name}", flush=True)


def expect(condition, found):
    """Fails with what was found where a condition does not hold."""
    if not condition:
        raise AssertionError(found)


def equal(found, wanted):
    expect(found == wanted, f"{found!r} instead of {wanted!r}")


def run(main):
    """Runs the coroutine of a script; where it fails, tells why and ends with 1."""
    try:
        asyncio.run(asyncio.wait_for(main(), 4 * PATIENCE))
    except Exception as error:
        # What failed, out of the groups that tasks put it in.
        while getattr(error, "exceptions", None):
            error = error.exceptions[0]
        traceback.print_exception(type(error), error, error.__traceback__)
        sys.exit(1)


def minuta(*words):
    """The outcome of a command."""
    done = subprocess.run(
        [PROGRAM, *words, "--json"], capture_output=True, text=True, timeout=PATIENCE
    )
    expect(done.stdout, f"{words}: exit {done.returncode}, {done.stderr}")
    return json.loads(done.stdout)


def records():
    """The records by their ids."""
    return {record["id"]: record for record in minuta("records", "all")["value"]["records"]}


@contextlib.contextmanager
def writers_held():
    """Lets nothing be written to the store, so that a call which writes is under way until then."""
    with open(f"{STORE}/.minuta.writelock.nosync", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def closing():
    """Fails where what is within takes longer than an end may take."""
    start = time.monotonic()
    yield
    taken = time.monotonic() - start
    expect(taken < CLOSING, f"closing took {taken:.1f} s")
