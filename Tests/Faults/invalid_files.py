"""F6: an invalid file is reported and does no harm, whether as a record, the tags or the journal.
"""

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
PATIENCE = 5  # seconds; a file of 100 MB must be rejected without reading it
LOG = ("log", "Email", "1m", "--start", "2024-05-20T00:00:00Z", "--json")
LOG_NEW = ("log", "Newcomer", "1m", "--start", "2024-05-20T00:00:00Z", "--json")


def run(program, folder, chance, tally):
    template = os.path.join(folder, "invalid-files")
    day(program, template)
    view = reader.read(program, template)
    tried = 0
    for site in SITES:
        for name in site.kinds or INVALID_FILES:
            shutil.rmtree(folder + "/invalid", ignore_errors=True)
            store = os.path.join(folder, "invalid", "store")
            shutil.copytree(template, store)
            site(program, store, view, name, tally).try_it()
            tried += 1
    print(f"  {tried} invalid files: {', '.join(site.where for site in SITES)}", flush=True)


# Each function creates an invalid file from valid content; `outside` is outside the store.


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
    """A link to a file that would be valid inside the store."""
    write(f"{outside}/target", good.replace(b'"id": "', b'"id": "00000000', 1))
    os.symlink(f"{outside}/target", path)


def link_to_nothing(path, good, outside):
    os.symlink(f"{outside}/nothing", path)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


INVALID_FILES = {
    "an empty file": empty,
    "a file of NULs": nuls,
    "half a file": half,
    "a JSON array": wrapped,
    "invalid UTF-8": latin,
    "a file of 100 MB": huge,
    "a folder": folder,
    "a pipe": pipe,
    "a link outside the store": link_out,
    "a broken link": link_to_nothing,
}


class Site:
    """A position for an invalid file in the store, with the expected behavior."""

    where = None
    kinds = ()  # the invalid files to test; empty for all

    def __init__(self, program, store, view, name, tally):
        self.program = program
        self.store = store
        self.view = view
        self.name = name
        self.tally = tally

    def place(self):
        """Returns the path of the invalid file in the store, and valid content for it."""
        raise NotImplementedError

    def check(self):
        raise NotImplementedError

    def try_it(self):
        self.path, good = self.place()
        whole = os.path.join(self.store, self.path)
        if not self.kinds:
            if os.path.lexists(whole):
                os.unlink(whole)
            INVALID_FILES[self.name](whole, good, os.path.dirname(self.store))
        try:
            self.check()
        except (reader.Unreadable, subprocess.TimeoutExpired) as error:
            self.fail(error)

    def fail(self, text):
        self.tally.fail(f"{self.name} {self.where}", str(text))

    def expect(self, words, code=0):
        """Runs a call that must end in time with the given exit code."""
        start = time.monotonic()
        answer = self.program.run(words, self.store)
        if answer.code != code:
            self.fail(f"'{' '.join(words)}' did not exit with {code}: {answer}")
        if time.monotonic() - start > PATIENCE:
            self.fail(f"'{' '.join(words)}' took {time.monotonic() - start:.1f} s")
        return answer

    def expect_named(self, answer):
        """Checks that the invalid file, and no other, is reported as skipped."""
        named = [file["file"] for file in self.value(answer).get("skippedFiles", [])]
        if named != [self.path]:
            self.fail(f"{named} is reported, not {self.path}")

    def expect_records(self, answer, more=0):
        """Checks that all records are listed, and `more` new ones."""
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
            self.fail("a writer changed the invalid file")


class InTheWay(AmongRecords):
    """A file with the name of the next record."""

    where = "with a new record's name"

    def place(self):
        return f"{MONTH}/2024-05-20_000000.json", super().place()[1]


class AsFolder(Site):
    """A link in place of a month, a year or all records must not be followed."""

    where = "in place of a directory"
    kinds = ("records/2024/07", "records/2025", "records")

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
            self.fail(f"the error does not name the file: {refused}")
        if os.listdir(outside):
            self.fail(f"torn: {os.listdir(outside)} was written outside the store")
        self.expect_records(self.expect(["records", "all", "--json"]))


class AsTags(Site):
    """While the tags can't be read, calls that would rewrite them fail."""

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
            self.fail(f"the error does not name the file: {refused}")
        after = fingerprints(self.store)
        if {path: after[path] for path in before} != before:
            self.fail("the store was changed")


class AsJournal(Site):
    """The journal holds only the history: calls work without it, and a non-file is reported."""

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
                self.fail(f"the error does not name the file: {answer}")
        after = fingerprints(self.store)
        if {path: after[path] for path in before} != before:
            self.fail("the store was changed")


SITES = (AmongRecords, InTheWay, AsFolder, AsTags, AsJournal)


def fingerprints(store):
    """Returns the type and checksum of each file by path, except the lock."""
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
