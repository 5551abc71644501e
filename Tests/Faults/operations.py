"""What is done while faults happen: add a row to the table and everything is tried on it."""

import base64
import json
from dataclasses import dataclass

import disk
import tracing


@dataclass(frozen=True)
class Operation:
    name: str
    prepare: callable  # makes the store it begins with
    words: tuple  # a word that is a function finds itself in the store
    batch: tuple = ()  # calls given on standard input, each of which is one step
    whole: bool = False  # whether a batch is one step
    flushes: int = None  # the most it may make
    back: tuple = ("undo", "--to", "{last}")  # takes it back; `{last}` was the entry before it
    repeats: bool = False  # whether it is done once, however often it is asked for
    sample: int = None  # the most points to try of each kind of fault; all where it is not given

    @property
    def given(self):
        return json.dumps(self.batch) if self.batch else None

    @property
    def prefixes(self):
        """Standard inputs that bring a store to each state a reader may see after the first."""
        if not self.batch or self.whole:
            return [self.given]
        return [json.dumps(self.batch[: count + 1]) for count in range(len(self.batch))]


def nothing(program, store):
    """No folder at all."""


def day(program, store):
    """Three tags, some records, a running timer."""
    log(program, store, "Email", "2024-05-17T08:00:00Z", "30m")
    program.must(["start", "Work", "--at", "2024-05-17T09:00:00Z"], store)
    log(program, store, "Reading", "2024-04-03T12:00:00Z", "20m")
    log(program, store, "Email", "2024-05-16T23:30:00Z", "1h")


def died(program, store):
    """A day, and a writer that was killed after its commit, before anything was in its place."""
    day(program, store)
    words = ["start", "Lost", "--at", "2024-07-01T09:00:00Z", "--json"]
    point = tracing.Point("rename", None, 1, True)
    _, fired = tracing.inject(program, words, store, None, point, "signal=SIGKILL")
    if not fired:
        raise RuntimeError("no writer could be killed at its first rename")


def torn(program, store):
    """A day, and a writer that was killed within the line that would have committed."""
    day(program, store)
    with open(f"{store}/{disk.journals(store)[-1]}", "ab") as file:
        file.write(b'0123456789abcdef {"sequence":5,"time":"2024-07-01T09:00:00Z","fi')


def deleted(program, store):
    """A day with a record in the trash."""
    day(program, store)
    program.must(["delete", "last", "--yes"], store)


def pictured(program, store):
    """A day whose last record has an image."""
    day(program, store)
    program.must(["image-attach", "--data", PNG, "--type", "png"], store)


def undone(program, store):
    """A day of which the last call was taken back."""
    day(program, store)
    program.must(["undo"], store)


def the_deleted(program, store):
    """The id of the one record in the trash."""
    value = program.must(["deleted", "--json"], store).outcomes[0]["value"]
    return value["pendingDeletions"][0]["id"]


def log(program, store, tag, start, duration):
    program.must(["log", tag, duration, "--start", start], store)


def call(intent, **values):
    return {"intent": intent, "with": values}


def logged(tag, start, duration="10m"):
    return call("LogTime", tag=tag, start=start, duration=duration)


PNG = base64.b64encode(disk.PICTURE).decode()

FIVE = (
    logged("Email", "2024-05-17T11:00:00Z"),
    logged("New", "2024-05-17T12:00:00Z"),
    logged("New", "2024-09-01T12:00:00Z"),
    call("StopTimer", at="2024-05-17T13:00:00Z"),
    call("StartTimer", tag="Email", at="2024-05-17T13:00:00Z"),
)

# So many files that the file system is flushed as a whole.
MANY = tuple(
    logged("Email", f"2024-0{4 + n % 2}-{n // 12 + 1:02}T0{n % 12 // 2}:00:00Z", "1m")
    for n in range(120)
)

OPERATIONS = (
    Operation(
        "the first call of all",
        nothing,
        ("log", "First", "15m", "--start", "2024-05-17T08:00:00Z", "--json"),
    ),
    Operation(
        "a start with a new tag",
        day,
        ("start", "New", "--at", "2024-06-01T09:00:00Z", "--json"),
    ),
    Operation(
        "a start with a known tag",
        day,
        ("start", "Email", "--at", "2024-05-17T10:00:00Z", "--json"),
        flushes=3,
    ),
    Operation("a stop", day, ("stop", "--at", "2024-05-17T10:00:00Z", "--json"), flushes=3),
    Operation(
        "a log",
        day,
        ("log", "Email", "25m", "--start", "2024-05-17T11:00:00Z", "--json"),
        flushes=3,
    ),
    Operation(
        "a log with a key",
        day,
        ("log", "Email", "25m", "--start", "2024-05-17T11:00:00Z", "--key", "k", "--json"),
        flushes=3,
        repeats=True,
    ),
    Operation(
        "a log into a new month",
        day,
        ("log", "Email", "25m", "--start", "2023-02-03T10:00:00Z", "--json"),
    ),
    Operation(
        "a log after a death",
        died,
        ("log", "Email", "25m", "--start", "2024-05-17T11:00:00Z", "--json"),
    ),
    Operation(
        "a log after a torn entry",
        torn,
        ("log", "Email", "25m", "--start", "2024-05-17T11:00:00Z", "--json"),
    ),
    Operation(
        "an edit of a comment", day, ("edit", "running", "--comment", "what", "--json"), flushes=3
    ),
    Operation(
        "an edit that moves a record",
        day,
        ("edit", "running", "--start", "2024-03-01T09:00:00Z", "--tag", "New", "--json"),
    ),
    Operation(
        "an edit that moves a record with its image",
        pictured,
        ("edit", "last", "--start", "2024-03-01T09:00:00Z", "--json"),
    ),
    Operation(
        "a switch", day, ("switch", "New", "--at", "2024-05-17T10:00:00Z", "--json"),
    ),
    Operation("a batch of five", day, ("run", "-", "--json"), batch=FIVE),
    Operation(
        "a batch of five, once", day, ("run", "-", "--once", "--json"), batch=FIVE, repeats=True
    ),
    Operation("an atomic batch", day, ("run", "-", "--atomic", "--json"), batch=FIVE, whole=True),
    Operation(
        "an atomic batch of many",
        day,
        ("run", "-", "--atomic", "--json"),
        batch=MANY,
        whole=True,
        sample=40,
    ),
    Operation("an undo", day, ("undo", "--json"), back=("undo", "{own}")),
    Operation("a redo", undone, ("redo", "--json"), back=("undo", "{own}")),
    Operation("a deletion", day, ("delete", "last", "--yes", "--json")),
    Operation("an undo of a deletion", deleted, ("undo", "--json"), back=("undo", "{own}")),
    Operation("a restore", deleted, ("restore", the_deleted, "--json")),
    Operation("an image", day, ("image-attach", "--data", PNG, "--type", "png", "--json")),
    Operation("an undo of an image", pictured, ("undo", "--json"), back=("undo", "{own}")),
    Operation("an image taken away", pictured, ("image-remove", "last", "0", "--json")),
    Operation("a deletion with an image", pictured, ("delete", "last", "--yes", "--json")),
)
