"""The operations to test. Every fault is applied to each row of the table."""

import json
import os
from dataclasses import dataclass

from stores import (
    PNG,
    aged,
    aged_longer,
    conflict_copies,
    conflict_copy,
    day,
    deleted,
    died,
    empty_record,
    git_conflict,
    imaged_twice,
    log,
    moved_image,
    nothing,
    pictured,
    records,
    read_json,
    split_image,
    tags_copy,
    tags_of_one_use,
    the_deleted,
    torn,
    undone,
)


@dataclass(frozen=True)
class Operation:
    name: str
    prepare: callable  # creates the initial store
    words: tuple  # the command line; functions compute words from the store
    batch: tuple = ()  # calls on standard input, one step each
    whole: bool = False  # whether the batch is atomic
    flushes: int = None  # the maximum number of flushes
    back: tuple = ("undo", "--to", "{last}", "--yes")  # undoes it; `{last}`: the previous entry
    repeats: bool = False  # whether a repeated call has no further effect
    sample: int = None  # the maximum number of points per fault type; None for all
    root: str = "store"  # the watched directory: "store" or another one beside it
    repairs: bool = False  # whether it repairs a damaged store

    @property
    def given(self):
        return json.dumps(self.batch) if self.batch else None

    @property
    def prefixes(self):
        """Standard inputs that lead to each state after the initial one that a reader may see."""
        if not self.batch or self.whole:
            return [self.given]
        return [json.dumps(self.batch[: count + 1]) for count in range(len(self.batch))]


def call(intent, **values):
    return {"intent": intent, "with": values}


def two_last(program, store):
    """Returns the IDs of the two records with the latest start, as options of `join`."""
    return [f"--records={read_json(path)['id']}" for path in records(store)[-2:]]


def joined(program, store):
    """A day with two records of one tag with images, to be joined."""
    imaged_twice(program, store)
    log(program, store, "Email", "2024-05-17T14:00:00Z", "1h")
    program.must(["image-attach", "--data", PNG, "--type", "png"], store)


def joined_already(program, store):
    joined(program, store)
    program.must(["join", *two_last(program, store), "--yes"], store)


def note(program, store):
    """A day, and a directory with two files beside the store."""
    files = os.path.join(os.path.dirname(store), "files")
    os.makedirs(files)
    for name in ("note.txt", "other.txt"):
        with open(os.path.join(files, name), "w", encoding="utf-8") as file:
            file.write(f"{name} as it was\n" * 100)
    day(program, store)


def configured(program, store):
    """A day, and a configuration with one plugin."""
    folder = os.path.join(os.path.dirname(store), "config", "minuta", "plugins")
    os.makedirs(folder, mode=0o700)
    day(program, store)
    configuration = os.path.dirname(os.path.dirname(folder))
    program.must(add_plugin("elsewhere"), store, under=("env", f"XDG_CONFIG_HOME={configuration}"))


def unconfigured(program, store):
    """A day, and an empty configuration directory."""
    os.makedirs(os.path.join(os.path.dirname(store), "config"))
    day(program, store)


def add_plugin(name):
    server = os.path.join(os.path.dirname(os.path.realpath(__file__)), "plugin")
    return ["plugin", "add", name, "--allow-all", "--json", "--", server]


def logged(tag, start, duration="10m"):
    return call("LogTime", tag=tag, start=start, duration=duration)


FIVE = (
    logged("Email", "2024-05-17T11:00:00Z"),
    logged("New", "2024-05-17T12:00:00Z"),
    logged("New", "2024-09-01T12:00:00Z"),
    call("StopTimer", at="2024-05-17T13:00:00Z"),
    call("StartTimer", tag="Email", at="2024-05-17T13:00:00Z"),
)

# Each call creates a tag, except that two share a name.
TAGS = tuple(
    logged(name, f"2024-05-1{number}T15:00:00Z")
    for number, name in enumerate(["One", "Two", "Three", "Two", "Four/Five"])
)

REPAIR = ("doctor", "--repair", "--json")

# Enough files that the program flushes the whole file system at once.
MANY = tuple(
    logged("Email", f"2024-0{4 + n % 2}-{n // 12 + 1:02}T0{n % 12 // 2}:00:00Z", "1m")
    for n in range(120)
)

OPERATIONS = (
    Operation(
        "the first call",
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
        "a log after a killed writer",
        died,
        ("log", "Email", "25m", "--start", "2024-05-17T11:00:00Z", "--json"),
    ),
    Operation(
        "a log after a torn journal entry",
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
        "a batch of five with --once", day, ("run", "-", "--once", "--json"), batch=FIVE, repeats=True
    ),
    Operation("an atomic batch", day, ("run", "-", "--atomic", "--json"), batch=FIVE, whole=True),
    Operation(
        "a large atomic batch",
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
    Operation("an attached image", day, ("image-attach", "--data", PNG, "--type", "png", "--json")),
    Operation("an undo of an attached image", pictured, ("undo", "--json"), back=("undo", "{own}")),
    Operation("a removed image", pictured, ("image-remove", "last", "0", "--json")),
    Operation("a deletion of a record with an image", pictured, ("delete", "last", "--yes", "--json")),
    Operation("a split with images", imaged_twice, ("split", "2024-05-17T12:30:00Z", "last", "--json")),
    Operation(
        "an undo of a split with images",
        split_image,
        ("undo", "--json"),
        back=("undo", "{own}"),
    ),
    Operation("a join with images", joined, ("join", two_last, "--yes", "--json")),
    Operation(
        "an undo of a join with images", joined_already, ("undo", "--json"), back=("undo", "{own}")
    ),
    Operation(
        "an undo of a move with an image", moved_image, ("undo", "--json"), back=("undo", "{own}")
    ),
    Operation("a created tag", day, ("tag-create", "New", "--json")),
    Operation("a renamed tag", day, ("tag-rename", "Work", "Play", "--json")),
    Operation("a merge of two tags", day, ("tag-rename", "Email", "Work", "--yes", "--json")),
    Operation("a deleted tag", day, ("tag-delete", "Email", "--yes", "--json")),
    Operation(
        "a deleted unused tag", tags_of_one_use, ("tag-delete", "Unused", "--yes", "--json")
    ),
    Operation("a batch of new tags", day, ("run", "-", "--json"), batch=TAGS),
    Operation(
        "a call that drops old history",
        aged,
        ("log", "Email", "10m", "--start", "2024-05-17T15:00:00Z", "--json"),
        sample=40,
    ),
    Operation("a doctor that drops old history", aged_longer, REPAIR, repeats=True, sample=40),
    Operation("a repair of a conflict copy", conflict_copy, REPAIR, repairs=True),
    Operation("a merge of conflict copies", conflict_copies, REPAIR, repairs=True),
    Operation("a repair of the tags", tags_copy, REPAIR, repairs=True),
    Operation("a repair of a git conflict", git_conflict, REPAIR, repairs=True),
    Operation("a repair of an empty record", empty_record, REPAIR, repairs=True),
    Operation(
        "an overwritten file",
        note,
        ("run", "-", "--json"),
        batch=(call("WriteFile", path="note.txt", content="written anew\n" * 500),),
        root="files",
    ),
    Operation(
        "a new file",
        note,
        ("run", "-", "--json"),
        batch=(call("WriteFile", path="new.txt", content="written\n" * 500),),
        root="files",
    ),
    Operation("an added plugin", configured, tuple(add_plugin("sayer")), root="config"),
    Operation("the first added plugin", unconfigured, tuple(add_plugin("sayer")), root="config"),
)
