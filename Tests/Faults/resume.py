"""A batch of 10,000 calls is killed and resumed; each call must run exactly once.

In every other run, some calls fail at first and succeed after the resume.
"""

import glob
import json
import os
import shutil
import subprocess
import time
from collections import Counter

CALLS = 10_000
CLOSED = "Closed"  # an archived tag that some calls need


def run(program, folder, chance, points, tally):
    path = os.path.join(folder, "resume.jsonl")
    starts = write_calls(path)
    for point in range(points):
        store = os.path.join(folder, f"resume-{point}")
        leaves_out = point % 2 == 1
        program.must(["tag-create", CLOSED], store)
        if leaves_out:
            program.must(["tag-archive", CLOSED], store)
        flags = ["--on-error", "continue"] if leaves_out else []
        kills = 0
        for attempt in range(3):
            lines, seconds = chance.randrange(CALLS // 2), chance.uniform(0, 0.2)
            resumed = [*flags, "--resume"] if attempt > 0 else flags
            kills += kill_after(program, path, store, lines, seconds, resumed)
        where = f"a batch killed {kills} times"
        if leaves_out:
            where += ", with failing calls"
            answer = program.run(["run", path, "--resume", *flags], store)
            if answer.code != 1 or not answer.failure:
                tally.fail(where, f"no call failed: {answer}")
            program.must(["tag-unarchive", CLOSED], store)
        answer = program.run(["run", path, "--resume"], store)
        if answer.code != 0:
            tally.fail(where, str(answer))
        check(store, starts, where, tally)
        if glob.glob(f"{store}/.minuta.nosync/*/batches/*"):
            tally.fail(where, "the batch's lock was not removed")
        tally.add("kills", kills)
        shutil.rmtree(store, ignore_errors=True)
    print(f"  {CALLS:,} calls killed and resumed {points} times", flush=True)


def write_calls(path):
    starts = []
    with open(path, "w", encoding="utf-8") as file:
        for index in range(CALLS):
            start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + 60 * index))
            tag = CLOSED if index % 500 == 7 else f"Tag {index % 7}"
            values = {"tag": tag, "start": start, "duration": "1m"}
            file.write(json.dumps({"intent": "LogTime", "with": values}) + "\n")
            starts.append(start)
    return Counter(starts)


def kill_after(program, path, store, lines, seconds, flags):
    """Runs the batch and kills it after some results; returns whether it was still running."""
    words = [program.path, "run", path, *flags, "--store", store]
    process = subprocess.Popen(
        words,
        env=program.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process.stdout as results:
        for _ in range(lines):
            if not results.readline():
                break
        time.sleep(seconds)
        process.kill()
    return process.wait() < 0


def check(store, starts, where, tally):
    found = Counter()
    for path in glob.glob(f"{store}/records/*/*/*.json"):
        with open(path, encoding="utf-8") as file:
            try:
                found[json.load(file)["startTime"]] += 1
            except ValueError as error:
                tally.fail(where, f"torn: {path}: {error}")
    tally.add("records", sum(found.values()))
    for start in starts - found:
        tally.fail(where, f"lost: the record of {start}")
    for start in found - starts:
        tally.fail(where, f"doubled: the record of {start}")
