"""Runs the program under strace, and puts faults into its system calls."""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import cycle

from calls import CHANGES, FLUSHES, OPENINGS, TRACED, Point, parse

WHOLE_DATA = 1 << 20  # bytes of each write that are traced where its content matters
PROCESSORS = cycle(sorted(os.sched_getaffinity(0)))


def strace(log, *words, data=0, follows=True):
    """The words that run a program traced, on one processor.

    There the program does everything on one thread, so that each run is as the one before.
    """
    pinned = ["taskset", "--cpu-list", str(next(PROCESSORS))]
    threads = ["-f"] if follows else []
    return [*pinned, "strace", *threads, "-qq", "-s", str(data), "-o", log, *words]


@dataclass(frozen=True)
class Run:
    """A program that can be run under the words it is given, and the folder whose calls count."""

    start: callable
    root: str
    follows: bool = True  # whether threads and child processes count as well

    def under(self, log, *words, data=0, quick=True):
        """The words that trace it; `quick` is not for what injects signals, in strace 6.1."""
        filtered = ["--seccomp-bpf"] if quick and self.follows else []
        return strace(log.name, *filtered, *words, data=data, follows=self.follows)


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


def points(run, data=0):
    """Runs the program once; its calls on the folder, in order, and its answer."""
    with tempfile.NamedTemporaryFile("r") as log:
        trace = "trace=" + ",".join(sorted(TRACED))
        answer = run.start(run.under(log, "-y", "-e", trace, data=data))
        return list(parse(read(log), run.root)), answer


def inject(run, point, fault):
    """Runs the program with a fault at a point; its answer, and the call that it met.

    Only calls on the point's path are counted, so that what else a thread does moves nothing.
    """
    with tempfile.NamedTemporaryFile("r") as log:
        under = run.under(
            log,
            "-y",
            *([] if point.watch is None else ["-P", absolute(run.root, point.watch)]),
            *("-e", f"trace={point.call}"),
            *("-e", f"inject={point.call}:{fault}:when={point.number}"),
            quick=False,
        )
        answer = run.start(under)
        return answer, hit(read(log), run.root, point, answer)


def hit(log, root, point, answer):
    """The call that a fault met; None if it met none, or another than was meant."""
    if answer.code == -9:
        met = re.findall(r".*(?:= \?|<unfinished \.\.\.>)$", log, re.MULTILINE)
    else:
        met = re.findall(r".*\(INJECTED\)", log)
    # A thread that read more or less of a file before than when it was traced has other numbers.
    for call in parse("\n".join(met), root):
        if call.flags == point.flags:
            return call
    return None


def kill(run, points, point):
    """Kills the program at a point; its answer, and the calls it made until then, if it was hit.

    All calls on the folder are counted and seen, since their order among files may be another now.
    """
    watched = watching(points, run.root)
    with tempfile.NamedTemporaryFile("r") as log:
        calls = ",".join(sorted(CHANGES | OPENINGS))
        number = point.ordinal if watched else point.overall
        fault = f"inject={point.call}:signal=SIGKILL:when={number}"
        words = ["-y", "-e", "trace=" + calls, *watched, "-e", fault]
        answer = run.start(run.under(log, *words, data=WHOLE_DATA, quick=False))
        done = list(parse(read(log), run.root))
    last = done.pop() if done else None
    if answer.code != -9 or not last:
        return answer, None
    is_hit = last.call == point.call and last.changes and last.result is None
    return answer, done if is_hit and all(p.result is not None for p in done) else None


def inject_from(run, points, point, error):
    """Runs the program on a disk that is gone from a point on; its answer, and whether it was."""
    watched = watching(points, run.root)
    before = [p for p in points if p.place < point.place and p.thread == point.thread]
    calls = sorted(CHANGES | {p.call for p in points})
    with tempfile.NamedTemporaryFile("r") as log:
        under = run.under(log, "-e", "trace=" + ",".join(calls), *watched)
        for call in calls:
            done = [p for p in before if p.call == call]
            first = len(done) if watched else max((p.overall for p in done), default=0)
            under += ["-e", f"inject={call}:error={error}:when={first + 1}+"]
        answer = run.start(under)
        return answer, "(INJECTED)" in read(log)


def inject_always(run, call, error):
    """Runs the program on a system that refuses a call wherever it is made."""
    with tempfile.NamedTemporaryFile("r") as log:
        words = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}"]
        return run.start(run.under(log, *words))


def watching(points, root):
    """The words with which strace sees calls on all files of some points, and on no others.

    None where a file of them has another name in each run: then strace sees all calls.
    """
    if any(point.watch is None for point in points):
        return []
    paths = sorted({absolute(root, point.watch) for point in points})
    return [word for path in paths for word in ("-P", path)]


def absolute(root, path):
    return os.path.normpath(os.path.join(root, path))


def read(log):
    with open(log.name, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()
