"""F3: many processes at once on one store, and nothing acknowledged is missing or there twice."""

import json
import os
import random
import threading
from collections import Counter

import disk
import index
import reader

PROCESSES = 50
CALLS = 8  # of each process's place in the crowd, one process after another
BUSY = 4  # the exit code where another program writes


def run(program, folder, chance, tally):
    crowd = Crowd(program, os.path.join(folder, "crowd"), tally)
    seeds = [chance.random() for _ in range(PROCESSES)]
    members = [
        threading.Thread(target=Member(crowd, number, random.Random(seed)).work)
        for number, seed in enumerate(seeds)
    ]
    for member in members:
        member.start()
    for member in members:
        member.join()
    crowd.check_end()
    tally.add("processes", PROCESSES)
    print(f"  {PROCESSES} processes at once: {crowd.describe()}", flush=True)


class Crowd:
    """The store they share, and what they were promised."""

    def __init__(self, program, store, tally):
        self.program = program
        self.store = store
        self.tally = tally
        self.promised = {}  # records by id as they were last acknowledged, none for one that is gone
        self.versions = Counter()  # of what was promised, by id
        self.unsettled = set()  # ids of records that a call is changing
        self.acknowledged = []  # every record that a call said it left, in no order
        self.changes = 0  # calls that were acknowledged
        self.counts = Counter()
        self.guard = threading.Lock()
        self.gate = threading.Barrier(PROCESSES)

    def describe(self):
        return ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))

    def call(self, words, given=None, changing=()):
        """Does a call that changes something; its outcomes, none where another program wrote.

        What becomes of the records it changes is not known until it has answered.
        """
        with self.guard:
            self.unsettled |= set(changing)
            self.versions.update(changing)
        answer = self.program.run([*words, "--json"], self.store, given)
        if answer.code == BUSY:
            self.counts["busy"] += 1
        elif answer.code != 0 or answer.failure or not answer.outcomes:
            raise RuntimeError(f"it ended with {answer}")
        return [outcome["value"] for outcome in answer.outcomes if outcome["status"] == "ok"]

    def settle(self, records, changes, changed=()):
        """Notes what a call left: records by id, none for one that is gone.

        `changed` are the ids of those it was given, which it may have left alone.
        """
        with self.guard:
            self.promised |= records
            self.versions.update(records.keys())
            self.unsettled -= records.keys() | set(changed)
            self.acknowledged += [record for record in records.values() if record]
            self.changes += changes

    def settled(self):
        """What was promised and is not being changed, with the version of each."""
        with self.guard:
            return {
                identity: (self.versions[identity], record)
                for identity, record in self.promised.items()
                if identity not in self.unsettled
            }

    def check_reader(self, before, listed):
        """Compares what a reader saw with what was promised before it and still is."""
        seen = {record["id"]: record for record in listed}
        self.tally.add("records", len(listed))
        if len(seen) < len(listed):
            raise RuntimeError("doubled: a record is listed twice")
        now = self.settled()
        for identity, promise in before.items():
            if now.get(identity) != promise:
                continue
            found = seen.get(identity)
            if (found and reader.stored(found)) != promise[1]:
                raise RuntimeError(f"lost: promised was {promise[1]}, and the reader sees {found}")
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
            return self.tally.fail("crowd", str(error))
        index.check(self.program, self.store, "crowd, the index", self.tally)
        self.tally.add("records", len(view.records))
        seen = {record["id"]: reader.stored(record) for record in view.records}
        for identity, record in self.promised.items():
            if seen.pop(identity, None) != record and identity not in self.unsettled:
                self.tally.fail("crowd", f"lost: {record} is not there as it was acknowledged")
        for record in seen.values():
            self.tally.fail("crowd", f"doubled: nobody was told of {record}")
        if len(view.history) != self.changes:
            kind = "doubled" if len(view.history) > self.changes else "lost"
            text = f"{kind}: {self.changes} calls were acknowledged, {len(view.history)} are known"
            self.tally.fail("crowd", text)
        left = Counter(
            json.dumps(change["after"], sort_keys=True)
            for entry in view.history
            for change in entry["changes"]
        )
        for record in Counter(json.dumps(r, sort_keys=True) for r in self.acknowledged) - left:
            self.tally.fail("crowd", f"lost: the history does not know of {record}")
        for problem in disk.problems(self.store):
            self.tally.fail("crowd", problem)


class Member:
    """One of the crowd; only it changes what it made."""

    def __init__(self, crowd, number, chance):
        self.crowd = crowd
        self.number = number
        self.chance = chance
        self.own = []  # groups of records that one call made

    def work(self):
        self.crowd.gate.wait()
        for turn in range(CALLS):
            self.name = f"{self.number}-{turn}"
            choices = ["start", "log", "batch", "records", "summary"]
            choices += ["edit", "undo"] * bool(self.own)
            choices += ["stop"] * 2 * any(map(self.is_running, self.own))
            what = self.chance.choice(choices)
            try:
                getattr(self, what)()
                self.crowd.counts[what] += 1
            except Exception as error:  # whatever it is, it is a finding
                self.crowd.tally.fail(f"crowd, {what} {self.name}", str(error))

    @staticmethod
    def is_running(group):
        return len(group) == 1 and "endTime" not in group[0]

    @property
    def tag(self):
        shared = f"Shared {self.chance.randrange(5)}"
        return f"Own {self.name}" if self.chance.random() < 0.5 else shared

    def start(self):
        """A timer of its own, though one with the tag may be running."""
        at = moment(self.chance)
        self.make(["start", self.tag, "--parallel", "--comment", self.name, "--at", at])

    def log(self):
        start = moment(self.chance)
        self.make(["log", self.tag, "15m", "--comment", self.name, "--start", start])

    def batch(self):
        """Two records, and nobody may see one of them alone."""
        values = {"tag": f"Pair {self.name}", "comment": f"pair {self.name}", "duration": "5m"}
        calls = [
            {"intent": "LogTime", "with": values | {"start": moment(self.chance)}}
            for _ in range(2)
        ]
        self.make(["run", "-", "--atomic"], json.dumps(calls))

    def make(self, words, given=None):
        values = self.crowd.call(words, given)
        group = [reader.stored(value["record"]) for value in values]
        if group:
            self.own.append(group)
            self.crowd.settle({record["id"]: record for record in group}, 1)

    def stop(self):
        group = next(filter(self.is_running, self.own))
        self.change(group, ["stop", "--record", group[0]["id"], "--at", "2024-12-01T00:00:00Z"])

    def edit(self):
        """Moves a record into another month, and gives it another tag."""
        group = self.chance.choice(self.own)
        words = ["edit", group[0]["id"], "--tag", self.tag]
        words += ["--start", f"2024-0{self.chance.randint(1, 4)}-03T0{self.number % 10}:00:00Z"]
        self.change(group, words)

    def change(self, group, words):
        """Changes the first record of a group."""
        identity = group[0]["id"]
        left = {}
        values = self.crowd.call(words, changing=[identity])
        for value in values:
            record = reader.stored(value.get("record") or value["records"][0])
            # What it was already is answered, and no change.
            if record != group[0]:
                group[0] = left[identity] = record
        self.crowd.settle(left, len(left), [identity])

    def undo(self):
        """Takes back what was last done to a record, whatever others did meanwhile."""
        group = self.chance.choice(self.own)
        ids = [record["id"] for record in group]
        last = self.last_entry(ids)
        values = self.crowd.call(["undo", str(last["entry"])], changing=ids)
        before = {change["id"]: change["before"] for change in last["changes"]} if values else {}
        group[:] = [before.get(identity, record) for identity, record in zip(ids, group)]
        left = {identity: record for identity, record in zip(ids, group) if identity in before}
        self.crowd.settle(left, len(values), ids)
        if not all(group):
            self.own.remove(group)

    def last_entry(self, ids):
        """The last entry of the history about records, which may have moved far back."""
        for limit in (50, 200, 1000):
            words = ["history", "--limit", str(limit)]
            value = reader.value(self.crowd.program, words, self.crowd.store)
            for entry in value["entries"]:
                if any(change["id"] in ids for change in entry["changes"]):
                    return entry
        raise RuntimeError(f"lost: the history does not know of {ids}")

    def records(self):
        before = self.crowd.settled()
        value = reader.value(self.crowd.program, ["records", "all"], self.crowd.store)
        if value.get("skippedFiles"):
            raise RuntimeError(f"set aside: {value['skippedFiles']}")
        self.crowd.check_reader(before, value["records"])

    def summary(self):
        value = reader.value(self.crowd.program, ["summary", "all"], self.crowd.store)
        if value.get("skippedFiles") or any("tagId" not in group for group in value["groups"]):
            raise RuntimeError(f"torn: the summary is {value}")


def moment(chance):
    """A moment in one of two months; two calls may well get the same."""
    return f"2024-0{chance.randint(5, 6)}-0{chance.randint(1, 5)}T0{chance.randrange(10)}:00:00Z"
