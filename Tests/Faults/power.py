"""F1 without power: the program is killed, and what it had not flushed by then is lost as well.

A system that loses power may keep any part of what was not flushed. Three of the worst choices are
tried: new bytes are cut off, new bytes are NULs, and new names are gone or old ones are back.
"""

import os
import shutil

import tracing

LOSSES = ("cut", "NULs", "names")


def plan(stage):
    """Every loss at every change, and after the last one, when all was acknowledged.

    strace counts the calls of each thread for itself, so that of those with one number in several
    threads only the first can be met.
    """
    first = {}
    for point in stage.points:
        first.setdefault((point.call, point.ordinal), point)
    writes = [point for point in stage.writes if first[point.call, point.ordinal] == point]
    return [(point, loss) for point in [*writes, None] for loss in LOSSES]


def try_one(stage, fault):
    point, loss = fault
    operation = stage.operation
    if point is None:
        where = f"{operation.name}, power lost after it ({loss})"
        store = stage.copy()
        done, answer = tracing.points(stage.program, stage.words, store, operation.given)
    else:
        where = f"{operation.name}, power lost at {point} ({loss})"
        store, answer, done = stage.kill(point)
    stage.tally.add("losses")
    unflushed = Unflushed(stage.template)
    for call in done:
        unflushed.follow(call)
    if loss == "names":
        unflushed.forget_names(store)
    else:
        unflushed.forget_bytes(store, with_nuls=loss == "NULs")
    # The list of what was staged is not flushed; a temporary file may outlive it, and harms nobody.
    stage.check(store, where, answer.acknowledged, len(stage.states) - 1, allowed=".tmp is left over")
    shutil.rmtree(store, ignore_errors=True)


class Unflushed:
    """What a run has changed and not flushed, from the calls it made."""

    def __init__(self, template):
        self.template = template
        self.bytes = {}  # of each file, those at its end
        self.names = []  # the folder, and what was done to names in it, oldest first
        self.made = set()

    def follow(self, point):
        if (point.result or 0) < 0 or point.path == "." and point.call == "mkdir":
            return  # the folder that the store lies in was not watched
        call, path = point.call, point.path
        if call == "syncfs":
            self.bytes, self.names = {}, []
        elif call in tracing.FLUSHES:
            self.bytes.pop(path, None)
            self.names = [change for change in self.names if change[0] != path]
        elif call == "write":
            self.bytes[path] = self.bytes.get(path, 0) + point.result
        elif call == "openat" and "O_CREAT" in point.flags and not self.was_there(path):
            self.note(path, "make", path)
        elif call == "mkdir":
            self.note(path, "make", path)
        elif call == "unlink":
            self.bytes.pop(path, None)
            self.note(path, "unlink", path)
        elif call == "rename":
            if path in self.bytes:
                self.bytes[point.target] = self.bytes.pop(path)
            self.note(point.target, "rename", path, point.target)

    def was_there(self, path):
        return path in self.made or os.path.lexists(os.path.join(self.template, path))

    def note(self, path, *change):
        self.made.add(path)
        self.names.append((os.path.dirname(path) or ".", *change))

    def forget_bytes(self, store, with_nuls):
        for path, count in self.bytes.items():
            whole = os.path.join(store, path)
            # What was written over what there was may be lost with all of it.
            kept = max(0, os.path.getsize(whole) - count)
            os.truncate(whole, kept)
            if with_nuls:
                os.truncate(whole, kept + count)

    def forget_names(self, store):
        """Takes changes of names back; what they replaced comes from the store it began with."""
        for _, what, path, *target in reversed(self.names):
            whole = os.path.join(store, path)
            if what == "make" and os.path.isdir(whole):
                shutil.rmtree(whole)
            elif what == "make":
                # What was removed later on is not put back, for its content is not known.
                if os.path.lexists(whole):
                    os.unlink(whole)
            elif what == "rename":
                os.rename(os.path.join(store, *target), whole)
                self.put_back(store, *target)
            else:
                self.put_back(store, path)

    def put_back(self, store, path):
        if os.path.lexists(os.path.join(self.template, path)):
            shutil.copy2(os.path.join(self.template, path), os.path.join(store, path))
