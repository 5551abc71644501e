"""F1 and F3 for the index: after a kill at each call on it, results must match the files."""

import json
import os
import shutil
import tempfile

import tracing
from calls import CHANGES, OPENINGS, parse
from stores import day

# A start writes only the index's head; this many records are enough to write a pack file.
MANY = [
    {"intent": "LogTime", "with": {"tag": "Email", "duration": "1m", "start": f"2024-03-{1 + n // 24:02}T{n % 24:02}:00:00Z"}}
    for n in range(300)
]
OPERATIONS = [
    (("start", "Work", "--parallel", "--json"), None),
    (("stop", "--json"), None),
    (("run", "-", "--json"), json.dumps(MANY)),
    (("summary", "all", "--verify", "--json"), None),
]
ATTEMPTS = 4
VIEWS = [("status", "--json"), ("summary", "all", "--json"), ("records", "--range", "all", "--json")]


def run(program, folder, tally, quick):
    store = os.path.join(folder, "indexed", "store")
    day(program, store)
    points = kills = 0
    for words, given in OPERATIONS:
        anew = words[0] == "summary"
        if anew:
            shutil.rmtree(cache(program), ignore_errors=True)
        found = calls_on_cache(program, words, store, given)
        if not found:
            tally.fail(f"index, {words[0]}", "wrote nothing to the cache")
        for point in found[:: 2 if quick else 1]:
            points += 1
            # Earlier runs may leave nothing to write, so try again.
            for _ in range(ATTEMPTS):
                if anew:
                    shutil.rmtree(cache(program), ignore_errors=True)
                if kill(program, words, store, given, point).code == -9:
                    kills += 1
                    tally.add("kills")
                    break
            check(program, store, f"index, {words[0]} killed at {point}", tally)
    if kills < points * 9 // 10:
        tally.fail("index", f"only {kills} of {points} points were hit")
    print(f"  {kills} kills at {points} calls on the cache", flush=True)


def cache(program):
    return os.path.join(program.environment["HOME"], ".cache")


def calls_on_cache(program, words, store, given):
    """Returns the names and ordinals of the calls that change the cache, counted per thread."""
    traced = sorted(CHANGES | OPENINGS)
    with tempfile.NamedTemporaryFile("r") as log:
        under = tracing.strace(log.name, "-y", "-e", "trace=" + ",".join(traced))
        program.run(words, store, given, under)
        return [
            (point.call, point.overall)
            for point in parse(tracing.read(log), cache(program))
            if point.changes
        ]


def kill(program, words, store, given, point):
    call, ordinal = point
    with tempfile.NamedTemporaryFile("r") as log:
        under = tracing.strace(
            log.name, "-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={ordinal}"
        )
        return program.run(words, store, given, under)


def check(program, store, where, tally):
    """Compares results from the existing index with those from a rebuilt one."""
    for words in VIEWS:
        left = program.run(words, store)
        with tempfile.TemporaryDirectory() as empty:
            anew = program.with_variables(XDG_CACHE_HOME=empty).run(words, store)
        if left.code != 0 or without_times(left, store) != without_times(anew, store):
            tally.fail(where, f"'{' '.join(words)}' gives {left}, but {anew} after a rebuild")


def without_times(answer, store):
    """Returns an answer without the values that depend on the current time or on the data folder, which
    commands in messages name."""
    lines = [json.dumps(scrub(line), sort_keys=True) for line in answer.lines]
    return [line.replace(store, "STORE") for line in lines]


def scrub(value):
    if isinstance(value, dict):
        moving = {"durationSeconds", "seconds", "totalSeconds", "wallSeconds", "todaySeconds", "dialog"}
        return {key: scrub(item) for key, item in value.items() if key not in moving}
    return [scrub(item) for item in value] if isinstance(value, list) else value
