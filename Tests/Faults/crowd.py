"""F3: many processes at once on one store, and nothing acknowledged is missing or there twice."""

import json
import os
import random
import threading

import disk
import reader

PROCESSES = 50
CALLS = 8  # of each process's place in the crowd, one process after another
BUSY = 4  # the exit code where another program writes


def run(program, folder, chance, tally):
    crowd = Crowd(program, os.path.join(folder, "crowd"), tally)
    seeds = [chance.random() for _ in range(PROCESSES)]
    members = [
        threading.Thread(target=crowd.member, args=(number, random.Random(seed)))
        for number, seed in enumerate(seeds)
    ]
    for member in members:
        member.start()
    for member in members:
        member.join()
    crowd.check_end()
    tally.add("processes", PROCESSES)
    print(f"  {PROCESSES} processes at once, {crowd.describe()}", flush=True)


class Crowd:
    """The store they share, and what they were promised."""

    def __init__(self, program, store, tally):
        self.program = program
        self.store = store
        self.tally = tally
        self.promised = {}  # records by id, as they were last acknowledged
        self.counts = {}
        self.guard = threading.Lock()
        self.gate = threading.Barrier(PROCESSES)
        self.is_atomic = True

    def describe(self):
        return ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))

    def count(self, what):
        with self.guard:
            self.counts[what] = self.counts.get(what, 0) + 1

    def member(self, number, chance):
        self.gate.wait()
        running = []
        for turn in range(CALLS):
            choices = ["start", "log", "batch", "records", "summary"] + ["stop"] * 2 * bool(running)
            what = chance.choice(choices)
            try:
                getattr(self, what)(f"{number}-{turn}", chance, running)
                self.count(what)
            except Exception as error:  # whatever it is, it is a finding
                self.tally.fail(f"crowd, {what} {number}-{turn}", f"{error}")

    def start(self, name, chance, running):
        tag = f"Own {name}" if chance.random() < 0.5 else f"Shared {chance.randrange(5)}"
        words = ["start", tag, "--parallel", "--comment", name, "--at", moment(chance)]
        for record in self.write(words):
            running.append(record)

    def stop(self, name, chance, running):
        record = running.pop()
        words = ["stop", "--record", record["id"], "--at", "2024-12-01T00:00:00Z"]
        if not self.write(words):
            running.append(record)

    def log(self, name, chance, running):
        tag = f"Own {name}" if chance.random() < 0.5 else f"Shared {chance.randrange(5)}"
        self.write(["log", tag, "15m", "--comment", name, "--start", moment(chance)])

    def batch(self, name, chance, running):
        """Two records; where a batch can be atomic, nobody may see one of them alone."""
        values = {"tag": f"Pair {name}", "comment": f"pair {name}", "duration": "5m"}
        calls = [
            {"intent": "LogTime", "with": values | {"start": moment(chance)}} for _ in range(2)
        ]
        flags = ["--atomic"] * self.is_atomic
        self.write(["run", "-", *flags], json.dumps(calls))

    def write(self, words, given=None):
        """The records that the program said it changed."""
        answer = self.program.run([*words, "--json"], self.store, given)
        if answer.code == BUSY:
            self.count("busy")
        elif answer.code != 0:
            raise RuntimeError(f"it ended with {answer}")
        written = []
        for outcome in answer.outcomes:
            if outcome["status"] == "ok":
                value = outcome["value"]
                written += value.get("records") or [value["record"]]
        with self.guard:
            self.promised.update({record["id"]: record for record in written})
        return written

    def records(self, name, chance, running):
        with self.guard:
            promised = dict(self.promised)
        value = reader.value(self.program, ["records", "all"], self.store)
        if value.get("setAside"):
            raise RuntimeError(f"set aside: {value['setAside']}")
        seen = {record["id"]: record for record in value["records"]}
        self.tally.add("records", len(value["records"]))
        if len(seen) < len(value["records"]):
            raise RuntimeError("doubled: a record is listed twice")
        for identity in promised.keys() - seen.keys():
            raise RuntimeError(f"lost: the reader does not see {promised[identity]}")
        for identity in promised.keys() & seen.keys():
            if promised[identity].get("endTime") and not seen[identity].get("endTime"):
                raise RuntimeError(f"lost: the reader sees {promised[identity]} before its stop")
        for record in seen.values():
            if "tag" not in record:
                raise RuntimeError(f"torn: a reader sees a record without its tag: {record}")
        pairs = [record["comment"] for record in seen.values() if "pair" in record["comment"]]
        if self.is_atomic and any(pairs.count(pair) != 2 for pair in pairs):
            raise RuntimeError("torn: a reader sees half an atomic batch")

    def summary(self, name, chance, running):
        value = reader.value(self.program, ["summary", "all"], self.store)
        if value.get("setAside") or any("tagId" not in group for group in value["groups"]):
            raise RuntimeError(f"torn: the summary is {value}")

    def check_end(self):
        view = reader.read(self.program, self.store)
        self.tally.add("records", len(view.records))
        seen = {record["id"]: record for record in view.records}
        for identity, record in self.promised.items():
            if seen.pop(identity, None) != reader.plain(record):
                self.tally.fail("crowd", f"lost: {record} is not there as it was acknowledged")
        for record in seen.values():
            self.tally.fail("crowd", f"doubled: nobody was told of {record}")
        for problem in disk.problems(self.store):
            self.tally.fail("crowd", problem)


def moment(chance):
    """A moment in one of two months; two calls may well get the same."""
    return f"2024-0{chance.randint(5, 6)}-0{chance.randint(1, 5)}T0{chance.randrange(10)}:00:00Z"
