"""F1: the program is killed at each call that changes the store."""

import shutil


def plan(stage):
    return stage.writes


def try_one(stage, point):
    operation, tally = stage.operation, stage.tally
    where = f"{operation.name}, killed at {point}"
    store, answer = stage.inject(point, "signal=SIGKILL")
    tally.add("kills")
    stage.check(store, where, answer.acknowledged, len(stage.states) - 1)
    shutil.rmtree(store, ignore_errors=True)
