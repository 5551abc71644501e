"""F1 on a real file system: the power fails while ext4 writes to a disk that logs its writes.

For each power failure, the disk is rebuilt from the log: all writes before the last flush, and a
random part of the later ones. The kernel mounts it and replays its journal; then the store must be
intact.
"""

import ctypes
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing.pool import ThreadPool

import block_log

MODES = ("ordered", "writeback")
SIZE = 16 << 20
# With auto_da_alloc, ext4 would flush renamed files by itself and hide missing flushes.
OPTIONS = "loop,noatime,noauto_da_alloc,data="
BLOCK, SECTOR = 4096, 512
CUTS = 12  # per operation and mode
QUICK_OPERATIONS, QUICK_CUTS = 8, 3
PATIENCE = 10
TEXT = bytes([0, 9, 10, 13, *range(32, 127)])


def run(program, folder, seed, is_quick, tally):
    """Runs this file in its own mount namespace, if mounting is allowed."""
    why = obstacle(folder)
    if why:
        return tally.note(f"SKIPPED: power failures on ext4, because {why}")
    under = ["unshare", "--mount", sys.executable, "-B", __file__, program.path, folder]
    done = subprocess.run([*under, str(seed), str(int(is_quick))], stdout=subprocess.PIPE)
    if done.returncode != 0:
        return tally.fail("ext4", f"exited with {done.returncode}")
    result = json.loads(done.stdout)
    for what, count in result["counts"].items():
        tally.add(what, count)
    for where, text in result["failures"]:
        tally.fail(where, text)
    print(f"  {result['cuts']} power failures in {result['operations']} ext4 operations", flush=True)


def obstacle(folder):
    """Returns the reason why this part can't run here; None if it can."""
    for name in ("unshare", "mkfs.ext4", "mount", "umount"):
        if not shutil.which(name):
            return f"{name} is not installed"
    if os.geteuid() != 0:
        return "only root may mount"
    for path in ("/dev/fuse", "/dev/loop-control"):
        if not os.path.exists(path):
            return f"{path} does not exist"
    with tempfile.TemporaryDirectory(dir=folder) as place:
        image, disk = os.path.join(place, "image"), os.path.join(place, "disk")
        os.mkdir(disk)
        make_file_system(image)
        words = ["unshare", "--mount", "mount", "-o", "loop", image, disk]
        done = subprocess.run(words, capture_output=True, text=True)
        return f"mounting is not allowed: {done.stderr.strip()}" if done.returncode else None


def within(path, folder, seed, is_quick):
    """Records the operations, tests the power failures and prints the result as JSON."""
    from operations import OPERATIONS
    from program import Program
    from stages import prepare
    from tally import Tally

    tally = Tally(show=False)
    program = Program(path, home=folder)
    chance = random.Random(int(seed))
    quick = int(is_quick)
    operations = chance.sample(OPERATIONS, QUICK_OPERATIONS) if quick else OPERATIONS
    jobs = [
        (operation, mode, chance.random())
        for number, operation in enumerate(operations)
        for mode in (MODES if not quick else [MODES[number % 2]])
    ]
    pool = ThreadPool(max(2, os.cpu_count() or 2))

    def try_one(operation, mode, seed):
        where = f"{operation.name}, power failure on ext4 ({mode})"
        try:
            stage = prepare(program, operation, folder, tally)
            try_operation(stage, mode, random.Random(seed), QUICK_CUTS if quick else CUTS, where)
            shutil.rmtree(stage.folder, ignore_errors=True)
        except Exception as error:  # an error in this script, or an unusable disk
            tally.fail(where, repr(error))

    pool.starmap(try_one, jobs, chunksize=1)
    cuts = tally.counts["cuts"]
    if not cuts:
        tally.fail("ext4", "no power failure was simulated")
    print(json.dumps({
        "counts": tally.counts, "failures": tally.failures, "cuts": cuts,
        "operations": len(operations),
    }))


def try_operation(stage, mode, chance, cuts, where):
    recording = Recording(stage, mode, chance.random() < 0.5)
    for number in range(cuts):
        # Every other power failure comes right at a flush.
        at = chance.choice(recording.flushes if number % 2 else recording.places)
        disk = Disk(os.path.join(stage.folder, f"cut-{number}"), recording.cut(at, chance))
        with disk.mounted(mode):
            root = os.path.join(disk.folder, recording.root)
            answer = recording.answer_at(at)
            stage.tally.add("cuts")
            most = len(stage.states) - 1
            allowed = ".tmp is left over"
            stage.check(root, f"{where}, write {at}", stage.done(answer), most, allowed)
        shutil.rmtree(disk.place)


class Recording:
    """The disk's writes during an operation, and the program's output with their timing."""

    def __init__(self, stage, mode, is_hurried):
        place = os.path.join(stage.folder, f"recording-{mode}")
        os.mkdir(place)
        self.output = []  # pairs of the log's length and the output until then
        self.log = os.path.join(place, "log")
        image = os.path.join(place, "image")
        make_file_system(image)
        disk = Disk(place, None)
        with disk.mounted(mode):
            self.root = os.path.relpath(stage.copy(disk.folder), disk.folder)
        with open(image, "rb") as file:
            self.before = file.read()
        disk.image = os.path.join(place, "logged")
        with self.logged(image, disk.image), disk.mounted(mode):
            first = os.path.getsize(self.log)
            self.record(stage, disk.folder, is_hurried)
            flush(disk.folder)
            last = os.path.getsize(self.log)
        self.entries, self.starts = block_log.entries(self.log)
        self.places = [n for n, at in enumerate(self.starts) if first <= at <= last]
        self.flushes = [n for n in self.places if self.entries[n] is None]
        shutil.rmtree(place)

    def logged(self, image, file):
        """Returns a context manager for the logging disk."""
        open(file, "w").close()
        words = [sys.executable, "-B", block_log.__file__, image, file, self.log]
        return Served(subprocess.Popen(words), file)

    def record(self, stage, folder, is_hurried):
        """Runs the operation; if `is_hurried`, flushes the file system all the time."""
        done = threading.Event()

        def hurry():
            while not done.is_set():
                flush(folder)

        hurrying = threading.Thread(target=hurry)
        if is_hurried:
            hurrying.start()
        try:
            stage.run(os.path.join(folder, self.root), start=self.listen)
        finally:
            done.set()
            if is_hurried:
                hurrying.join()

    def listen(self, command, given, environment):
        """Runs a command and records the log's length at each line of output."""
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment,
        )
        process.stdin.write(given)
        process.stdin.close()
        text = b""
        for line in process.stdout:
            text += line
            self.output.append((os.path.getsize(self.log), text))
        errors = process.stderr.read()
        return process.wait(), text, errors

    def answer_at(self, at):
        """Returns the program's output before the log entry `at`."""
        from program import Answer

        length = self.starts[at]
        texts = [text for size, text in self.output if size <= length]
        return Answer(0, texts[-1].decode() if texts else "", "")

    def cut(self, at, chance):
        """Returns a disk that lost power before the log entry `at`."""
        flushed = max((n for n in range(at) if self.entries[n] is None), default=0)
        disk = bytearray(self.before)
        # The share of unflushed writes that survive; none and all are included.
        share = chance.choice([0, 0.2, 0.5, 0.8, 1])
        for number, entry in enumerate(self.entries[:at]):
            if entry is None:
                continue
            offset, data = entry
            if number < flushed:
                disk[offset : offset + len(data)] = data
                continue
            for start in range(0, len(data), BLOCK):
                block = data[start : start + BLOCK]
                if chance.random() < share:
                    write(disk, offset + start, block, chance)
        return disk


def write(disk, offset, block, chance):
    """Writes a block; of a text block (not ext4's metadata), possibly only some sectors."""
    if block.strip(b"\0").translate(None, TEXT) or not block.strip(b"\0"):
        disk[offset : offset + len(block)] = block
        return
    kept = chance.choice([1, 1, 0.5])
    for start in range(0, len(block), SECTOR):
        if chance.random() < kept:
            at = offset + start
            disk[at : at + SECTOR] = block[start : start + SECTOR]


class Disk:
    """A disk image and the directory where it is mounted."""

    def __init__(self, place, content):
        self.place = place
        self.image = os.path.join(place, "image")
        self.folder = os.path.join(place, "disk")
        os.makedirs(self.folder)
        if content is not None:
            with open(self.image, "wb") as file:
                file.write(content)

    def mounted(self, mode):
        return Mounted(self.image, self.folder, OPTIONS + mode)


class Mounted:
    def __init__(self, image, folder, options):
        self.words = ["mount", "-o", options, image, folder]
        self.folder = folder

    def __enter__(self):
        done = subprocess.run(self.words, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"could not mount the disk: {done.stderr.strip()}")

    def __exit__(self, *_):
        unmount(self.folder)


class Served:
    """A process that serves a file, as a context manager."""

    def __init__(self, process, file):
        self.process = process
        self.file = file

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while not os.path.getsize(self.file):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the logging disk was not mounted")
            time.sleep(0.01)

    def __exit__(self, *_):
        unmount(self.file)
        self.process.wait(PATIENCE)


def make_file_system(image):
    with open(image, "wb") as file:
        file.truncate(SIZE)
    options = ["-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0", "-J", "size=4", "-m", "0"]
    words = ["mkfs.ext4", "-q", "-F", "-b", str(BLOCK), "-N", "2048", *options, image]
    subprocess.run(words, check=True, capture_output=True)


def flush(folder):
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    ctypes.CDLL(None).syncfs(descriptor)
    os.close(descriptor)


def unmount(path):
    """Unmounts a file system; retries while the device is busy with recent writes."""
    end = time.monotonic() + PATIENCE
    while subprocess.run(["umount", path], capture_output=True).returncode != 0:
        if time.monotonic() > end:
            raise RuntimeError(f"could not unmount '{path}'")
        time.sleep(0.05)


if __name__ == "__main__":
    within(*sys.argv[1:])
