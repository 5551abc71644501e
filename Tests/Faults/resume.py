"""A batch of 10,000 calls that is killed anywhere and resumed, and has done each call once."""

import glob
import json
import os
import shutil
import subprocess
import time
from collections import Counter

CALLS = 10_000


def run(program, folder, chance, points, tally):
    path = os.path.join(folder, "resume.jsonl")
    starts = write_calls(path)
    for point in range(points):
        store = os.path.join(folder, f"resume-{point}")
        kills = 0
        for attempt in range(3):
            lines, seconds = chance.randrange(CALLS // 2), chance.uniform(0, 0.2)
            kills += kill_after(program, path, store, lines, seconds, attempt > 0)
        where = f"a batch killed {kills} times"
        answer = program.run(["run", path, "--resume"], store)
        if answer.code != 0:
            tally.fail(where, str(answer))
        check(store, starts, where, tally)
        tally.add("kills", kills)
        shutil.rmtree(store, ignore_errors=True)
    print(f"  {CALLS:,} calls killed and resumed {points} times", flush=True)


def write_calls(path):
    starts = []
    with open(path, "w", encoding="utf-8") as file:
        for index in range(CALLS):
            start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_700_000_000 + 60 * index))
            values = {"tag": f"Tag {index % 7}", "start": start, "duration": "1m"}
            file.write(json.dumps({"intent": "LogTime", "with": values}) + "\n")
            starts.append(start)
    return Counter(starts)


def kill_after(program, path, store, lines, seconds, resumes):
    """Runs the batch and kills it after some results and a moment; whether it was still at work."""
    words = [program.path, "run", path, *(["--resume"] if resumes else []), "--store", store]
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
