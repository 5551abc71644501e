"""F2 on a full disk: a small file system with only a few free pages."""

import json
import os
import shutil
import subprocess
import sys
from multiprocessing.pool import ThreadPool

PAGE = 4096
PAGES = 96
ROOMS = range(10)  # numbers of free pages
QUICK_ROOMS = (1, 4)


def run(program, folder, is_quick, tally):
    """Runs this file in its own mount namespace, if mounting is allowed."""
    under = ["unshare", "--map-root-user", "--mount"]
    allowed = shutil.which("unshare") and not subprocess.run(
        [*under, "mount", "-t", "tmpfs", "-o", f"size={PAGE}", "none", folder], capture_output=True
    ).returncode
    if not allowed:
        return tally.note("SKIPPED: full disks, because mounting is not allowed here")
    rooms = QUICK_ROOMS if is_quick else ROOMS
    words = [sys.executable, "-B", __file__, program.path, folder, *map(str, rooms)]
    done = subprocess.run([*under, *words], stdout=subprocess.PIPE)
    if done.returncode != 0:
        return tally.fail("full disk", f"exited with {done.returncode}")
    result = json.loads(done.stdout)
    for what, count in result["counts"].items():
        tally.add(what, count)
    for where, text in result["failures"]:
        tally.fail(where, text)
    if not result["full"]:
        tally.fail("full disk", "no call failed")
    print(f"  {result['tries']} calls on a full disk, {result['full']} of them failed", flush=True)


def within(path, folder, *rooms):
    """Runs every operation with little free space and prints the result as JSON."""
    from operations import OPERATIONS
    from program import Program
    from stages import prepare
    from tally import Tally

    tally = Tally(show=False)
    program = Program(path, home=folder)

    def try_one(operation):
        try:
            stage = prepare(program, operation, folder, tally)
            return [fill(stage, int(room)) for room in rooms]
        except Exception as error:  # an error in this script, or a process that hangs
            tally.fail(f"{operation.name} on a full disk", repr(error))
            return []

    # Operations with a sample are too large for this disk.
    operations = [operation for operation in OPERATIONS if not operation.sample]
    with ThreadPool(max(2, os.cpu_count() or 2)) as pool:
        tries = sum(pool.map(try_one, operations[:: 3 if len(rooms) < 3 else 1], chunksize=1), [])
    tally.add("errors", sum(tries))
    print(json.dumps({
        "counts": tally.counts, "failures": tally.failures, "tries": len(tries), "full": sum(tries),
    }))


def fill(stage, room):
    """Runs the operation with `room` free pages; returns whether it failed."""
    from errors import sentence_problem

    where = f"{stage.operation.name}, {room} pages free"
    disk = os.path.join(stage.folder, "disk")
    os.makedirs(disk, exist_ok=True)
    options = f"size={PAGES * PAGE}"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", disk], check=True)
    try:
        root = stage.copy(disk)
        ballast = os.path.join(disk, "ballast")
        free = os.statvfs(disk).f_bavail
        with open(ballast, "wb") as file:
            file.write(bytes(max(0, free - room) * PAGE))
        answer = stage.run(root)
        os.unlink(ballast)
        if answer.code != 0:
            problem = sentence_problem(answer, os.path.dirname(root), "ENOSPC")
            if problem:
                stage.tally.fail(where, f"{problem}: {answer}")
        stage.check(root, where, *stage.bounds(answer))
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
    return answer.code != 0


if __name__ == "__main__":
    within(*sys.argv[1:])
