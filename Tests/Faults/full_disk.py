"""F2 on a real disk that is full: a small file system with room for a few pages only."""

import json
import os
import shutil
import subprocess
import sys
from multiprocessing.pool import ThreadPool

PAGE = 4096
PAGES = 96
ROOMS = range(10)  # free pages
QUICK_ROOMS = (1, 4)


def run(program, folder, is_quick, tally):
    """Runs this file in a mount namespace of its own, where it may mount."""
    under = ["unshare", "--map-root-user", "--mount"]
    allowed = shutil.which("unshare") and not subprocess.run(
        [*under, "mount", "-t", "tmpfs", "-o", f"size={PAGE}", "none", folder], capture_output=True
    ).returncode
    if not allowed:
        return tally.note("full disks left out, since nothing may be mounted here")
    rooms = QUICK_ROOMS if is_quick else ROOMS
    words = [sys.executable, "-B", __file__, program.path, folder, *map(str, rooms)]
    done = subprocess.run([*under, *words], stdout=subprocess.PIPE)
    if done.returncode != 0:
        return tally.fail("full disk", f"it ended with {done.returncode}")
    result = json.loads(done.stdout)
    for what, count in result["counts"].items():
        tally.add(what, count)
    for where, text in result["failures"]:
        tally.fail(where, text)
    if not result["full"]:
        tally.fail("full disk", "no call was refused")
    print(f"  {result['tries']} calls on a full disk, {result['full']} of them refused", flush=True)


def within(path, folder, *rooms):
    """Tries every operation with little room, and prints what came of it."""
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
        except Exception as error:  # of the harness, or a process that hangs
            tally.fail(f"{operation.name} on a full disk", repr(error))
            return []

    # What has a sample is too large for the disk.
    operations = [operation for operation in OPERATIONS if not operation.sample]
    with ThreadPool(max(2, os.cpu_count() or 2)) as pool:
        tries = sum(pool.map(try_one, operations[:: 3 if len(rooms) < 3 else 1], chunksize=1), [])
    tally.add("errors", sum(tries))
    print(json.dumps({
        "counts": tally.counts, "failures": tally.failures, "tries": len(tries), "full": sum(tries),
    }))


def fill(stage, room):
    """Runs the operation where `room` pages are free; whether it was refused."""
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
