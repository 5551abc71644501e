"""F2: each call on the folder fails, alone or with all that come after it."""

import errno
import os
import re
from collections import Counter, defaultdict
from itertools import count

import errnos
from calls import FLUSHES, STATUSES

ALWAYS = ("ENOSPC", "EIO", "EACCES", "EROFS")  # wherever the folder is changed
# A system without a call, or a file system without a kind of it, by what it answers.
MISSING = {
    "openat2": ("ENOSYS",),
    "renameat2": ("ENOSYS", "EINVAL"),
}
# What the program says for an error, where it is not the system's own sentence.
CAUSES = {"ELOOP": "it is a link", "ENXIO": "it is not a regular file"}
turns = defaultdict(count)  # of the errors of each kind of call, over all operations
untried = {}  # errors that no call has returned yet, by kind of call


def plan(stage):
    """The faults to try: the usual errors where the folder is changed, all others by turns.

    With `scope` "from", all calls from the point on fail as well; with "every", each call of the
    name does, wherever it is made.
    """
    alone = [(point, error, "at") for point in stage.writes for error in ALWAYS]
    # A call that is made once has to return all its errors there.
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
    # Where no path can be watched, the program could not even say what failed.
    gone = [(point, "EIO", "from") for point in stage.writes if stage.follows]
    missing = [
        (point, error, "every")
        for call, names in MISSING.items()
        for point in [point for point in stage.points if point.call == call][:1]
        for error in names
    ]
    return [*dict.fromkeys(alone + others + unread), *gone, *missing]


def first_and_last(points):
    """Of the calls of one kind on one file, the first and the last."""
    alike = defaultdict(list)
    for point in points:
        alike[point.call, point.path].append(point)
    return [point for points in alike.values() for point in dict.fromkeys((points[0], points[-1]))]


def next_error(point, left_out=()):
    """An error of those that the call may return and are not tried on each, each in its turn."""
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
    """What needs a call that the system has not got is done in another way, or is refused."""
    where = f"{stage.operation.name}, {error} at every {call}"
    root, answer = stage.inject_always(call, error)
    stage.tally.add("errors")
    if answer.code != 0 or stage.done(answer) < stage.steps:
        stage.tally.fail(where, f"without {call} it ended with {answer}")
    stage.check(root, where, *stage.bounds(answer))
    stage.remove(root)


def check_answer(stage, root, where, answer, point, error, met):
    """`met` is the call that failed, None where all did from the point on."""
    if answer.code == 0:
        # What may fail unseen is what tidies up; nobody can promise anything over a flush. One that
        # a signal interrupted is made again.
        if point.call in FLUSHES and met and error != "EINTR":
            stage.tally.fail(where, "a flush failed and nobody was told")
        if stage.done(answer) < stage.steps and not stage.says_why(answer):
            stage.tally.fail(where, f"not all was done, and it ended with {answer}")
        return
    # Of a temporary file outside the store the one is named that it is to replace.
    problem = sentence_problem(answer, root, error, met if stage.follows else None)
    if problem:
        stage.tally.fail(where, f"{problem}: {answer}")


def sentence_problem(answer, store, error, point=None):
    """What is wrong with the words of a failure, at a point if one is known; none where nothing."""
    if answer.code != 1:
        return "it is no failure of a call"
    sentence = answer.failure.get("dialog") or answer.err.removeprefix("minuta: ").strip()
    causes = [os.strerror(getattr(errno, error)), CAUSES.get(error, "\0")]
    if not any(cause in sentence for cause in causes):
        return "the cause is not named"
    quoted = re.findall(r"'([^']*)'", sentence)
    if not any(is_of(store, path, point) for path in quoted):
        return "the file is not named"
    if sentence.count(". ") or not sentence.endswith("."):
        return "it is not one sentence"
    return None


def is_of(store, path, point):
    """Whether a path lies in the store, and is the one that a call failed on.

    Where a folder could not be read, a file may be named that was looked for in it.
    """
    whole = os.path.normpath(os.path.join(store, path))
    if point is None:
        return (whole + "/").startswith(store + "/")
    named = os.path.relpath(whole, store)
    looked_into = None if point.changes else os.path.dirname(named) or "."
    return point.path in (named, looked_into) or point.target == named
