"""System calls of the program as strace shows them, and faults put into them."""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import cycle

FLUSHES = {"fsync", "fdatasync", "syncfs"}
CHANGES = FLUSHES | set(
    "write pwrite64 writev rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat"
    " unlink unlinkat rmdir ftruncate truncate fallocate copy_file_range sendfile"
    " fchmod chmod utimensat".split()
)
READS = set("read pread64 getdents64".split())
OPENINGS = {"openat", "open"}
TRACED = CHANGES | READS | OPENINGS

CALL = re.compile(r"^(\d+) +(\w+)\((.*)", re.MULTILINE)
# A path behind the number of an open file, or by itself, perhaps behind that of a folder.
NAMED = re.compile(r'\d+<(/[^>]*)>|(?:AT_FDCWD[^,]*, )?"(/[^"]*)"')
TARGET = re.compile(r'"([^"]*)"[^"]*$')
RESULT = re.compile(r"= (-?\d+)[^=]*$")
FLAGS = re.compile(r"O_[A-Z_|]+")
OPENED_TO_WRITE = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")


@dataclass(frozen=True)
class Point:
    """A system call on a path of the store, the `number`th such of its thread."""

    call: str
    path: str  # within the store; "." is the store itself, None is any file
    number: int
    changes: bool
    ordinal: int = 0  # among all such calls of its thread on the store
    place: int = 0  # among all calls of the run that touch the store
    flags: str = ""  # of an opening
    thread: str = ""
    target: str = ""  # the new name of what is renamed, within the store
    result: int = None  # negative where it failed, none where it did not return

    def __str__(self):
        return f"{self.call} {self.number} on {self.path}"


PROCESSORS = cycle(sorted(os.sched_getaffinity(0)))


def strace(log, *words):
    """The words that run a program traced, on one processor.

    There the program does everything on one thread, so that each run is as the one before.
    """
    pinned = ["taskset", "--cpu-list", str(next(PROCESSORS))]
    return [*pinned, "strace", "-f", "-qq", "-s", "0", "-o", log, *words]


def obstacle():
    """Why nothing can be traced here; none where it can."""
    for name in ("strace", "taskset"):
        if not shutil.which(name):
            return f"{name} is not installed"
    with tempfile.NamedTemporaryFile("r") as log:
        words = strace(
            log.name, "--seccomp-bpf", "-e", "trace=chdir", "-e", "inject=chdir:error=EIO:when=1"
        )
        shell = [*words, "sh", "-c", "cd / 2>&- && echo there || echo refused"]
        done = subprocess.run(shell, capture_output=True, text=True)
        if done.stdout == "refused\n":
            return None
        return f"strace may not trace here: {(done.stderr or done.stdout).strip()}"


def points(program, words, store, given=None):
    """Runs the program once; its calls on paths of the store, in their order, and its answer."""
    with tempfile.NamedTemporaryFile("r") as log:
        under = strace(log.name, "-y", "--seccomp-bpf", "-e", "trace=" + ",".join(sorted(TRACED)))
        answer = program.run(words, store, given, under)
        return list(parse(log.read(), store)), answer


def parse(log, store):
    numbers, ordinals = {}, {}
    place = 0
    for thread, call, rest in CALL.findall(log):
        # Of a rename only the old name counts, since strace's own `-P` looks at no other.
        path = NAMED.match(rest)
        path = path and (path[1] or path[2])
        if not path or not (path + "/").startswith(store + "/"):
            continue
        path = os.path.relpath(path, store)
        key = thread, call, path
        numbers[key] = numbers.get(key, 0) + 1
        ordinals[thread, call] = ordinals.get((thread, call), 0) + 1
        flags = FLAGS.search(rest) if call in OPENINGS else None
        changes = call in CHANGES or bool(flags and OPENED_TO_WRITE.search(flags[0]))
        target = TARGET.search(rest) if call.startswith("rename") else None
        result = RESULT.search(rest)
        yield Point(
            call,
            path,
            numbers[key],
            changes,
            ordinals[thread, call],
            place,
            flags[0] if flags else "",
            thread,
            os.path.relpath(target[1], store) if target else "",
            int(result[1]) if result else None,
        )
        place += 1


def inject(program, words, store, given, point, fault):
    """Runs the program with a fault at a point; its answer, and whether the fault took place.

    Only calls on the point's path are counted, so that what else a thread does moves nothing.
    (With `--seccomp-bpf` strace 6.1 injects no signals.)
    """
    with tempfile.NamedTemporaryFile("r") as log:
        under = strace(
            log.name,
            *([] if point.path is None else ["-P", absolute(store, point.path)]),
            *("-e", f"trace={point.call}"),
            *("-e", f"inject={point.call}:{fault}:when={point.number}"),
        )
        answer = program.run(words, store, given, under)
        return answer, fired(log.read(), point, answer)


def fired(log, point, answer):
    """Whether the fault took place, and at the point that was meant."""
    if answer.code == -9:
        hit = re.findall(r".*(?:= \?|<unfinished \.\.\.>)$", log, re.MULTILINE)
    else:
        hit = re.findall(r".*\(INJECTED\)", log)
    # A thread that read more or less of a file before than when it was traced has other numbers.
    return any(point.flags in line for line in hit)


def kill(program, words, store, given, points, point):
    """Kills the program at a point; its answer, and the calls it made until then, if it was hit.

    All calls on the store are counted and seen, since their order among files may be another now.
    """
    with tempfile.NamedTemporaryFile("r") as log:
        calls = sorted(CHANGES | OPENINGS)
        under = strace(log.name, "-y", "-e", "trace=" + ",".join(calls), *watching(points, store))
        under += ["-e", f"inject={point.call}:signal=SIGKILL:when={point.ordinal}"]
        answer = program.run(words, store, given, under)
        done = list(parse(log.read(), store))
    last = done.pop() if done else None
    if answer.code != -9 or not last:
        return answer, None
    is_hit = last.call == point.call and last.changes and last.result is None
    return answer, done if is_hit and all(p.result is not None for p in done) else None


def inject_from(program, words, store, given, points, point, error):
    """Runs the program on a disk that is gone from a point on; its answer, and whether it was."""
    before = [p for p in points if p.place < point.place and p.thread == point.thread]
    calls = sorted(CHANGES | {p.call for p in points})
    with tempfile.NamedTemporaryFile("r") as log:
        under = strace(log.name, "--seccomp-bpf", "-e", "trace=" + ",".join(calls))
        under += watching(points, store)
        for call in calls:
            first = sum(p.call == call for p in before) + 1
            under += ["-e", f"inject={call}:error={error}:when={first}+"]
        answer = program.run(words, store, given, under)
        return answer, "(INJECTED)" in log.read()


def watching(points, store):
    """The words with which strace sees calls on all files of some points, and on no others."""
    paths = sorted({absolute(store, point.path) for point in points})
    return [word for path in paths for word in ("-P", path)]


def absolute(store, path):
    return os.path.normpath(os.path.join(store, path))
