"""An operation with the folder it begins with, and the calls it makes."""

import os
import shutil
import tempfile
from collections import Counter

import tracing

ATTEMPTS = 20


class Stage:
    """Runs an operation in fresh copies of a folder, with faults at its system calls.

    Beside the store lie folders for other files and for the configuration; one of all these is the
    root whose calls count. What has to hold after a fault is a matter of subclasses.
    """

    follows = True  # whether calls of all its threads count
    left_by_a_kill = None  # the end of a problem that a killed process may leave

    def __init__(self, program, operation, folder, tally):
        self.program = program
        self.operation = operation
        self.tally = tally
        self.folder = tempfile.mkdtemp(dir=folder)
        self.template = os.path.join(self.folder, "template", operation.root)
        store = self.store_of(self.template)
        os.mkdir(os.path.dirname(store))
        operation.prepare(program, store)
        self.words = []
        for word in operation.words:
            found = word(program, store) if callable(word) else word
            self.words += [found] if isinstance(found, str) else found
        self.states = [self.state(self.copy())]
        self.states += [self.state_after(given) for given in operation.prefixes]
        root = self.copy()
        self.points, answer = self.trace(root)
        if answer.code != 0 or not self.writes:
            raise RuntimeError(f"it was not traced: {answer}")
        done = self.done(answer)
        self.check(root, f"{operation.name}, without a fault", done, done)
        self.forget_names_that_change()
        self.remove(root)

    def state(self, root):
        """What a root holds, so that two runs compare."""
        raise NotImplementedError

    def check(self, root, where, least, most, allowed=None):
        """Checks a root after a fault.

        `least` outcomes were good, and not more than `most` steps can have been done. A problem
        that ends with `allowed` is none.
        """
        raise NotImplementedError

    def store_of(self, root):
        return os.path.join(os.path.dirname(root), "store")

    def copy(self, folder=None):
        """A fresh copy of all folders; the root in it, which the operation may yet have to make."""
        parent = os.path.join(tempfile.mkdtemp(dir=folder or self.folder), "copy")
        shutil.copytree(os.path.dirname(self.template), parent, symlinks=True)
        return os.path.join(parent, self.operation.root)

    def remove(self, root):
        shutil.rmtree(os.path.dirname(os.path.dirname(root)), ignore_errors=True)

    def run(self, root, under=(), given=None, start=None):
        """Runs the operation in a copy of the folders."""
        if self.operation.root != "store":
            parent = os.path.dirname(root)
            into = ["-C", root] if self.operation.root == "files" else []
            homes = [f"HOME={parent}/home", f"XDG_CONFIG_HOME={parent}/config"]
            under = [*under, "env", *into, *homes]
        given = self.operation.given if given is None else given
        return self.program.run(self.words, self.store_of(root), given, under, start)

    def traced(self, root):
        return tracing.Run(lambda under: self.run(root, under), root, self.follows)

    def trace(self, root, with_data=False):
        """Runs the operation; its calls on the root, and its answer."""
        data = tracing.WHOLE_DATA if with_data else 0
        return tracing.points(self.traced(root), data)

    def forget_names_that_change(self):
        """What has another name in each run cannot be watched by its name."""
        root = self.copy()
        again, _ = self.trace(root)
        steady = {(point.call, point.watch) for point in again}
        self.points = [
            point if (point.call, point.watch) in steady else point.unwatched()
            for point in self.points
        ]
        self.remove(root)

    def state_after(self, given):
        root = self.copy()
        answer = self.run(root, given=given)
        if answer.code != 0:
            raise RuntimeError(f"it failed before any fault: {answer}")
        state = self.state(root)
        self.remove(root)
        return state

    @property
    def steps(self):
        """How many outcomes the operation has."""
        return len(self.operation.batch or "1")

    def done(self, answer):
        """How many outcomes of an answer say that something was done."""
        return answer.acknowledged

    def says_why(self, answer):
        """Whether an answer without a failure says that not all could be done."""
        return False

    def bounds(self, answer):
        """The fewest outcomes and the most steps to expect after an answer."""
        codes = [outcome.get("error", {}).get("code") for outcome in answer.outcomes]
        done = self.done(answer)
        return done, self.state_of(done) + codes.count("storeUncertain")

    def state_of(self, outcomes):
        """The state that so many good outcomes stand for."""
        return outcomes // self.steps if self.operation.whole else outcomes

    @property
    def writes(self):
        """The calls that change the root."""
        return [point for point in self.points if point.changes]

    @property
    def reads(self):
        return [point for point in self.points if not point.changes]

    def sampled(self, faults, chance):
        """The faults to try of all those there are: those at a call that is made once, and some."""
        count = self.operation.sample
        if count is None:
            return faults
        calls = Counter(point.call for point in self.writes)
        points = [fault[0] if isinstance(fault, tuple) else fault for fault in faults]
        once = [fault for fault, point in zip(faults, points) if point and calls[point.call] == 1]
        return once + chance.sample(faults, min(count, len(faults)))

    def inject(self, point, fault):
        """Runs the operation with a fault at a point; the root it leaves, the answer, the call it met."""
        return self.tried(point, lambda run, _, point: tracing.inject(run, point, fault))

    def kill(self, point):
        """Kills the operation at a point; the root, the answer, and the calls made until then."""
        return self.tried(point, tracing.kill)

    def inject_from(self, point, error):
        """Runs the operation on a disk that is gone from a point on."""

        def attempt(run, points, point):
            answer, fired = tracing.inject_from(run, points, point, error)
            return answer, fired or None

        root, answer, _ = self.tried(point, attempt)
        return root, answer

    def tried(self, asked, attempt):
        """Makes a fault take place; the root it leaves, and the results of the attempt.

        Should threads share the work out otherwise than when it was traced, it is tried again.
        """
        points, point = self.points, asked
        for _ in range(ATTEMPTS):
            root = self.copy()
            answer, result = attempt(self.traced(root), points, point)
            if result is not None:
                return root, answer, result
            self.remove(root)
            points, point = self.counted_again(asked)
        raise RuntimeError("it did not take place")

    def counted_again(self, point):
        """The points of another run, and the one among them that a point is.

        The numbers of a point are those of its thread, and which thread makes a call is chance.
        """
        root = self.copy()
        points, _ = self.trace(root)
        self.remove(root)
        if point.watch is None:
            # Calls on other files count as well, such as those to a plugin.
            points = [p.unwatched() for p in points]
            same = [p for p in points if (p.call, p.ordinal) == (point.call, point.ordinal)]
            return points, same[0] if same else point
        def alike(points):
            kind = (point.call, point.watch, point.changes)
            return [p for p in points if (p.call, p.watch, p.changes) == kind]

        index = next((i for i, p in enumerate(alike(self.points)) if p.place == point.place), None)
        if index is None or index >= len(alike(points)):
            return self.points, point
        same = alike(points)[index]
        if any(p.watch is None for p in self.points):
            points = [p.unwatched() for p in points]
        return points, same

    def inject_always(self, call, error):
        """Runs the operation on a system that has not got a call."""
        root = self.copy()
        return root, tracing.inject_always(self.traced(root), call, error)

    def check_state(self, state, where, least, most):
        states = [number for number, known in enumerate(self.states) if known == state]
        if not states:
            self.tally.fail(where, f"{self.kind_of(state)}: no state of the operation, but {state}")
        elif states[-1] < least:
            self.tally.fail(where, f"lost: {least} acknowledged, {states[-1]} there")
        elif states[0] > most:
            self.tally.fail(where, f"{states[0]} done, though it said only {most} were")

    def kind_of(self, state):
        """What has become of data, where a state is none of the operation's."""
        return "torn"
