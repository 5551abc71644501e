"""F1 with power loss: the program is killed, and its unflushed changes are lost as well.

After a power loss, any part of the unflushed changes may survive. Three bad cases are tested: new
bytes are cut off, new bytes are NULs, or changes of names are reverted.
"""

import os
import shutil

from calls import FLUSHES, OPENINGS, RENAMES

LOSSES = ("cut", "NULs", "names")


def plan(stage):
    """Returns each kind of loss for each change, and after the last change.

    strace counts calls per thread. If several threads have a call with the same number, only the
    first can be hit.
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
        done, answer = stage.trace(store, with_data=True)
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
    # The list of staged files isn't flushed, so a temporary file may remain; it does no harm.
    stage.check(store, where, stage.done(answer), len(stage.states) - 1, allowed=".tmp is left over")
    stage.remove(store)


class Unflushed:
    """The unflushed changes of a run, derived from its system calls."""

    def __init__(self, template):
        self.template = template
        self.bytes = {}  # number of unflushed bytes at the end of each file
        self.names = []  # directory and undo function of each name change, oldest first
        self.contents = {}  # current content of each changed file
        self.made = set()

    def follow(self, point):
        if not point.changes or (point.result or 0) < 0 or point.path == "." and point.call == "mkdir":
            return  # the store's parent directory isn't watched
        call, path, target = point.call, point.path, point.target
        if call == "syncfs":
            self.bytes, self.names = {}, []
        elif call in FLUSHES:
            self.bytes.pop(path, None)
            # A journaling file system flushes a new file's name with the file: ext4, XFS, Btrfs.
            made = (os.path.dirname(path) or ".", make_undone, path)
            # A directory whose removal is flushed takes along what was removed from it before.
            gone = {c[2] for c in self.names if c[0] == path and c[1] is make_folder}
            self.names = [
                c for c in self.names if c[0] != path and c != made and c[0] not in gone
            ]
        elif call in ("write", "pwrite64"):
            self.bytes[path] = self.bytes.get(path, 0) + point.result
            self.contents[path] = (self.content(path) or b"") + point.data[: point.result]
        elif call == "ftruncate":
            self.contents.pop(path, None)
        elif call in OPENINGS:
            self.open(path, point.flags)
        elif call in ("mkdir", "mkdirat"):
            self.note(path, make_undone, path)
        elif call in ("unlink", "unlinkat"):
            self.note(path, put_back, path, self.content(path))
            self.forget(path)
        elif call == "rmdir":
            self.note(path, make_folder, path)
        elif call in RENAMES and point.exchanges:
            self.exchange(path, target)
        elif call in RENAMES:
            self.note(target, rename_undone, path, target, self.content(target))
            self.move(path, target)
        elif call in ("link", "linkat"):
            self.note(target, make_undone, target)
            self.contents[target] = self.content(path)
        elif call not in ("fchmod", "fchmodat", "chmod", "utimensat"):
            raise ValueError(f"the power loss model does not support {call}")

    def open(self, path, flags):
        if "O_CREAT" in flags and not self.was_there(path):
            self.note(path, make_undone, path)
            self.contents[path] = b""
        elif "O_TRUNC" in flags:
            self.contents[path] = b""

    def exchange(self, path, target):
        """Swaps two names, together with the unflushed bytes of both files."""
        self.note(target, exchange_undone, path, target)
        one, other = self.content(path), self.content(target)
        self.contents |= {target: one, path: other}
        counts = {target: self.bytes.pop(path, 0), path: self.bytes.pop(target, 0)}
        self.bytes |= {path: count for path, count in counts.items() if count}

    def move(self, path, target):
        content = self.content(path)
        self.bytes.pop(target, None)
        if path in self.bytes:
            self.bytes[target] = self.bytes.pop(path)
        self.forget(path)
        self.contents[target] = content

    def forget(self, path):
        self.bytes.pop(path, None)
        self.contents[path] = None

    def content(self, path):
        """Returns a file's current content; None if it doesn't exist."""
        if path in self.contents:
            return self.contents[path]
        whole = os.path.join(self.template, path)
        if not os.path.isfile(whole):
            return None
        with open(whole, "rb") as file:
            return file.read()

    def was_there(self, path):
        return path in self.made or os.path.lexists(os.path.join(self.template, path))

    def note(self, path, undo, *values):
        self.made.add(path)
        self.names.append((os.path.dirname(path) or ".", undo, *values))

    def forget_bytes(self, store, with_nuls):
        for path, count in self.bytes.items():
            whole = os.path.join(store, path)
            # The unflushed bytes may have replaced old ones, which are lost too.
            kept = max(0, os.path.getsize(whole) - count)
            os.truncate(whole, kept)
            if with_nuls:
                os.truncate(whole, kept + count)

    def forget_names(self, store):
        """Reverts the unflushed name changes, newest first."""
        for _, undo, *values in reversed(self.names):
            undo(store, *values)


def make_undone(store, path):
    whole = os.path.join(store, path)
    if os.path.isdir(whole) and not os.path.islink(whole):
        shutil.rmtree(whole)
    elif os.path.lexists(whole):
        os.unlink(whole)


def make_folder(store, path):
    os.makedirs(os.path.join(store, path), exist_ok=True)


def put_back(store, path, content):
    if content is not None:
        with open(os.path.join(store, path), "wb") as file:
            file.write(content)


def rename_undone(store, path, target, replaced):
    whole = os.path.join(store, target)
    if os.path.lexists(whole):
        os.rename(whole, os.path.join(store, path))
    put_back(store, target, replaced)


def exchange_undone(store, path, target):
    one, other = os.path.join(store, path), os.path.join(store, target)
    between = f"{other}.exchanged"
    for old, new in ((one, between), (other, one), (between, other)):
        if os.path.lexists(old):
            os.rename(old, new)
