"""System calls as strace prints them."""

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
# A file by its descriptor, a name below a folder's descriptor, or a path.
FILE = re.compile(
    r'(?:(AT_FDCWD)|\d+)<(/[^>]*)>(?:\(deleted\))?(?:, "((?:[^"\\]|\\.)*)")?|"((?:[^"\\]|\\.)*)"'
)
FLAGS = re.compile(r"(?:O|RENAME)_[A-Z_|]+")
OPENED_TO_WRITE = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
DATA = re.compile(r'^\d+<[^>]*>(?:\(deleted\))?, "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Point:
    """A system call on a file below the watched folder."""

    call: str
    path: str  # relative to the watched folder; "." is the folder itself
    number: int  # among the calls of its thread that strace sees when it watches `watch`
    changes: bool
    watch: str = None  # the path by which `strace -P` finds the call; None for no such path
    ordinal: int = 0  # among all calls of this name on the watched folder, by thread
    overall: int = 0  # among all calls of this name, by thread
    place: int = 0  # among all calls on the watched folder
    flags: str = ""
    thread: str = ""
    target: str = ""  # the new name in a rename or link
    result: int = None  # negative on failure, None if it did not return
    data: bytes = b""  # written bytes, if they were traced

    def __str__(self):
        return f"{self.call} {self.number} on {self.path}"

    @property
    def exchanges(self):
        return "RENAME_EXCHANGE" in self.flags

    def unwatched(self):
        """The same point for `strace` without `-P`."""
        return replace(self, number=self.overall, watch=None)


def parse(log, root):
    """The calls on files below `root` in strace's output, in order."""
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
    """Thread, name and arguments of each call, in the order in which the calls began."""
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
    """The arguments of a call and its result; None where it did not return."""
    returned = RETURNED.search(rest)
    if not returned or returned[1] == "?":
        return rest, None
    return rest[: returned.start()], int(returned[1], 0)


def find_files(call, arguments):
    """The files that a call names: what `strace -P` compares with, and the absolute path."""
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
        # Of a `rename` strace looks at the old name only.
        found.append((None if call == "rename" and found else mention, whole))
        if len(found) == most:
            break
    return found if not found or found[0][1].startswith("/") else []


def is_below(root, path):
    return (path + "/").startswith(root + "/")
