"""F1: the program is killed at each system call that changes the store."""


def plan(stage):
    return stage.writes


def try_one(stage, point):
    where = f"{stage.operation.name}, killed at {point}"
    root, answer, _ = stage.inject(point, "signal=SIGKILL")
    stage.tally.add("kills")
    most = len(stage.states) - 1
    stage.check(root, where, stage.done(answer), most, allowed=stage.left_by_a_kill)
    stage.remove(root)
