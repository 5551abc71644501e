"""F2 for readers: a failed read is reported, and has no effect after the error is gone.

Each reader starts with an index of the original store. Faults hit the store or the index.
"""

import glob
import os
import shutil
import tempfile
from multiprocessing.pool import ThreadPool

import errors
import index
import reader
import tracing
from stage import ATTEMPTS
from stores import day, read_json, records, write_json

READERS = (
    ("records", "all", "--json"),
    ("summary", "all", "--json"),
    ("summary", "all", "--verify", "--json"),
    ("status", "--json"),
    ("tags", "--json"),
    ("doctor", "--json"),
)
QUICK = 60  # number of sampled points
TURNS = 1  # number of errors per point in addition to EIO


def unchanged(store):
    """Leaves the store as it was indexed."""


def edited(store):
    """Edits two records and the tags without the program."""
    for path in records(store)[:2]:
        write_json(path, read_json(path) | {"comment": "edited"})
    write_json(f"{store}/tags.json", read_json(f"{store}/tags.json"))


def added(store):
    """Adds a record in a new month, like a file sync service."""
    path = records(store)[0]
    record = read_json(path) | {"id": "00000000-0000-4000-8000-000000000001"}
    folder = f"{store}/records/2024/07"
    os.makedirs(folder)
    moved = {"startTime": "2024-07-01T08:00:00Z", "endTime": "2024-07-01T09:00:00Z"}
    write_json(f"{folder}/2024-07-01_080000.json", record | moved)


def run(program, folder, chance, is_quick, tally):
    template = os.path.join(folder, "read", "store")
    day(program, template)
    trials = [
        Trial(program, folder, template, words, change, at_index, tally)
        for words in READERS
        for change in (unchanged, edited, added)
        for at_index in (False, True)
    ]
    plans = [(trial, *fault) for trial in trials for fault in trial.plan()]
    if is_quick:
        plans = chance.sample(plans, min(QUICK, len(plans)))
    with ThreadPool(max(2, os.cpu_count() or 2)) as pool:
        met = sum(pool.starmap(try_one, plans, chunksize=1))
    # The number of directory reads depends on how recently a directory was changed.
    if met < len(plans) * 9 // 10:
        tally.fail("reads", f"only {met} of {len(plans)} faults were injected")
    print(f"  {len(plans)} faults in {len(READERS)} readers", flush=True)


def try_one(trial, point, error):
    """Returns whether the fault was injected."""
    try:
        return trial.try_one(point, error)
    except Exception as problem:  # an error in this script, or a process that hangs
        trial.tally.fail(f"{trial.name}, {error} at {point}", repr(problem))
        return True


class Trial:
    """A reader of a store that changed after it was indexed."""

    def __init__(self, program, folder, template, words, change, at_index, tally):
        self.program = program
        self.folder = folder
        self.template = template
        self.words = words
        self.change = change
        self.at_index = at_index
        self.tally = tally
        self.name = f"'{' '.join(words)}', {change.__name__}"

    def plan(self):
        place = Place(self)
        points, answer = tracing.points(place.run)
        if answer.code != 0:
            raise RuntimeError(f"{self.name} ended with {answer}")
        self.answer = index.without_times(answer, place.store)
        self.shown = shown(answer)
        place.remove()
        for point in errors.first_and_last(p for p in points if self.at_index or not p.changes):
            names = ["EIO", *(errors.next_error(point) for _ in range(TURNS))]
            yield from ((point, name) for name in dict.fromkeys(names))

    def try_one(self, point, error):
        where = f"{self.name}, {error} at {point}" + " of the index" * self.at_index
        for _ in range(ATTEMPTS):
            place = Place(self)
            answer, met = tracing.inject(place.run, point, f"error={error}")
            if met:
                break
            place.remove()
        else:
            return False
        self.tally.add("unread")
        self.check_answer(where, answer, error, place, met)
        self.check_later(where, place)
        place.remove()
        return True

    def check_answer(self, where, answer, error, place, met):
        if answer.code != 0:
            if self.at_index:
                return self.tally.fail(where, f"failed because of the index: {answer}")
            problem = errors.sentence_problem(answer, place.store, error, met)
            if problem:
                self.tally.fail(where, f"{problem}: {answer}")
        elif self.at_index and index.without_times(answer, place.store) != self.answer:
            self.tally.fail(where, f"the result differs because of the index: {answer}")
        elif shown(answer) < self.shown and not is_named(answer):
            self.tally.fail(where, f"lost: something is missing and not reported: {answer}")

    def check_later(self, where, place):
        """Checks that the index left by the fault gives complete results."""
        program = place.program
        index.check(program, place.store, where, self.tally)
        answer = program.run(self.words, place.store)
        if index.without_times(answer, place.store) != self.answer:
            self.tally.fail(where, f"lost: wrong result after the fault is gone: {answer}")
        verified = program.run(("records", "all", "--json"), place.store)
        if verified.code != 0 or verified.outcomes[0]["value"].get("skippedFiles"):
            self.tally.fail(where, f"lost: a record is still missing: {verified}")
        found = reader.value(program, ["doctor"], place.store)["problems"]
        if [problem for problem in found if problem["code"] != "longRunningTimer"]:
            self.tally.fail(where, f"'doctor' reports {found}")


class Place:
    """A copy of the store, indexed and then changed."""

    def __init__(self, trial):
        self.folder = tempfile.mkdtemp(dir=trial.folder)
        self.store = os.path.join(self.folder, "store")
        cache = os.path.join(self.folder, "cache")
        shutil.copytree(trial.template, self.store)
        self.program = trial.program.with_variables(XDG_CACHE_HOME=cache)
        self.program.must(["summary", "all"], self.store)
        (indexed,) = glob.glob(f"{cache}/minuta/index/*")
        trial.change(self.store)
        self.run = tracing.Run(
            lambda under: self.program.run(trial.words, self.store, under=under),
            indexed if trial.at_index else self.store,
        )

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def shown(answer):
    """Returns the number of items in an answer."""
    value = answer.outcomes[0].get("value", {})
    return sum(len(value.get(name, [])) for name in ("records", "groups", "running", "tags"))


def is_named(answer):
    """Returns whether an answer names the files that it couldn't read."""
    value = answer.outcomes[0].get("value", {})
    return bool(value.get("skippedFiles") or value.get("problems"))
