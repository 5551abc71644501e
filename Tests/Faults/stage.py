"""An operation with the store it begins with, the states it may leave, and the calls it makes."""

import os
import shutil
import tempfile

import disk
import reader
import tracing

ATTEMPTS = 3
PROBE = ("log", "Probe", "1m", "--start", "2020-01-01T00:00:00Z", "--comment", "probe", "--json")


class Stage:
    def __init__(self, program, operation, folder, tally):
        self.program = program
        self.operation = operation
        self.tally = tally
        self.folder = tempfile.mkdtemp(dir=folder)
        self.template = os.path.join(self.folder, "template")
        operation.prepare(program, self.template)
        self.before = self.read_copy()
        self.known = self.before.ids
        self.states = [self.before.shape(self.known)]
        self.states += [self.state_after(given) for given in operation.prefixes]
        store = self.copy()
        self.points, answer = tracing.points(program, operation.words, store, operation.given)
        if answer.code != 0:
            raise RuntimeError(f"{operation.name} failed before any fault: {answer}")
        shutil.rmtree(store)

    def copy(self):
        """A fresh copy of the store; none where the operation begins with none."""
        store = os.path.join(tempfile.mkdtemp(dir=self.folder), "store")
        if os.path.exists(self.template):
            shutil.copytree(self.template, store, symlinks=True)
        return store

    def read_copy(self):
        store = self.copy()
        return reader.read(self.program, store)

    def state_after(self, given):
        store = self.copy()
        self.program.must(self.operation.words, store, given)
        return reader.read(self.program, store).shape(self.known)

    @property
    def writes(self):
        """The calls that change the store."""
        return [point for point in self.points if point.changes]

    @property
    def reads(self):
        return [point for point in self.points if not point.changes]

    def inject(self, point, fault):
        """Runs the operation with a fault at a point; the store it leaves, and the answer.

        Should threads share the work out otherwise than when it was traced, it is tried again.
        """
        operation = self.operation
        for _ in range(ATTEMPTS):
            store = self.copy()
            answer, fired = tracing.inject(
                self.program, operation.words, store, operation.given, point, fault
            )
            if fired:
                break
        else:
            self.tally.fail(f"{operation.name}, {fault} at {point}", "it did not take place")
        return store, answer

    def check(self, store, where, least, most, allowed=None):
        """Checks a store after a fault.

        `least` steps were acknowledged, and not more than `most` can have been done; none where
        the program said that it did not see all of the store. A problem that ends with `allowed` is
        none.
        """
        try:
            first = self.read(store)
            if least is not None:
                self.check_state(first, where, least, most)
            elif not self.before.ids <= first.ids:
                self.tally.fail(where, "lost: a record or a tag is gone")
            answer = self.program.run(PROBE, store)
            if answer.code != 0:
                return self.tally.fail(where, f"the next writer ended with {answer}")
            second = self.read(store)
            self.check_next(first, second, where)
        except reader.Unreadable as error:
            return self.tally.fail(where, str(error))
        for problem in disk.problems(store):
            if not (allowed and problem.endswith(allowed)):
                self.tally.fail(where, problem)

    def read(self, store):
        view = reader.read(self.program, store)
        self.tally.add("records", len(view.records))
        return view

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

    def check_next(self, first, second, where):
        rest = second.without("probe")
        if rest.shape(first.ids) != first.shape(first.ids):
            self.tally.fail(where, "torn: readers do not agree before and after the next writer")
        if len(second.records) != len(first.records) + 1:
            self.tally.fail(where, "lost: the next writer's record is not there once")
