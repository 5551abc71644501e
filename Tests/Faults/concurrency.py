"""F3: concurrent processes on one store; no acknowledged change is lost or applied twice."""

import json
import os
import random
import threading
from collections import Counter

import disk
import index
import reader

PROCESSES = 50
CALLS = 8  # number of calls per worker, one after another
BUSY = 4  # the exit code if another process holds the lock


def run(program, folder, chance, tally):
    shared = SharedStore(program, os.path.join(folder, "concurrency"), tally)
    seeds = [chance.random() for _ in range(PROCESSES)]
    workers = [
        threading.Thread(target=Worker(shared, number, random.Random(seed)).work)
        for number, seed in enumerate(seeds)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    shared.check_end()
    tally.add("processes", PROCESSES)
    print(f"  {PROCESSES} concurrent processes: {shared.describe()}", flush=True)


class SharedStore:
    """The shared store and the acknowledged state of its records."""

    def __init__(self, program, store, tally):
        self.program = program
        self.store = store
        self.tally = tally
        self.expected = {}  # last acknowledged record by ID; None if deleted
        self.versions = Counter()  # number of changes per record ID
        self.in_progress = set()  # IDs of records that a running call may change
        self.acknowledged = []  # every record version that a call returned, in no order
        self.changes = 0  # number of acknowledged calls
        self.counts = Counter()
        self.guard = threading.Lock()
        self.gate = threading.Barrier(PROCESSES)

    def describe(self):
        return ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))

    def call(self, words, given=None, changing=()):
        """Runs a call that writes; returns its values, or none if another process held the lock.

        The state of the records in `changing` is unknown until the call returns.
        """
        with self.guard:
            self.in_progress |= set(changing)
            self.versions.update(changing)
        answer = self.program.run([*words, "--json"], self.store, given)
        if answer.code == BUSY:
            self.counts["busy"] += 1
        elif answer.code != 0 or answer.failure or not answer.outcomes:
            raise RuntimeError(f"call failed: {answer}")
        return [outcome["value"] for outcome in answer.outcomes if outcome["status"] == "ok"]

    def acknowledge(self, records, changes, changed=()):
        """Stores the result of a call: records by ID, None for deleted ones.

        `changed` are the IDs that were passed to the call, even if it left the records unchanged.
        """
        with self.guard:
            self.expected |= records
            self.versions.update(records.keys())
            self.in_progress -= records.keys() | set(changed)
            self.acknowledged += [record for record in records.values() if record]
            self.changes += changes

    def stable_records(self):
        """Returns the acknowledged records that no running call may change, with their versions."""
        with self.guard:
            return {
                identity: (self.versions[identity], record)
                for identity, record in self.expected.items()
                if identity not in self.in_progress
            }

    def check_reader(self, before, listed):
        """Checks that a reader saw each record that was acknowledged and not changed since."""
        seen = {record["id"]: record for record in listed}
        self.tally.add("records", len(listed))
        if len(seen) < len(listed):
            raise RuntimeError("doubled: a record is listed twice")
        now = self.stable_records()
        for identity, expectation in before.items():
            if now.get(identity) != expectation:
                continue
            found = seen.get(identity)
            if (found and reader.stored(found)) != expectation[1]:
                raise RuntimeError(f"lost: expected {expectation[1]}, but the reader sees {found}")
        for record in seen.values():
            if "tag" not in record:
                raise RuntimeError(f"torn: a reader sees a record without its tag: {record}")
        pairs = Counter(
            record["comment"] for record in listed if record.get("comment", "").startswith("pair")
        )
        if any(count != 2 for count in pairs.values()):
            raise RuntimeError("torn: a reader sees half an atomic batch")

    def check_end(self):
        try:
            view = reader.read(self.program, self.store)
        except reader.Unreadable as error:
            return self.tally.fail("concurrency", str(error))
        index.check(self.program, self.store, "concurrency, the index", self.tally)
        self.tally.add("records", len(view.records))
        seen = {record["id"]: reader.stored(record) for record in view.records}
        for identity, record in self.expected.items():
            if seen.pop(identity, None) != record and identity not in self.in_progress:
                self.tally.fail("concurrency", f"lost: {record} is missing or different")
        for record in seen.values():
            self.tally.fail("concurrency", f"doubled: {record} was never acknowledged")
        if len(view.history) != self.changes:
            kind = "doubled" if len(view.history) > self.changes else "lost"
            text = f"{kind}: {self.changes} calls acknowledged, {len(view.history)} in the history"
            self.tally.fail("concurrency", text)
        left = Counter(
            json.dumps(change["after"], sort_keys=True)
            for entry in view.history
            for change in entry["changes"]
        )
        for record in Counter(json.dumps(r, sort_keys=True) for r in self.acknowledged) - left:
            self.tally.fail("concurrency", f"lost: {record} is not in the history")
        for problem in disk.problems(self.store):
            self.tally.fail("concurrency", problem)


class Worker:
    """One of the concurrent workers. It changes only the records that it created."""

    def __init__(self, shared, number, chance):
        self.shared = shared
        self.number = number
        self.chance = chance
        self.own = []  # groups of records, each created by one call

    def work(self):
        self.shared.gate.wait()
        for turn in range(CALLS):
            self.name = f"{self.number}-{turn}"
            choices = ["start", "log", "batch", "records", "summary"]
            choices += ["edit", "undo"] * bool(self.own)
            choices += ["stop"] * 2 * any(map(self.is_running, self.own))
            what = self.chance.choice(choices)
            try:
                getattr(self, what)()
                self.shared.counts[what] += 1
            except Exception as error:  # every error is a failure
                self.shared.tally.fail(f"concurrency, {what} {self.name}", str(error))

    @staticmethod
    def is_running(group):
        return len(group) == 1 and "endTime" not in group[0]

    @property
    def tag(self):
        shared = f"Shared {self.chance.randrange(5)}"
        return f"Own {self.name}" if self.chance.random() < 0.5 else shared

    def start(self):
        """Starts another timer, even if one with the same tag is running."""
        at = moment(self.chance)
        self.make(["start", self.tag, "--parallel", "--comment", self.name, "--at", at])

    def log(self):
        start = moment(self.chance)
        self.make(["log", self.tag, "15m", "--comment", self.name, "--start", start])

    def batch(self):
        """Logs two records atomically; no reader may see only one of them."""
        values = {"tag": f"Pair {self.name}", "comment": f"pair {self.name}", "duration": "5m"}
        calls = [
            {"intent": "LogTime", "with": values | {"start": moment(self.chance)}}
            for _ in range(2)
        ]
        self.make(["run", "-", "--atomic"], json.dumps(calls))

    def make(self, words, given=None):
        values = self.shared.call(words, given)
        group = [reader.stored(value["record"]) for value in values]
        if group:
            self.own.append(group)
            self.shared.acknowledge({record["id"]: record for record in group}, 1)

    def stop(self):
        group = next(filter(self.is_running, self.own))
        self.change(group, ["stop", "--record", group[0]["id"], "--at", "2024-12-01T00:00:00Z"])

    def edit(self):
        """Moves a record to another month and changes its tag."""
        group = self.chance.choice(self.own)
        words = ["edit", group[0]["id"], "--tag", self.tag]
        words += ["--start", f"2024-0{self.chance.randint(1, 4)}-03T0{self.number % 10}:00:00Z"]
        self.change(group, words)

    def change(self, group, words):
        """Changes the first record of a group."""
        identity = group[0]["id"]
        left = {}
        values = self.shared.call(words, changing=[identity])
        for value in values:
            record = reader.stored(value.get("record") or value["records"][0])
            # A call without effect also succeeds, but adds no history entry.
            if record != group[0]:
                group[0] = left[identity] = record
        self.shared.acknowledge(left, len(left), [identity])

    def undo(self):
        """Undoes the last change of a record, even if other processes wrote in the meantime."""
        group = self.chance.choice(self.own)
        ids = [record["id"] for record in group]
        last = self.last_entry(ids)
        values = self.shared.call(["undo", str(last["entry"]), "--yes"], changing=ids)
        before = {change["id"]: change["before"] for change in last["changes"]} if values else {}
        group[:] = [before.get(identity, record) for identity, record in zip(ids, group)]
        left = {identity: record for identity, record in zip(ids, group) if identity in before}
        self.shared.acknowledge(left, len(values), ids)
        if not all(group):
            self.own.remove(group)

    def last_entry(self, ids):
        """Returns the last history entry for the records; other entries may have followed it."""
        for limit in (50, 200, 1000):
            words = ["history", "--limit", str(limit)]
            value = reader.value(self.shared.program, words, self.shared.store)
            for entry in value["entries"]:
                if any(change["id"] in ids for change in entry["changes"]):
                    return entry
        raise RuntimeError(f"lost: {ids} are not in the history")

    def records(self):
        before = self.shared.stable_records()
        value = reader.value(self.shared.program, ["records", "all"], self.shared.store)
        if value.get("skippedFiles"):
            raise RuntimeError(f"files were skipped: {value['skippedFiles']}")
        self.shared.check_reader(before, value["records"])

    def summary(self):
        value = reader.value(self.shared.program, ["summary", "all"], self.shared.store)
        if value.get("skippedFiles") or any("tagId" not in group for group in value["groups"]):
            raise RuntimeError(f"torn: wrong summary: {value}")


def moment(chance):
    """Returns a random time in one of two months; two calls may return the same time."""
    return f"2024-0{chance.randint(5, 6)}-0{chance.randint(1, 5)}T0{chance.randrange(10)}:00:00Z"
