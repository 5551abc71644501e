"""F2: each call on the store fails, alone or with all that come after it."""

import errno
import os
import re
import shutil

import tracing

ERRORS = ("ENOSPC", "EIO", "EACCES", "EROFS")


def plan(stage):
    """The faults to try: every error where the store is changed, a broken disk where it is read.

    With `gone`, all calls from the point on fail as well.
    """
    alone = [(point, error, False) for point in stage.writes for error in ERRORS]
    unread = [(point, "EIO", False) for point in stage.reads]
    gone = [(point, "EIO", True) for point in stage.writes]
    return alone + unread + gone


def try_one(stage, fault):
    point, error, gone = fault
    operation, tally = stage.operation, stage.tally
    where = f"{operation.name}, {error} {'from' if gone else 'at'} {point}"
    if gone:
        store, answer = stage.inject_from(point, error)
    else:
        store, answer = stage.inject(point, f"error={error}")
    tally.add("errors")
    check_answer(stage, store, where, answer, point, error, gone)
    stage.check(store, where, *bounds(stage, answer))
    shutil.rmtree(store, ignore_errors=True)


def bounds(stage, answer):
    """The fewest outcomes and the most steps to expect."""
    codes = [outcome.get("error", {}).get("code") for outcome in answer.outcomes]
    done = answer.acknowledged
    return done, stage.state_of(done) + codes.count("storeUncertain")


def check_answer(stage, store, where, answer, point, error, gone):
    if answer.code == 0:
        # What may fail unseen is what tidies up; nobody can promise anything over a flush.
        if point.changes and point.call in tracing.FLUSHES and not gone:
            stage.tally.fail(where, "a flush failed and nobody was told")
        if answer.acknowledged < stage.steps:
            stage.tally.fail(where, f"not all was done, and it ended with {answer}")
        return
    problem = sentence_problem(answer, store, error, None if gone else point)
    if problem:
        stage.tally.fail(where, f"{problem}: {answer}")


def sentence_problem(answer, store, error, point=None):
    """What is wrong with the words of a failure, at a point if one is known; none where nothing."""
    if answer.code != 1:
        return "it is no failure of a call"
    sentence = answer.failure.get("dialog") or answer.err.removeprefix("minuta: ").strip()
    if os.strerror(getattr(errno, error)) not in sentence:
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
