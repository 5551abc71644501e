"""Checks a store after a fault."""

import disk
import reader
from stage import Stage

# Allowed findings: an old timer, a temporary file after a power loss, and history to drop.
HARMLESS = ("longRunningTimer", "abandonedTemporary", "expiredHistory")
PROBE = ("log", "Probe", "1m", "--start", "2020-01-01T00:00:00Z", "--comment", "probe", "--json")


class StoreStage(Stage):
    is_damaged = False  # whether the initial store is damaged

    def __init__(self, program, operation, folder, tally):
        self.before = None
        super().__init__(program, operation, folder, tally)

    def state(self, store):
        view = reader.read(self.program, store, self.is_damaged)
        if self.before is None:
            self.before = view
            self.known = view.ids
            last = view.history[0]["entry"] if view.history else 0
            self.back = [word.format(last=last, own=last + 1) for word in self.operation.back]
        return self.shape(store, view)

    def shape(self, store, view):
        return view.shape(self.known)

    def check(self, store, where, least, most, allowed=None):
        try:
            first = self.read(store)
            self.check_state(self.shape(store, first), where, self.state_of(least), most)
            if self.operation.repeats:
                first = self.check_repeated(store, where)
            self.check_next(store, first, where)
            self.check_disk(store, where, allowed)
            self.check_undo(store, first, where)
        except (reader.Unreadable, CallFailed) as error:
            self.tally.fail(where, str(error))
        self.check_disk(store, where, allowed)

    def read(self, store):
        view = reader.read(self.program, store)
        self.tally.add("records", len(view.records))
        return view

    def call(self, words, store, what, given=None):
        answer = self.program.run(words, store, given)
        if answer.code != 0:
            raise CallFailed(f"{what} failed: {answer}")

    def kind_of(self, state):
        there = {record[0] for record in state[0]}
        return "lost" if {r["id"] for r in self.before.records} - there else "torn"

    def check_repeated(self, store, where):
        """Repeats the call, like a client that got no answer."""
        self.call(self.words, store, "the repeated call", self.operation.given)
        view = self.read(store)
        if view.shape(self.known) != self.states[-1]:
            kind = "doubled" if len(view.records) > len(self.states[-1][0]) else "lost"
            self.tally.fail(where, f"{kind}: the repeated call gave {view.shape(self.known)}")
        return view

    def check_next(self, store, first, where):
        self.call(PROBE, store, "the next writer")
        second = self.read(store)
        rest = second.without("probe")
        if rest.shape(first.ids) != first.shape(first.ids):
            self.tally.fail(where, "torn: results differ before and after the next writer")
        if len(second.records) != len(first.records) + 1:
            self.tally.fail(where, "lost: the next writer's record is missing or duplicated")
        found = reader.value(self.program, ["doctor"], store)["problems"]
        for problem in found:
            if problem["code"] not in HARMLESS:
                self.tally.fail(where, f"needs a manual repair: {problem}")

    def check_disk(self, store, where, allowed):
        for problem in disk.problems(store):
            if not (allowed and problem.endswith(allowed)):
                self.tally.fail(where, problem)

    def check_undo(self, store, first, where):
        """Undoes the next writer's call, then the operation itself."""
        self.call(["undo"], store, "undoing the next writer's call")
        if self.read(store).shape(first.ids) != first.shape(first.ids):
            self.tally.fail(where, "torn: undo does not restore the previous state")
        if first.shape(self.known) != self.states[0]:
            self.call(self.back, store, "undoing the operation")
            if self.read(store).shape(self.known) != self.states[0]:
                self.tally.fail(where, "torn: undo does not restore the initial state")


class CallFailed(Exception):
    """A call after a fault failed."""


class RepairStage(StoreStage):
    """A repair of a damaged store is atomic, and a second repair completes it."""

    is_damaged = True

    def shape(self, store, view):
        """Returns the listed records and tags, and the problems that `doctor` finds."""
        problems = reader.value(self.program, ["doctor"], store)["problems"]
        # Readers treat an open transaction as completed; the next writer must complete it.
        passing = (*HARMLESS, "openTransaction")
        found = [(p["code"], p.get("file", "")) for p in problems if p["code"] not in passing]
        return *view.shape(self.known), sorted(found)

    def done(self, answer):
        """A repair that couldn't read a damaged file reports that and doesn't count as done."""
        return int(answer.acknowledged and not self.is_partial(answer))

    def bounds(self, answer):
        """A partial repair may have fixed the problems of the initial store."""
        least, most = super().bounds(answer)
        return least, max(most, int(answer.acknowledged))

    def is_partial(self, answer):
        value = answer.outcomes[0].get("value", {})
        left = [p for p in value.get("problems", []) if p["code"] not in HARMLESS]
        return value.get("repaired") != len(left)

    def check(self, store, where, least, most, allowed=None):
        try:
            state = self.state(store)
            self.check_state(state, where, self.state_of(least), most)
            self.call(self.words, store, "the second repair")
            again = self.state(store)
            if again != self.states[-1]:
                self.tally.fail(where, f"torn: the second repair resulted in {again}")
            first = reader.read(self.program, store, is_damaged=True)
            self.call(PROBE, store, "the next writer")
            self.check_disk(store, where, allowed)
            self.call(["undo"], store, "undoing the next writer's call")
            if reader.read(self.program, store, True).shape(first.ids) != first.shape(first.ids):
                self.tally.fail(where, "torn: undo does not restore the previous state")
            self.call(self.back, store, "undoing the repair")
            if self.state(store) != self.states[0]:
                self.tally.fail(where, "torn: undo does not restore the damaged store")
        except (reader.Unreadable, CallFailed) as error:
            self.tally.fail(where, str(error))
