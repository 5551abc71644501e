"""F6: bytes that are no record are named and harmless, and so they are as tags or as the journal."""

import hashlib
import os
import shutil
import stat
import subprocess
import time

import disk
import reader
from stores import day

MONTH = "records/2024/05"
HUGE = 100 << 20
PATIENCE = 5  # seconds; nobody reads a hundred megabytes to see that they are no record
LOG = ("log", "Email", "1m", "--start", "2024-05-20T00:00:00Z", "--json")
LOG_NEW = ("log", "Newcomer", "1m", "--start", "2024-05-20T00:00:00Z", "--json")


def run(program, folder, chance, tally):
    template = os.path.join(folder, "strangers")
    day(program, template)
    view = reader.read(program, template)
    tried = 0
    for site in SITES:
        for name in site.strangers or STRANGERS:
            shutil.rmtree(folder + "/stranger", ignore_errors=True)
            store = os.path.join(folder, "stranger", "store")
            shutil.copytree(template, store)
            site(program, store, view, name, tally).try_it()
            tried += 1
    print(f"  {tried} strangers: {', '.join(site.where for site in SITES)}", flush=True)


# Each makes a file at a path from the bytes of a good one; `outside` is a folder out of the store.


def empty(path, good, outside):
    write(path, b"")


def nuls(path, good, outside):
    write(path, bytes(len(good)))


def half(path, good, outside):
    write(path, good[: len(good) // 2])


def wrapped(path, good, outside):
    write(path, b"[" + good + b"]")


def latin(path, good, outside):
    write(path, good.replace(b'"', b'"\xe9'))


def huge(path, good, outside):
    write(path, good)
    os.truncate(path, HUGE)


def folder(path, good, outside):
    os.mkdir(path)


def pipe(path, good, outside):
    os.mkfifo(path)


def link_out(path, good, outside):
    """A link to something that would be good, were it in the store."""
    write(f"{outside}/target", good.replace(b'"id": "', b'"id": "00000000', 1))
    os.symlink(f"{outside}/target", path)


def link_to_nothing(path, good, outside):
    os.symlink(f"{outside}/nothing", path)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


STRANGERS = {
    "nothing": empty,
    "NULs": nuls,
    "half a file": half,
    "a list": wrapped,
    "what is not UTF-8": latin,
    "100 MB": huge,
    "a folder": folder,
    "a pipe": pipe,
    "a link out": link_out,
    "a link to nothing": link_to_nothing,
}


class Site:
    """A stranger in a place of the store, and what is expected there."""

    where = None
    strangers = ()  # those that are tried; all where none are named

    def __init__(self, program, store, view, name, tally):
        self.program = program
        self.store = store
        self.view = view
        self.name = name
        self.tally = tally

    def place(self):
        """The path where the stranger goes, within the store, and the bytes of a good file."""
        raise NotImplementedError

    def check(self):
        raise NotImplementedError

    def try_it(self):
        self.path, good = self.place()
        whole = os.path.join(self.store, self.path)
        if not self.strangers:
            if os.path.lexists(whole):
                os.unlink(whole)
            STRANGERS[self.name](whole, good, os.path.dirname(self.store))
        try:
            self.check()
        except (reader.Unreadable, subprocess.TimeoutExpired) as error:
            self.fail(error)

    def fail(self, text):
        self.tally.fail(f"{self.name} {self.where}", str(text))

    def expect(self, words, code=0):
        """Runs a call that must end with a code, in time."""
        start = time.monotonic()
        answer = self.program.run(words, self.store)
        if answer.code != code:
            self.fail(f"'{' '.join(words)}' ended with {answer}, not with {code}")
        if time.monotonic() - start > PATIENCE:
            self.fail(f"'{' '.join(words)}' took {time.monotonic() - start:.1f} s")
        return answer

    def expect_named(self, answer):
        """The stranger and nothing else is set aside."""
        named = [file["file"] for file in self.value(answer).get("skippedFiles", [])]
        if named != [self.path]:
            self.fail(f"set aside is {named}, not {self.path}")

    def expect_records(self, answer, more=0):
        """All records of the store are listed, and `more`."""
        ids = {record["id"] for record in self.value(answer).get("records", [])}
        self.tally.add("records", len(ids))
        if not {record["id"] for record in self.view.records} <= ids:
            self.fail("lost: a record is not listed")
        if len(ids) > len(self.view.records) + more:
            self.fail(f"doubled: {len(ids)} records are listed")
        if len(ids) < len(self.view.records) + more:
            self.fail(f"lost: only {len(ids)} records are listed")

    @staticmethod
    def value(answer):
        return answer.outcomes[0].get("value", {}) if len(answer.outcomes) == 1 else {}


class AmongRecords(Site):
    where = "as a record"

    def place(self):
        paths = [path for path in disk.files(self.store) if path.startswith(MONTH)]
        return f"{MONTH}/2024-05-19_080000.json", disk.content(self.store, paths[0])

    def check(self):
        before = fingerprints(self.store)
        for words in (["records", "all"], ["summary", "all"], ["status"]):
            answer = self.expect([*words, "--json"])
            self.expect_named(answer)
            if words[0] == "records":
                self.expect_records(answer)
        if fingerprints(self.store) != before:
            self.fail("a reader changed the store")
        stop = ["stop", "--at", "2024-05-18T00:00:00Z", "--json"]
        for words in (LOG, LOG_NEW, stop, ["undo", "--json"], ["redo", "--json"]):
            self.expect(words)
        self.expect_records(self.expect(["records", "all", "--json"]), more=2)
        if fingerprints(self.store)[self.path] != before[self.path]:
            self.fail("a writer changed it")


class InTheWay(AmongRecords):
    """It has the name that the next record would be given."""

    where = "in the way of a record"

    def place(self):
        return f"{MONTH}/2024-05-20_000000.json", super().place()[1]


class AsFolder(Site):
    """A link in place of a month, a year or all records leads nowhere, whatever lies there."""

    where = "in place of a folder"
    strangers = ("records/2024/07", "records/2025", "records")

    def place(self):
        return self.name, b""

    def check(self):
        outside = os.path.join(os.path.dirname(self.store), "outside")
        os.mkdir(outside)
        whole = os.path.join(self.store, self.name)
        if os.path.isdir(whole):
            shutil.rmtree(whole)
            self.view = reader.View([], self.view.tags, self.view.history)
        os.symlink(outside, whole)
        self.expect_named(self.expect(["records", "all", "--json"]))
        month = "2024-07" if "07" in self.name else "2025-01"
        words = ("log", "Email", "1m", "--start", f"{month}-20T00:00:00Z", "--json")
        refused = self.expect(words, code=1)
        if self.name not in refused.failure.get("dialog", ""):
            self.fail(f"the refusal does not name it: {refused}")
        if os.listdir(outside):
            self.fail(f"torn: {os.listdir(outside)} was written out of the store")
        self.expect_records(self.expect(["records", "all", "--json"]))


class AsTags(Site):
    """While the tags cannot be read, nothing that would rewrite them runs."""

    where = "as the tags"

    def place(self):
        return "tags.json", disk.content(self.store, "tags.json")

    def check(self):
        before = fingerprints(self.store)
        answer = self.expect(["records", "all", "--json"])
        self.expect_named(answer)
        self.expect_records(answer)
        refused = self.expect(LOG_NEW, code=1)
        if "tags.json" not in refused.failure.get("dialog", ""):
            self.fail(f"the refusal does not name it: {refused}")
        after = fingerprints(self.store)
        if {path: after[path] for path in before} != before:
            self.fail("the store was changed")


class AsJournal(Site):
    """The journal is history: without it everything goes on, and what is no file is named."""

    where = "as the journal"

    def place(self):
        path = disk.journals(self.store)[-1]
        return path, disk.content(self.store, path)

    def check(self):
        before = fingerprints(self.store)
        is_file = stat.S_ISREG(os.lstat(os.path.join(self.store, self.path)).st_mode)
        if is_file:
            self.expect_records(self.expect(["records", "all", "--json"]))
            self.expect(LOG)
            self.expect_records(self.expect(["records", "all", "--json"]), more=1)
            return
        for words in (["records", "all", "--json"], LOG):
            answer = self.program.run(words, self.store)
            named = answer.failure.get("error", {}).get("data", {}).get("file", "")
            if answer.code and not named.endswith(self.path):
                self.fail(f"the refusal does not name it: {answer}")
        after = fingerprints(self.store)
        if {path: after[path] for path in before} != before:
            self.fail("the store was changed")


SITES = (AmongRecords, InTheWay, AsFolder, AsTags, AsJournal)


def fingerprints(store):
    """What tells whether a file was changed, by path; the lock is no content."""
    found = {}
    for folder, folders, names in os.walk(store):
        for name in folders + names:
            path = os.path.join(folder, name)
            if name != disk.LOCK:
                found[os.path.relpath(path, store)] = fingerprint(path)
    return found


def fingerprint(path):
    status = os.lstat(path)
    content = None
    if stat.S_ISREG(status.st_mode):
        with open(path, "rb") as file:
            content = hashlib.sha256(file.read()).hexdigest()
    return stat.S_IFMT(status.st_mode), content
