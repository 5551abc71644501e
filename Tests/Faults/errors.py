"""F2: each system call on the store fails, alone or together with all later ones."""

import errno
import os
import re
from collections import Counter, defaultdict
from itertools import count

import errnos
from calls import FLUSHES, STATUSES

ALWAYS = ("ENOSPC", "EIO", "EACCES", "EROFS")  # injected into every call that changes the store
# The errors of a kernel without a call, or of a file system without one of its modes.
MISSING = {
    "openat2": ("ENOSYS",),
    "renameat2": ("ENOSYS", "EINVAL"),
}
# Our own descriptions of errors, where they differ from strerror(3).
CAUSES = {"ELOOP": "link", "ENXIO": "not a regular file"}
turns = defaultdict(count)  # next error to try, per kind of call, across all operations
untried = {}  # errors that haven't been injected yet, per kind of call


def plan(stage):
    """Returns the faults to try: the common errors for each change, and all others in rotation.

    With `scope` "from", all calls after the point fail as well; with "every", all calls of that
    name.
    """
    alone = [(point, error, "at") for point in stage.writes for error in ALWAYS]
    # If an operation makes a call only once, that call must return each error in turn.
    calls = Counter(point.call for point in stage.writes)
    others = [
        (point, next_error(point), "at")
        for point in stage.writes
        for _ in range(len(errnos.of(point)) if calls[point.call] == 1 else 1)
    ]
    reads = first_and_last(point for point in stage.reads if point.call not in STATUSES)
    looks = first_and_last(point for point in stage.reads if point.call in STATUSES)
    unread = [(point, "EIO", "at") for point in reads]
    unread += [
        (point, next_error(point, errnos.OF_THE_FILE), "at") for point in [*reads, *looks]
    ]
    # Without a path to watch, even the calls that print the error message would fail.
    gone = [(point, "EIO", "from") for point in stage.writes if stage.follows]
    missing = [
        (point, error, "every")
        for call, names in MISSING.items()
        for point in [point for point in stage.points if point.call == call][:1]
        for error in names
    ]
    return [*dict.fromkeys(alone + others + unread), *gone, *missing]


def first_and_last(points):
    """Returns the first and the last call of each name on each file."""
    alike = defaultdict(list)
    for point in points:
        alike[point.call, point.path].append(point)
    return [point for points in alike.values() for point in dict.fromkeys((points[0], points[-1]))]


def next_error(point, left_out=()):
    """Returns the next error for this kind of call, except the common errors."""
    kind = errnos.kind(point)
    usual = ALWAYS if point.changes else () if kind == "stat" else ("EIO",)
    names = [name for name in errnos.of(point) if name not in (*usual, *left_out)]
    number = next(turns[kind])
    untried[kind] = names[number + 1 :]
    return names[number % len(names)]


def try_one(stage, fault):
    point, error, scope = fault
    operation, tally = stage.operation, stage.tally
    if scope == "every":
        return try_without(stage, point.call, error)
    where = f"{operation.name}, {error} {scope} {point}"
    if scope == "from":
        root, answer = stage.inject_from(point, error)
        met = None
    else:
        root, answer, met = stage.inject(point, f"error={error}")
    tally.add("errors" if point.changes else "unread")
    check_answer(stage, root, where, answer, point, error, met)
    stage.check(root, where, *stage.bounds(answer))
    stage.remove(root)


def try_without(stage, call, error):
    """Tests a missing system call: the program must use a fallback."""
    where = f"{stage.operation.name}, {error} at every {call}"
    root, answer = stage.inject_always(call, error)
    stage.tally.add("errors")
    if answer.code != 0 or stage.done(answer) < stage.steps:
        stage.tally.fail(where, f"no fallback for {call}: {answer}")
    stage.check(root, where, *stage.bounds(answer))
    stage.remove(root)


def check_answer(stage, root, where, answer, point, error, met):
    """Checks the program's answer; `met` is the failed call, None if all later calls failed too."""
    if answer.code == 0:
        # Only cleanup may fail silently. A failed flush must be reported, except after a signal
        # (EINTR), because the program then repeats the flush.
        # A flush that fails after the answer, when old history is dropped, is repeated by a later call.
        if point.call in FLUSHES and met and error != "EINTR" and not follows_answer(stage, point):
            stage.tally.fail(where, "a failed flush was not reported")
        if stage.done(answer) < stage.steps and not stage.is_partial(answer):
            stage.tally.fail(where, f"incomplete, but reported as success: {answer}")
        return
    # For a temporary file outside the store, the message names the file to be replaced.
    problem = sentence_problem(answer, root, error, met if stage.follows else None)
    if problem:
        stage.tally.fail(where, f"{problem}: {answer}")


def follows_answer(stage, point):
    """Returns whether the call was answered before this point, where it drops old history."""
    if "doctor" in stage.words:
        return False  # The doctor drops old history before it answers.
    drops = [p.place for p in stage.points if "/dropped-" in p.target]
    return bool(drops) and point.place > drops[0]


def sentence_problem(answer, store, error, point=None):
    """Returns what is wrong with the error message of an answer; None if it is good."""
    if answer.code != 1:
        return "wrong exit code for a failed call"
    sentence = answer.failure.get("dialog") or answer.err.removeprefix("minuta: ").strip()
    causes = [os.strerror(getattr(errno, error)), CAUSES.get(error, "\0")]
    if not any(cause in sentence for cause in causes):
        return "the message does not name the cause"
    quoted = re.findall(r"(?<!\w)'([^']*)'|^([^:' ]+):", sentence)
    quoted = [path or place for path, place in quoted]
    if not any(is_of(store, path, point) for path in quoted):
        return "the message does not name the file"
    text, *commands = sentence.split("\n")
    if text.count(". ") > 1 or not text.endswith(".") or not all(c.startswith("  ") for c in commands):
        return "the message is not one or two sentences"
    return None


def is_of(store, path, point):
    """Returns whether a path is in the store and refers to the file of the failed call.

    If a directory can't be read, the message may name a file in that directory.
    """
    whole = os.path.normpath(os.path.join(store, path))
    if point is None:
        return (whole + "/").startswith(store + "/")
    named = os.path.relpath(whole, store)
    looked_into = None if point.changes else os.path.dirname(named) or "."
    return point.path in (named, looked_into) or point.target == named
