"""An operation with the store it begins with, the states it may leave, and the calls it makes."""

import os
import shutil
import tempfile

import disk
import reader
import tracing

ATTEMPTS = 20
# A timer of years ago, and what somebody may have left who had no power to remove it.
HARMLESS = ("longTimer", "abandonedTemporary")
PROBE = ("log", "Probe", "1m", "--start", "2020-01-01T00:00:00Z", "--comment", "probe", "--json")


class Stage:
    def __init__(self, program, operation, folder, tally):
        self.program = program
        self.operation = operation
        self.tally = tally
        self.folder = tempfile.mkdtemp(dir=folder)
        self.template = os.path.join(self.folder, "template")
        operation.prepare(program, self.template)
        self.words = [
            word(program, self.template) if callable(word) else word for word in operation.words
        ]
        self.before = reader.read(program, self.copy())
        self.known = self.before.ids
        self.states = [self.before.shape(self.known)]
        self.states += [self.state_after(given) for given in operation.prefixes]
        last = len(self.before.history)
        self.back = [word.format(last=last, own=last + 1) for word in operation.back]
        store = self.copy()
        self.points, answer = tracing.points(program, self.words, store, operation.given)
        if answer.code != 0 or not self.writes:
            raise RuntimeError(f"it was not traced: {answer}")
        self.check(store, f"{operation.name}, without a fault", answer.acknowledged, answer.acknowledged)
        shutil.rmtree(store)

    def copy(self):
        """A fresh copy of the store; none where the operation begins with none."""
        store = os.path.join(tempfile.mkdtemp(dir=self.folder), "store")
        if os.path.exists(self.template):
            shutil.copytree(self.template, store, symlinks=True)
        return store

    def state_after(self, given):
        store = self.copy()
        self.program.must(self.words, store, given)
        return reader.read(self.program, store).shape(self.known)

    @property
    def steps(self):
        """How many outcomes the operation has."""
        return len(self.operation.batch or "1")

    def state_of(self, outcomes):
        """The state that so many good outcomes stand for."""
        return outcomes // self.steps if self.operation.whole else outcomes

    @property
    def writes(self):
        """The calls that change the store."""
        return [point for point in self.points if point.changes]

    @property
    def reads(self):
        return [point for point in self.points if not point.changes]

    def sampled(self, faults, chance):
        """The faults to try of all those there are."""
        count = self.operation.sample
        return faults if count is None else chance.sample(faults, min(count, len(faults)))

    def inject(self, point, fault):
        """Runs the operation with a fault at a point; the store it leaves, and the answer.

        Should threads share the work out otherwise than when it was traced, it is tried again.
        """
        for _ in range(ATTEMPTS):
            store = self.copy()
            answer, fired = tracing.inject(
                self.program, self.words, store, self.operation.given, point, fault
            )
            if fired:
                break
        else:
            self.tally.fail(f"{self.operation.name}, {fault} at {point}", "it did not take place")
        return store, answer

    def kill(self, point):
        """Kills the operation at a point; the store, the answer, and the calls made until then."""
        for _ in range(ATTEMPTS):
            store = self.copy()
            answer, done = tracing.kill(
                self.program, self.words, store, self.operation.given, self.points, point
            )
            if done is not None:
                return store, answer, done
        self.tally.fail(f"{self.operation.name}, killed at {point}", "it did not take place")
        return store, answer, []

    def inject_from(self, point, error):
        """Runs the operation on a disk that is gone from a point on."""
        for _ in range(ATTEMPTS):
            store = self.copy()
            answer, fired = tracing.inject_from(
                self.program, self.words, store, self.operation.given, self.points, point, error
            )
            if fired:
                break
        else:
            self.tally.fail(f"{self.operation.name}, {error} from {point}", "it did not take place")
        return store, answer

    def check(self, store, where, least, most, allowed=None):
        """Checks a store after a fault.

        `least` outcomes were good, and not more than `most` steps can have been done. A problem
        that ends with `allowed` is none.
        """
        try:
            first = self.read(store)
            self.check_state(first, where, self.state_of(least), most)
            if self.operation.repeats:
                first = self.check_repeated(store, where)
            self.check_next(store, first, where)
            self.check_disk(store, where, allowed)
            self.check_undo(store, first, where)
        except (reader.Unreadable, NotDone) as error:
            self.tally.fail(where, str(error))
        self.check_disk(store, where, allowed)

    def read(self, store):
        view = reader.read(self.program, store)
        self.tally.add("records", len(view.records))
        return view

    def call(self, words, store, what, given=None):
        answer = self.program.run(words, store, given)
        if answer.code != 0:
            raise NotDone(f"{what} ended with {answer}")

    def check_state(self, view, where, least, most):
        shape = view.shape(self.known)
        states = [n for n, state in enumerate(self.states) if state == shape]
        if not states:
            ids = {r["id"] for r in view.records}
            gone = [r["id"] for r in self.before.records if r["id"] not in ids]
            kind = "lost" if gone else "torn"
            self.tally.fail(where, f"{kind}: no state of the operation, but {shape}")
        elif states[-1] < least:
            self.tally.fail(where, f"lost: {least} acknowledged, {states[-1]} there")
        elif states[0] > most:
            self.tally.fail(where, f"{states[0]} done, though it said only {most} were")

    def check_repeated(self, store, where):
        """The same call again, as somebody sends it who got no answer."""
        self.call(self.words, store, "the repeated call", self.operation.given)
        view = self.read(store)
        if view.shape(self.known) != self.states[-1]:
            kind = "doubled" if len(view.records) > len(self.states[-1][0]) else "lost"
            self.tally.fail(where, f"{kind}: the repeated call led to {view.shape(self.known)}")
        return view

    def check_next(self, store, first, where):
        self.call(PROBE, store, "the next writer")
        second = self.read(store)
        rest = second.without("probe")
        if rest.shape(first.ids) != first.shape(first.ids):
            self.tally.fail(where, "torn: readers do not agree before and after the next writer")
        if len(second.records) != len(first.records) + 1:
            self.tally.fail(where, "lost: the next writer's record is not there once")
        found = reader.value(self.program, ["doctor"], store)["problems"]
        for problem in found:
            if problem["code"] not in HARMLESS:
                self.tally.fail(where, f"it has to be repaired by hand: {problem}")

    def check_disk(self, store, where, allowed):
        for problem in disk.problems(store):
            if not (allowed and problem.endswith(allowed)):
                self.tally.fail(where, problem)

    def check_undo(self, store, first, where):
        """Takes the next writer's call back, and then what is there of the operation."""
        self.call(["undo"], store, "the undo of the next writer")
        if self.read(store).shape(first.ids) != first.shape(first.ids):
            self.tally.fail(where, "torn: undo does not lead back to what was read before")
        if first.shape(self.known) != self.states[0]:
            self.call(self.back, store, "taking the operation back")
            if self.read(store).shape(self.known) != self.states[0]:
                self.tally.fail(where, "torn: undo does not lead back to what was there at first")


class NotDone(Exception):
    """A call after a fault that was not done."""
