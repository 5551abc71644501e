"""Shared helpers: the program and the data folder under test, and named checks."""

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
TIMEOUT = 60  # seconds
SHUTDOWN_LIMIT = 2  # seconds
NAME = "Café ☕ 日本"
INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32600, -32601, -32602
CANCELLED, FAILED = -32800, 1001


def ok(name):
    print(f"ok {name}", flush=True)


def expect(condition, found):
    """Fails with the value found if the condition is false."""
    if not condition:
        raise AssertionError(found)


def equal(found, expected):
    expect(found == expected, f"{found!r} instead of {expected!r}")


def run(main):
    """Runs the main coroutine of a script; on failure, prints the reason and exits with 1."""
    try:
        asyncio.run(asyncio.wait_for(main(), 4 * TIMEOUT))
    except Exception as error:
        # Unwrap exception groups of tasks to find the cause.
        while getattr(error, "exceptions", None):
            error = error.exceptions[0]
        traceback.print_exception(type(error), error, error.__traceback__)
        sys.exit(1)


def minuta(*words):
    """Runs a command and returns its outcome."""
    result = subprocess.run(
        [PROGRAM, *words, "--json"], capture_output=True, text=True, timeout=TIMEOUT
    )
    expect(result.stdout, f"{words}: exit {result.returncode}, {result.stderr}")
    return json.loads(result.stdout)


def records():
    """Returns all records, keyed by id."""
    return {record["id"]: record for record in minuta("records", "all")["value"]["records"]}


@contextlib.contextmanager
def write_lock():
    """Holds the write lock, so that calls that write stay pending."""
    with open(f"{STORE}/.minuta.writelock.nosync", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def quick_shutdown():
    """Fails if the body takes longer than a shutdown may take."""
    start = time.monotonic()
    yield
    elapsed = time.monotonic() - start
    expect(elapsed < SHUTDOWN_LIMIT, f"shutdown took {elapsed:.1f} s")
