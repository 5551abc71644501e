"""Creates the initial stores of operations."""

import base64
import glob
import json
import os
import shutil

import calls
import disk
import tracing

PNG = base64.b64encode(disk.PICTURE).decode()
CONFLICT = ".sync-conflict-20261120-101500-ABCDEFG.json"


def nothing(program, store):
    """No store at all."""


def day(program, store):
    """Three tags, some records and a running timer."""
    log(program, store, "Email", "2024-05-17T08:00:00Z", "30m")
    program.must(["start", "Work", "--at", "2024-05-17T09:00:00Z"], store)
    log(program, store, "Reading", "2024-04-03T12:00:00Z", "20m")
    log(program, store, "Email", "2024-05-16T23:30:00Z", "1h")


def died(program, store):
    """A day, and a writer that was killed after its commit but before it replaced any file."""
    day(program, store)
    words = ["start", "Lost", "--at", "2024-07-01T09:00:00Z", "--json"]
    again = f"{store}-again"
    shutil.copytree(store, again)
    points, _ = tracing.points(traced(program, words, again))
    shutil.rmtree(again)
    first = next(point for point in points if point.call in calls.RENAMES)
    _, met = tracing.inject(traced(program, words, store), first, "signal=SIGKILL")
    if not met:
        raise RuntimeError("could not kill a writer at its first rename")


def traced(program, words, store):
    return tracing.Run(lambda under: program.run(words, store, under=under), store)


def torn(program, store):
    """A day, and a writer that was killed while writing its commit line."""
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
    """A day whose last call was undone."""
    day(program, store)
    program.must(["undo"], store)


def the_deleted(program, store):
    """Returns the ID of the record in the trash."""
    value = program.must(["deleted", "--json"], store).outcomes[0]["value"]
    return value["pendingDeletions"][0]["id"]


def log(program, store, tag, start, duration):
    program.must(["log", tag, duration, "--start", start], store)


def imaged_twice(program, store):
    """A day whose last record, an hour long, has two images."""
    day(program, store)
    log(program, store, "Email", "2024-05-17T12:00:00Z", "1h")
    for _ in range(2):
        program.must(["image-attach", "--data", PNG, "--type", "png"], store)


def split_image(program, store):
    """A day whose last record was split, which moved an image to the second part."""
    imaged_twice(program, store)
    program.must(["split", "2024-05-17T12:30:00Z", "last"], store)


def moved_image(program, store):
    """A day whose last record was moved together with its image."""
    pictured(program, store)
    program.must(["edit", "last", "--start", "2024-03-01T09:00:00Z"], store)


def conflict_copy(program, store):
    """A day, and a conflict copy of a record with another comment."""
    day(program, store)
    copy_record(store, CONFLICT, comment="theirs")


def conflict_copies(program, store):
    """A day, two conflict copies of one record and one of another."""
    day(program, store)
    copy_record(store, CONFLICT, comment="theirs")
    copy_record(store, CONFLICT.replace("ABCDEFG", "HIJKLMN"), endTime="2024-05-17T08:45:00Z")
    copy_record(store, CONFLICT, number=0, comment="elsewhere")


def tags_copy(program, store):
    """A day, and a conflict copy of the tags with an additional tag."""
    day(program, store)
    document = read_json(f"{store}/tags.json")
    more = {"id": "00000000-0000-4000-8000-000000000001", "name": "Theirs"}
    document["tags"].append(document["tags"][0] | more)
    write_json(f"{store}/tags{CONFLICT}", document)


def git_conflict(program, store):
    """A day, and a record with a git conflict."""
    day(program, store)
    path = records(store)[-1]
    with open(path, encoding="utf-8") as file:
        text = file.readlines()
    conflict = '<<<<<<< HEAD\n  "comment": "ours",\n=======\n  "comment": "theirs",\n>>>>>>> other\n'
    with open(path, "w", encoding="utf-8") as file:
        file.writelines([*text[:5], conflict, *text[5:]])


def empty_record(program, store):
    """A day, and a record with an empty file."""
    day(program, store)
    os.truncate(records(store)[-1], 0)


def aged(program, store):
    """A store whose oldest month, with a deleted record and its image, can be dropped next.

    One entry is missing until the 1,000 that stay are all of later months.
    """
    pictured(program, store)
    program.must(["delete", "last", "--yes"], store)
    age(store, "2020-01")
    for month in ("2020-06", "2020-07"):
        log(program, store, "Email", f"{month}-01T12:00:00Z", "5m")
        age(store, month)
    edit = {"intent": "UpdateRecord", "with": {"record": "last"}}
    edits = [edit | {"with": edit["with"] | {"comment": str(number)}} for number in range(997)]
    program.must(["run", "-"], store, json.dumps(edits))


def aged_longer(program, store):
    """A store whose oldest month can be dropped."""
    aged(program, store)
    program.must(["start", "Reading", "--at", "2024-06-17T09:00:00Z"], store)


def age(store, month):
    """Moves all new entries of the journal to the file of another month."""
    path = f"{store}/{disk.journals(store)[-1]}"
    os.rename(path, f"{os.path.dirname(path)}/history-{month}.jsonl")


def tags_of_one_use(program, store):
    """A day, and a tag that no record uses."""
    day(program, store)
    program.must(["tag-create", "Unused"], store)


def records(store):
    """Returns the paths of all record files, oldest first."""
    return sorted(glob.glob(f"{store}/records/*/*/*.json"))


def copy_record(store, suffix, number=-2, **changes):
    """Creates a conflict copy of a record with some values changed."""
    path = records(store)[number]
    write_json(path.removesuffix(".json") + suffix, read_json(path) | changes)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_json(path, document):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2)
