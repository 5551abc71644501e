"""A sync is killed at its system calls, alone or with git's processes; the next sync goes on.

A quick run draws the calls. A whole run kills a sync at each call by which it, or one of the git
processes that it starts, changes a file.

In the end, both folders are equal, have every acknowledged record, and their repository is sound.
"""

import filecmp
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time

from calls import OPENED_TO_WRITE, OPENINGS, lines

CALLS = ("openat", "write", "renameat2", "renameat", "rename", "unlink", "unlinkat", "link", "linkat",
         "mkdir", "mkdirat", "rmdir", "fchmod", "fsync", "ftruncate", "pwrite64")
# The locks that git makes in a sync, below the folder `.git`.
LOCKS = ("HEAD.lock", "refs/heads/main.lock", "refs/remotes/origin/main.lock",
         "refs/minuta/sync.lock", "index.lock")
RECORDS = 6  # made on both sides
SAMPLED = (16, 400)  # points of a quick and of a whole run
NO_FILE = re.compile(r"\d+<(pipe|socket|anon_inode|/dev/|/proc/)|[^,]*, \"/dev/")

# Stands for git: it traces the process with a number, or kills it and the sync at a system call.
GIT = """#!/bin/sh
count=$(($(cat "$SYNC_FOLDER/count" 2>/dev/null) + 1))
echo $count > "$SYNC_FOLDER/count"
[ -z "$SYNC_TRACED" ] || exec strace -f -qq -y -s 0 -o "$SYNC_FOLDER/log-$count" \\
  -e "trace=$SYNC_TRACED" -- "$SYNC_GIT" "$@"
[ "$count" = "$SYNC_PROCESS" ] || exec "$SYNC_GIT" "$@"
strace -f -qq -o "$SYNC_FOLDER/log" -e "trace=$SYNC_CALL" \\
  -e "inject=$SYNC_CALL:signal=SIGKILL:when=$SYNC_NUMBER" -- "$SYNC_GIT" "$@"
code=$?
[ $code -lt 128 ] || kill -9 $PPID
exit $code
"""


def run(program, folder, chance, quick, tally):
    if not shutil.which("git"):
        print("  skipped: git is not installed", flush=True)
        return
    template = prepare(program, os.path.join(folder, "sync-template"))
    run_sampled(program, folder, template, chance, SAMPLED[0 if quick else 1], tally)
    if not quick:
        run_whole(program, folder, template, tally)


def run_whole(program, folder, template, tally):
    """Kills a sync at each writing system call of each of its processes; 0 is the sync itself."""
    place = copy(template, os.path.join(folder, "sync-trace"))
    points = traced_points(program, place)
    kills = 0
    for process, call, number in points:
        place = copy(template, os.path.join(folder, "sync-point"))
        is_killed = kill_process(program, place, process, call, number)
        kills += is_killed
        # A server isn't killed with its client.
        for lock in glob.glob(f"{place}/hub.git/**/*.lock", recursive=True):
            os.remove(lock)
        check(program, place, f"a sync whose process {process} was killed at {call} {number}", tally)
        shutil.rmtree(place, ignore_errors=True)
    tally.add("kills", kills)
    print(f"  {len(points)} writing system calls, {kills} syncs killed at them", flush=True)


def traced_points(program, place):
    """Traces a sync; returns the number of each process with its writing calls and their counts."""
    under = ["strace", "-f", "-b", "execve", "-qq", "-y", "-s", "0", "-o", f"{place}/log-0",
             "-e", "trace=" + ",".join(CALLS)]
    run_with_git(program, place, under, {"SYNC_TRACED": ",".join(CALLS)})
    points = set()
    for path in glob.glob(f"{place}/log-*"):
        with open(path, encoding="utf-8", errors="replace") as log:
            counts = {}
            for thread, call, rest in lines(log.read()):
                count = counts[thread, call] = counts.get((thread, call), 0) + 1
                is_read = call in OPENINGS and not OPENED_TO_WRITE.search(rest)
                if call in CALLS and not is_read and not NO_FILE.match(rest):
                    points.add((int(path.rsplit("-", 1)[1]), call, count))
    return sorted(points)


def kill_process(program, place, process, call, number):
    """Kills a sync at a call of one of its processes; returns whether anything was killed."""
    under = []
    if process == 0:
        under = ["strace", "-f", "-b", "execve", "-qq", "-o", f"{place}/log", "-e", f"trace={call}",
                 "-e", f"inject={call}:signal=SIGKILL:when={number}"]
    variables = {"SYNC_PROCESS": str(process), "SYNC_CALL": call, "SYNC_NUMBER": str(number)}
    run_with_git(program, place, under, variables)
    return was_killed(f"{place}/log")


def run_with_git(program, place, under, variables):
    """Syncs with the script `GIT` instead of git."""
    folder = f"{place}/bin"
    os.makedirs(folder)
    with open(f"{folder}/git", "w", encoding="ascii") as script:
        script.write(GIT)
    os.chmod(f"{folder}/git", 0o755)
    environment = {**program.environment, "SYNC_FOLDER": place, "SYNC_GIT": shutil.which("git"),
                   "SYNC_TRACED": "", "SYNC_PROCESS": "", **variables}
    environment["PATH"] = f"{folder}:{environment.get('PATH', os.environ['PATH'])}"
    words = [*under, *(["--"] if under else []), program.path, "sync", "--store", f"{place}/b"]
    subprocess.run(words, env=environment, capture_output=True, timeout=120)


def copy(template, place):
    shutil.copytree(template, place)
    for name in ("a", "b"):
        git(place, name, "config", "remote.origin.url", os.path.join(place, "hub.git"))
    return place


def run_sampled(program, folder, template, chance, points, tally):
    kills = 0
    for point in range(points):
        place = copy(template, os.path.join(folder, f"sync-{point}"))
        if point < len(LOCKS):
            lock = LOCKS[point]
            where = f"a sync whose git was killed while it held {lock}"
            was_left = kill_with_lock(program, place, lock)
            kills += was_left
            if not was_left:
                tally.fail(where, "the lock isn't left")
        elif point % 2:
            where = f"a sync killed at call {{}} of {chance.choice(CALLS)}"
            call, number = where.rsplit(" ", 1)[1], chance.randrange(1, 60)
            where = where.format(number)
            kills += kill_at(program, place, call, number)
        else:
            seconds = chance.uniform(0, 0.35)
            where = f"a sync killed after {seconds:.3f} s with its processes"
            kills += kill_after(program, place, seconds)
        check(program, place, where, tally)
        shutil.rmtree(place, ignore_errors=True)
    tally.add("kills", kills)
    print(f"  {points} syncs, {kills} of them killed", flush=True)


def prepare(program, place):
    """Makes two folders with changes that aren't synced, one of the same field."""
    os.mkdir(place)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", f"{place}/hub.git"], check=True)
    program.must(["log", "Work", "10m"], f"{place}/a")
    program.must(["sync", "init", f"{place}/hub.git"], f"{place}/a")
    program.must(["sync", "init", f"{place}/hub.git"], f"{place}/b")
    for name in ("a", "b"):
        program.must(["edit", "last", "--comment", f"Text of {name}"], f"{place}/{name}")
        for number in range(RECORDS // 2):
            program.must(["log", f"Tag {name}", f"{number + 20}m"], f"{place}/{name}")
        program.must(["tag-create", "Both"], f"{place}/{name}")
    program.must(["sync"], f"{place}/a")
    return place


def kill_at(program, place, call, number):
    under = ["strace", "-f", "-qq", "-o", f"{place}/log", "-e", f"trace={call}", "-e",
             f"inject={call}:signal=SIGKILL:when={number}", "--"]
    words = [*under, program.path, "sync", "--store", f"{place}/b"]
    subprocess.run(words, env=program.environment, capture_output=True, timeout=60)
    return was_killed(f"{place}/log")


def was_killed(path):
    if not os.path.exists(path):
        return False
    with open(path, encoding="utf-8", errors="replace") as log:
        return "killed by SIGKILL" in log.read()


def kill_with_lock(program, place, lock):
    """Kills git before it renames or removes its lock; returns whether the lock is left."""
    path = f"{place}/b/.git/{lock}"
    under = ["strace", "-f", "-qq", "-o", f"{place}/log", "-P", path, "-e", "trace=rename,unlink",
             "-e", "inject=rename,unlink:signal=SIGKILL", "--"]
    words = [*under, program.path, "sync", "--store", f"{place}/b"]
    subprocess.run(words, env=program.environment, capture_output=True, timeout=60)
    return os.path.exists(path)


def age_index_lock(place):
    """Makes a lock of the index older than the hour after which a sync removes it."""
    path = f"{place}/b/.git/index.lock"
    if os.path.exists(path):
        os.utime(path, (time.time() - 7200,) * 2)


def kill_after(program, place, seconds):
    child = subprocess.Popen(
        [program.path, "sync", "--store", f"{place}/b"], env=program.environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    time.sleep(seconds)
    children = descendants(child.pid)
    is_killed = child.poll() is None
    for process in [child.pid, *children]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    child.wait()
    return is_killed


def descendants(process):
    found = []
    for path in glob.glob(f"/proc/{process}/task/*/children"):
        try:
            with open(path, encoding="ascii") as file:
                found += [int(word) for word in file.read().split()]
        except (OSError, ValueError):
            pass
    return found + [other for child in found for other in descendants(child)]


def check(program, place, where, tally):
    age_index_lock(place)
    for name in ("b", "a", "b"):
        answer = program.run(["sync"], f"{place}/{name}")
        if answer.code != 0:
            return tally.fail(where, f"sync of {name}: {answer}")
    left, right = (files(f"{place}/{name}") for name in ("a", "b"))
    if left != right or not same(f"{place}/a", f"{place}/b", left):
        tally.fail(where, "the folders differ")
    records = [path for path in right if path.startswith("records/") and path.endswith(".json")]
    if len(records) != RECORDS + 1:
        tally.fail(where, f"{len(records)} records instead of {RECORDS + 1}")
    for name in ("a", "b"):
        doctor = program.run(["doctor", "--json"], f"{place}/{name}")
        problems = json.loads(doctor.out)["value"]["problems"]
        serious = [problem for problem in problems if not problem.get("informational")]
        if serious:
            tally.fail(where, f"doctor of {name}: {serious}")
        for words in (("fsck", "--strict"), ("status", "--porcelain")):
            found = [line for line in git(place, name, *words).splitlines()
                     if not line.startswith("dangling")]
            if found:
                tally.fail(where, f"git {words[0]} of {name}: {found[:3]}")
    conflicts = program.run(["sync", "conflicts", "--json"], f"{place}/b")
    texts = {json.dumps(conflict.get("other")) for conflict in json.loads(conflicts.out)}
    if not texts & {'"Text of a"', '"Text of b"'}:
        tally.fail(where, f"the other value is in no conflict: {conflicts}")


def git(place, name, *words):
    done = subprocess.run(["git", "-C", f"{place}/{name}", *words], capture_output=True, text=True)
    return done.stdout + done.stderr


def files(folder):
    found = set()
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found |= {os.path.relpath(os.path.join(path, name), folder) for name in names
                  if not name.startswith(".minuta")}
    return found


def same(first, second, names):
    return not any(filecmp.cmpfiles(first, second, names, shallow=False)[1:])
