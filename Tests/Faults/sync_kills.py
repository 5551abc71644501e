"""A sync is killed at its system calls, alone or with git's processes; the next sync goes on.

In the end, both folders are equal, have every acknowledged record, and their repository is sound.
"""

import filecmp
import glob
import json
import os
import shutil
import signal
import subprocess
import time

CALLS = ("openat", "write", "renameat2", "rename", "unlink", "unlinkat", "link", "mkdir", "mkdirat",
         "fsync", "ftruncate", "pwrite64")
# The locks that git makes in a sync, below the folder `.git`.
LOCKS = ("HEAD.lock", "refs/heads/main.lock", "refs/remotes/origin/main.lock",
         "refs/minuta/sync.lock", "index.lock")
RECORDS = 6  # made on both sides


def run(program, folder, chance, points, tally):
    if not shutil.which("git"):
        print("  skipped: git is not installed", flush=True)
        return
    template = prepare(program, os.path.join(folder, "sync-template"))
    kills = 0
    for point in range(points):
        place = os.path.join(folder, f"sync-{point}")
        shutil.copytree(template, place)
        for name in ("a", "b"):
            git(place, name, "config", "remote.origin.url", os.path.join(place, "hub.git"))
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
    with open(f"{place}/log", encoding="utf-8", errors="replace") as log:
        return "killed by SIGKILL" in log.read()


def kill_with_lock(program, place, lock):
    """Kills git before it renames or removes its lock; returns whether the lock is left."""
    path = f"{place}/b/.git/{lock}"
    under = ["strace", "-f", "-qq", "-o", f"{place}/log", "-P", path, "-e", "trace=rename,unlink",
             "-e", "inject=rename,unlink:signal=SIGKILL", "--"]
    words = [*under, program.path, "sync", "--store", f"{place}/b"]
    subprocess.run(words, env=program.environment, capture_output=True, timeout=60)
    return os.path.exists(path)


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
