"""Runs the program under strace and injects faults into its system calls."""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from itertools import cycle

from calls import CHANGES, FLUSHES, OPENINGS, TRACED, Point, parse

WHOLE_DATA = 1 << 20  # bytes of each write to trace when the content is needed
PROCESSORS = cycle(sorted(os.sched_getaffinity(0)))


def strace(log, *words, data=0, follows=True):
    """Returns the command line that traces a program on one processor.

    On one processor the program uses one thread, so that all runs are alike.
    """
    pinned = ["taskset", "--cpu-list", str(next(PROCESSORS))]
    threads = ["-f"] if follows else []
    return [*pinned, "strace", *threads, "-qq", "-s", str(data), "-o", log, *words]


@dataclass(frozen=True)
class Run:
    """A function that runs the program under a wrapper, and the directory to trace."""

    start: callable
    root: str
    follows: bool = True  # whether threads and child processes are traced too

    def under(self, log, *words, data=0, quick=True):
        """Returns the tracing command line; signals need `quick=False` with strace 6.1."""
        filtered = ["--seccomp-bpf"] if quick and self.follows else []
        return strace(log.name, *filtered, *words, data=data, follows=self.follows)


def obstacle():
    """Returns the reason why tracing doesn't work here; None if it does."""
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
        return f"strace does not work here: {(done.stderr or done.stdout).strip()}"


def points(run, data=0):
    """Runs the program once; returns its calls on the directory in order, and its answer."""
    with tempfile.NamedTemporaryFile("r") as log:
        trace = "trace=" + ",".join(sorted(TRACED))
        answer = run.start(run.under(log, "-y", "-e", trace, data=data))
        return list(parse(read(log), run.root)), answer


def inject(run, point, fault):
    """Runs the program with a fault at a point; returns its answer and the failed call.

    Only calls on the point's path are counted, so a thread's calls on other files don't matter.
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
    """Returns the call that a fault hit; None if it hit none or the wrong one."""
    if answer.code == -9:
        met = re.findall(r".*(?:= \?|<unfinished \.\.\.>)$", log, re.MULTILINE)
    else:
        met = re.findall(r".*\(INJECTED\)", log)
    # The numbers differ if a thread read more or less than in the traced run.
    for call in parse("\n".join(met), root):
        if call.flags == point.flags:
            return call
    return None


def kill(run, points, point):
    """Kills the program at a point; returns its answer, and its earlier calls if the point was hit.

    All calls on the directory are traced, because their order among files may vary.
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
    """Runs the program with all calls from a point on failing; returns its answer, and whether any
    failed.
    """
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
    """Runs the program on a system where a call always fails."""
    with tempfile.NamedTemporaryFile("r") as log:
        words = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}"]
        return run.start(run.under(log, *words))


def watching(points, root):
    """Returns the strace options that select the files of the points.

    Returns none if a file's name differs in each run; strace then traces all calls.
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
