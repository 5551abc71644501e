"""Parses the system calls that strace prints."""

import codecs
import os
import re
from dataclasses import dataclass, replace

FLUSHES = {"fsync", "fdatasync", "syncfs"}
RENAMES = {"rename", "renameat", "renameat2"}
LINKS = {"link", "linkat", "symlink", "symlinkat"}
CHANGES = FLUSHES | RENAMES | LINKS | set(
    "write pwrite64 writev mkdir mkdirat unlink unlinkat rmdir ftruncate truncate fallocate"
    " copy_file_range sendfile fchmod chmod fchmodat utimensat".split()
)
STATUSES = set("stat lstat fstat newfstatat statx".split())
READS = STATUSES | set("read pread64 getdents64 mmap flock readlink readlinkat".split())
OPENINGS = {"open", "openat", "openat2"}
TRACED = CHANGES | READS | OPENINGS

CALL = re.compile(r"^(?:(\d+) +)?(\w+)\((.*)")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)")
UNFINISHED = " <unfinished ...>"
RETURNED = re.compile(r" = (-?\d+|0x[0-9a-f]+|\?)[^=]*$")
# A descriptor's path, a name relative to a directory descriptor, or a plain path.
FILE = re.compile(
    r'(?:(AT_FDCWD)|\d+)<(/[^>]*)>(?:\(deleted\))?(?:, "((?:[^"\\]|\\.)*)")?|"((?:[^"\\]|\\.)*)"'
)
FLAGS = re.compile(r"(?:O|RENAME)_[A-Z_|]+")
OPENED_TO_WRITE = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
DATA = re.compile(r'^\d+<[^>]*>(?:\(deleted\))?, "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Point:
    """A system call on a file below the root (the watched directory)."""

    call: str
    path: str  # relative to the root; "." is the root itself
    number: int  # count among the thread's calls that strace sees when watching `watch`
    changes: bool
    watch: str = None  # the path for `strace -P`; None if no path matches the call
    ordinal: int = 0  # count among the thread's calls of this name below the root
    overall: int = 0  # count among all of the thread's calls of this name
    place: int = 0  # position among all calls below the root
    flags: str = ""
    thread: str = ""
    target: str = ""  # the new name of a rename or link
    result: int = None  # negative on failure, None if the call did not return
    data: bytes = b""  # the written bytes, if traced

    def __str__(self):
        return f"{self.call} {self.number} on {self.path}"

    @property
    def exchanges(self):
        return "RENAME_EXCHANGE" in self.flags

    def unwatched(self):
        """Returns the same point, numbered for `strace` without `-P`."""
        return replace(self, number=self.overall, watch=None)


def parse(log, root):
    """Yields the calls on files below `root` in strace's output, in order."""
    numbers, ordinals, overall = {}, {}, {}
    place = 0
    for thread, call, rest in lines(log):
        overall[thread, call] = overall.get((thread, call), 0) + 1
        arguments, result = split(rest)
        files = find_files(call, arguments)
        mentions = [mention for mention, _ in files if mention]
        for mention in set(mentions):
            numbers[thread, call, mention] = numbers.get((thread, call, mention), 0) + 1
        if not files or not is_below(root, files[0][1]):
            continue
        ordinals[thread, call] = ordinals.get((thread, call), 0) + 1
        watch = files[0][0]
        number = numbers[thread, call, watch] if watch else overall[thread, call]
        flags = FLAGS.search(arguments) if call in OPENINGS | RENAMES else None
        flags = flags[0] if flags else ""
        data = DATA.match(arguments) if call in ("write", "pwrite64") else None
        yield Point(
            call,
            os.path.relpath(files[0][1], root),
            number,
            call in CHANGES or call in OPENINGS and bool(OPENED_TO_WRITE.search(flags)),
            os.path.relpath(watch, root) if watch and is_below(root, watch) else watch,
            ordinals[thread, call],
            overall[thread, call],
            place,
            flags,
            thread,
            os.path.relpath(files[1][1], root) if call in RENAMES | LINKS else "",
            result,
            codecs.escape_decode(data[1].encode())[0] if data else b"",
        )
        place += 1


def lines(log):
    """Returns the thread, name and arguments of each call, in the order of their start."""
    found, open_calls = [], {}
    for line in log.splitlines():
        begun = CALL.match(line)
        if begun:
            if line.endswith(UNFINISHED):
                open_calls[begun[1]] = len(found)
            found.append(begun.groups())
            continue
        resumed = RESUMED.match(line)
        if resumed and resumed[1] in open_calls:
            at = open_calls.pop(resumed[1])
            thread, call, rest = found[at]
            found[at] = thread, call, rest.removesuffix(UNFINISHED) + resumed[3]
    return found


def split(rest):
    """Returns the arguments and the result of a call; the result is None if it did not return."""
    returned = RETURNED.search(rest)
    if not returned or returned[1] == "?":
        return rest, None
    return rest[: returned.start()], int(returned[1], 0)


def find_files(call, arguments):
    """Returns the files in a call's arguments: the path that `strace -P` matches, and the full
    path.
    """
    if call == "mmap":
        descriptor = re.search(r", \d+<(/[^>]*)>", arguments)
        return [(descriptor[1], descriptor[1])] if descriptor else []
    found = []
    most = 2 if call in RENAMES | LINKS else 1
    for match in FILE.finditer(arguments):
        at_folder, folder, name, path = match.groups()
        if path is not None:
            whole = path
        elif call in ("write", "pwrite64") or not name:
            whole = folder
        else:
            whole = os.path.join(folder, name)
        if path is not None or whole == folder or name.startswith("/"):
            mention = whole
        else:
            mention = None if at_folder else folder
        # For `rename`, `strace -P` matches only the old name.
        found.append((None if call == "rename" and found else mention, whole))
        if len(found) == most:
            break
    return found if not found or found[0][1].startswith("/") else []


def is_below(root, path):
    return (path + "/").startswith(root + "/")
