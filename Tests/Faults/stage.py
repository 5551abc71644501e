"""An operation, its initial store and its system calls."""

import os
import shutil
import tempfile
from collections import Counter

import tracing

ATTEMPTS = 20


class Stage:
    """Runs an operation in copies of its initial store, with faults in its system calls.

    The store and other directories lie side by side. One of them is the root, whose calls are
    traced. Subclasses check the root after a fault.
    """

    follows = True  # whether calls of all threads are traced
    left_by_a_kill = None  # suffix of a problem that a killed process may leave

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
            raise RuntimeError(f"tracing failed: {answer}")
        done = self.done(answer)
        self.check(root, f"{operation.name}, without a fault", done, done)
        self.unwatch_varying_names()
        self.remove(root)

    def state(self, root):
        """Returns the content of a root, comparable between runs."""
        raise NotImplementedError

    def check(self, root, where, least, most, allowed=None):
        """Checks a root after a fault.

        At least `least` outcomes succeeded, and at most `most` steps took effect. A problem that
        ends with `allowed` is ignored.
        """
        raise NotImplementedError

    def store_of(self, root):
        return os.path.join(os.path.dirname(root), "store")

    def copy(self, folder=None):
        """Copies all directories; returns the root's path, where the root may not exist yet."""
        parent = os.path.join(tempfile.mkdtemp(dir=folder or self.folder), "copy")
        shutil.copytree(os.path.dirname(self.template), parent, symlinks=True)
        return os.path.join(parent, self.operation.root)

    def remove(self, root):
        shutil.rmtree(os.path.dirname(os.path.dirname(root)), ignore_errors=True)

    def run(self, root, under=(), given=None, start=None):
        """Runs the operation in a copy of the directories."""
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
        """Runs the operation; returns its calls on the root and its answer."""
        data = tracing.WHOLE_DATA if with_data else 0
        return tracing.points(self.traced(root), data)

    def unwatch_varying_names(self):
        """Finds the files whose names differ in each run, so that they aren't watched by name."""
        root = self.copy()
        again, _ = self.trace(root)
        same = {(point.call, point.watch) for point in again}
        self.points = [
            point if (point.call, point.watch) in same else point.unwatched()
            for point in self.points
        ]
        self.remove(root)

    def state_after(self, given):
        root = self.copy()
        answer = self.run(root, given=given)
        if answer.code != 0:
            raise RuntimeError(f"failed without a fault: {answer}")
        state = self.state(root)
        self.remove(root)
        return state

    @property
    def steps(self):
        """The number of outcomes of the operation."""
        return len(self.operation.batch or "1")

    def done(self, answer):
        """Returns the number of successful outcomes."""
        return answer.acknowledged

    def is_partial(self, answer):
        """Whether a successful answer reports that it did only a part."""
        return False

    def bounds(self, answer):
        """Returns the minimum of outcomes and the maximum of steps that are possible after an
        answer.
        """
        codes = [outcome.get("error", {}).get("code") for outcome in answer.outcomes]
        done = self.done(answer)
        return done, self.state_of(done) + codes.count("storeUncertain")

    def state_of(self, outcomes):
        """Returns the number of the state after some successful outcomes."""
        return outcomes // self.steps if self.operation.whole else outcomes

    @property
    def writes(self):
        """The calls that change the root."""
        return [point for point in self.points if point.changes]

    @property
    def reads(self):
        return [point for point in self.points if not point.changes]

    def sampled(self, faults, chance):
        """Returns a sample of the faults, which includes all calls that are made only once."""
        count = self.operation.sample
        if count is None:
            return faults
        calls = Counter(point.call for point in self.writes)
        points = [fault[0] if isinstance(fault, tuple) else fault for fault in faults]
        once = [fault for fault, point in zip(faults, points) if point and calls[point.call] == 1]
        return once + chance.sample(faults, min(count, len(faults)))

    def inject(self, point, fault):
        """Runs the operation with a fault at a point; returns the root, the answer and the failed
        call.
        """
        return self.inject_until_hit(point, lambda run, _, point: tracing.inject(run, point, fault))

    def kill(self, point):
        """Kills the operation at a point; returns the root, the answer and the calls before."""
        return self.inject_until_hit(point, tracing.kill)

    def inject_from(self, point, error):
        """Runs the operation while all calls from a point on fail."""

        def attempt(run, points, point):
            answer, fired = tracing.inject_from(run, points, point, error)
            return answer, fired or None

        root, answer, _ = self.inject_until_hit(point, attempt)
        return root, answer

    def inject_until_hit(self, wanted, attempt):
        """Injects a fault; returns the root, the answer and the result of the attempt.

        Threads may make the calls in another order than when traced; then it tries again.
        """
        points, point = self.points, wanted
        for _ in range(ATTEMPTS):
            root = self.copy()
            answer, result = attempt(self.traced(root), points, point)
            if result is not None:
                return root, answer, result
            self.remove(root)
            points, point = self.retraced(wanted)
        raise RuntimeError("the fault was not injected")

    def retraced(self, point):
        """Traces another run; returns its points and the equivalent of `point` among them.

        A point's numbers are counted per thread, and the thread that makes a call varies.
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
        """Runs the operation on a system where a call always fails."""
        root = self.copy()
        return root, tracing.inject_always(self.traced(root), call, error)

    def check_state(self, state, where, least, most):
        states = [number for number, known in enumerate(self.states) if known == state]
        if not states:
            self.tally.fail(where, f"{self.kind_of(state)}: not a state of the operation: {state}")
        elif states[-1] < least:
            self.tally.fail(where, f"lost: {least} steps acknowledged, {states[-1]} found")
        elif states[0] > most:
            self.tally.fail(where, f"{states[0]} steps found, only {most} acknowledged")

    def kind_of(self, state):
        """Returns the kind of damage if the state is none of the operation's."""
        return "torn"
