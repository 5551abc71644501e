"""F1 and F3 of the index: killed at each call on it, and what it says afterwards is what files say."""

import json
import os
import shutil
import tempfile

import tracing
from calls import CHANGES, OPENINGS, parse
from stores import day

# A start changes the head alone; so many records are put into a pack.
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
            tally.fail(f"index, {words[0]}", "it writes nothing to the cache")
        for point in found[:: 2 if quick else 1]:
            points += 1
            # What was done before decides what is left to be written.
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
    """The calls on the cache that change it, by thread: their names and ordinals."""
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
    """What is answered with the index as it was left, and with one made anew."""
    for words in VIEWS:
        left = program.run(words, store)
        with tempfile.TemporaryDirectory() as empty:
            anew = program.with_variables(XDG_CACHE_HOME=empty).run(words, store)
        if left.code != 0 or steady(left) != steady(anew):
            tally.fail(where, f"'{' '.join(words)}' says {left}, and anew {anew}")


def steady(answer):
    """An answer without what time alone changes."""
    return [json.dumps(scrub(line), sort_keys=True) for line in answer.lines]


def scrub(value):
    if isinstance(value, dict):
        moving = {"durationSeconds", "seconds", "totalSeconds", "wallSeconds", "todaySeconds", "dialog"}
        return {key: scrub(item) for key, item in value.items() if key not in moving}
    return [scrub(item) for item in value] if isinstance(value, list) else value
