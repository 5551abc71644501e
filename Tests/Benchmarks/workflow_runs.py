"""Compares a workflow of 1,000 calls with a batch that commits each call before the next."""

import json
import shutil
import statistics
import subprocess
import sys
import time

program, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
calls = [
    {
        "intent": "LogTime",
        "with": {"tag": "Work", "start": f"2024-05-{1 + i // 48:02}T{i // 2 % 24:02}:{i % 2 * 30:02}:00Z", "duration": "20m"},
    }
    for i in range(1000)
]
steps = [{"id": f"s{i}", **call} for i, call in enumerate(calls)]
with open(f"{folder}/flow.json", "w") as file:
    json.dump({"minuta": 1, "id": "flow", "title": "Flow", "steps": steps}, file)


def workflow(store):
    subprocess.run([program, "run", f"{folder}/flow.json", "--store", store], check=True, stdout=subprocess.DEVNULL)


def batch(store):
    words = [program, "run", "-", "--stream", "--json", "--store", store]
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for call in calls:
        child.stdin.write(json.dumps(call).encode() + b"\n")
        child.stdin.flush()
        assert b'"ok"' in child.stdout.readline()
    child.stdin.close()
    child.stdout.read()
    assert child.wait() == 0


ratios = []
for _ in range(rounds):
    times = []
    for side in (batch, workflow):
        store = f"{folder}/store-{side.__name__}"
        shutil.rmtree(store, ignore_errors=True)
        start = time.perf_counter()
        side(store)
        times.append(time.perf_counter() - start)
    ratios.append(times[1] / times[0])
    print(f"1,000 calls: batch, one by one {times[0]:.2f} s, workflow {times[1]:.2f} s, ratio {ratios[-1]:.2f}")
print(f"1,000 calls, median of ratios: {statistics.median(ratios):.2f} (at most 1.3)")
