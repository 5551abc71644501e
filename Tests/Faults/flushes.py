"""Counts the flushes of each operation."""

import calls


def run(stages, tally):
    for stage in stages:
        operation = stage.operation
        count = sum(point.call in calls.FLUSHES for point in stage.points)
        limit = operation.flushes
        if limit is not None and count > limit:
            tally.fail(operation.name, f"{count} flushes, {limit} allowed")
        print(f"  {operation.name}: {count} flushes" + (f" of {limit}" if limit else ""))
