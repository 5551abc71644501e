"""A store prepared by an attacker must not lead the program outside it or make it hang."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
from collections import Counter
from multiprocessing.pool import ThreadPool

import disk
from stores import day

QUICK = 30  # number of sampled stores
PATIENCE = 10  # seconds until a process counts as hung
CALLS = (
    ("records", "all", "--json"),
    ("status", "--json"),
    ("doctor", "--json"),
    ("log", "Email", "1m", "--start", "2024-05-17T08:00:01Z", "--json"),
    ("log", "Newcomer", "1m", "--start", "2024-05-20T00:00:00Z", "--json"),
    ("stop", "--at", "2024-05-17T11:00:00Z", "--json"),
    ("undo", "--json"),
    ("redo", "--json"),
    ("doctor", "--repair", "--json"),
    ("undo", "--json"),
    ("history", "--json"),
    ("summary", "all", "--verify", "--json"),
)
# Errors that depend only on the history, so they name no file.
UNRELATED = ("nothingToUndo", "changedSince", "recordNotFound")
KEPT = "kept by its owner\n"
GOOD = "records/2024/05/2024-05-17_080000.json"
MONTH = "records/2024/06"
OTHER_USER = 12345
OWNER = 12346


def run(program, folder, chance, is_quick, tally):
    cases = [*journals(), *links(), *pipes()]
    if os.geteuid() == 0:
        cases += owners()
    else:
        tally.note("SKIPPED: files of other users, because only root can create them")
    if is_quick:
        cases = chance.sample(cases, QUICK)
    answers = Counter()

    def try_one(number, name, file, make):
        site = Site(program, os.path.join(folder, f"hostile-{number}"), name, file, tally)
        try:
            make(site)
            site.try_calls(answers)
        except Exception as error:  # every error is a failure
            tally.fail(site.where, repr(error))

    with ThreadPool(max(2, os.cpu_count() or 2)) as pool:
        pool.starmap(try_one, [(n, *case) for n, case in enumerate(cases)], chunksize=1)
    count = f"{answers['done']} calls done, {answers['refused']} failed, {answers['hung']} hung"
    print(f"  {len(cases)} hostile stores: {count}", flush=True)


def journals():
    """Yields unfinished journal entries with paths that lead outside the store."""
    paths = [
        "../outside/{}", "records/../../outside/{}", "records/2024/05/../../../../outside/{}",
        "./../outside/{}", "records//../../outside/{}", "tags.json/../../outside/{}",
        ".minuta.nosync/../../outside/{}", "{root}/outside/{}", "//{root}/outside/{}",
        f"{MONTH}/{{}}", "records/2024/05/../../../.bashrc", ".git/config", "records", "", ".",
    ]
    texts = {"new.json": (None, "planted"), "old.json": (KEPT, "planted"), "gone.json": (KEPT, None)}
    for path in paths:
        for file, (before, after) in texts.items():
            def make(site, path=path, file=file, before=before, after=after):
                whole = path.replace("{root}", site.place).replace("{}", file)
                if path.startswith(MONTH):
                    site.link(MONTH)
                if path in (".git/config", "records/2024/05/../../../.bashrc"):
                    site.unwanted = os.path.normpath(path)
                site.plant({"files": [{"path": whole, "before": before, "after": after}]})
            yield f"a journal with {path.replace('{}', file)!r}", "history-", make
    for start, end in ((GOOD, "../outside/new.json"), ("../outside/old.json", GOOD + ".png"),
                       (GOOD, f"{MONTH}/new.json"), ("../outside/old.json", "../outside/new.json")):
        for first in (False, True):
            def make(site, start=start, end=end, first=first):
                if MONTH in end:
                    site.link(MONTH)
                site.plant({"files": [], "moves": [{"from": start, "to": end, "first": first}]})
            yield f"a journal that moves {start} to {end}", "history-", make
    for path in ("../outside/old.json", "{root}/outside/old.json"):
        def make(site, path=path):
            whole = path.replace("{root}", site.place)
            change = {"path": whole, "before": "planted", "after": KEPT, "repair": "x"}
            site.plant({"files": [change], "intent": "Doctor"})
        yield f"an undo of a repair of {path}", "history-", make


def links():
    """Yields symbolic links in place of files that the program writes."""
    for path in (".minuta.nosync", "{machine}", "{machine}/trash", "{machine}/staged.json", "{journal}",
                 "tags.json", ".minuta.writelock.nosync", "records", "records/2024/05", "{temporary}",
                 "{tags temporary}", "{machine}/batches", ".stignore", ".gitignore"):
        for target in ("outside", "outside/old.json", "outside/new.json"):
            def make(site, path=path, target=target):
                site.replace(path, lambda whole: os.symlink(f"{site.place}/{target}", whole))
            yield f"a link to {target} as {path}", path, make


def pipes():
    """Yields pipes in place of files; a program that opens one blocks."""
    for path in ("{machine}", "{machine}/staged.json", "{journal}", "{next journal}", "tags.json", GOOD,
                 ".minuta.writelock.nosync", ".minuta.nosync", "records", "{temporary}",
                 "{tags temporary}", "{machine}/trash", "{machine}/batches", ".stignore", ".gitignore"):
        yield f"a pipe as {path}", path, lambda site, path=path: site.replace(path, os.mkfifo)


def owners():
    """Yields unfinished journal entries that another user could have written."""
    for name, change in (
        ("a group-writable journal", lambda path: os.chmod(path, 0o664)),
        ("a world-writable journal", lambda path: os.chmod(path, 0o666)),
        ("a journal of another user", lambda path: os.chown(path, OTHER_USER, OTHER_USER)),
        ("a directory of another user", lambda path: os.chown(os.path.dirname(path), OTHER_USER, -1)),
        ("a world-writable directory", lambda path: os.chmod(os.path.dirname(path), 0o777)),
    ):
        def make(site, change=change):
            good = {"path": "records/2024/07/2024-07-01_080000.json", "before": None}
            record = disk.content(site.store, GOOD).decode()
            site.plant({"files": [good | {"after": record.replace("2024-05-17", "2024-07-01")}]})
            site.unwanted = good["path"]
            site.files.append("{machine}")
            site.change_owner()
            change(os.path.join(site.store, site.journal))
        yield name, "history-", make


class Site:
    """A store prepared by an attacker, and a directory beside it that must not change."""

    def __init__(self, program, place, name, file, tally):
        self.place = place
        self.where = f"hostile, {name}"
        self.files = [file]  # an error message must name one of these
        self.tally = tally
        self.under = []
        self.unwanted = None  # a file that must not be created
        self.store = os.path.join(place, "store")
        self.outside = os.path.join(place, "outside")
        os.makedirs(self.outside)
        for kept in ("old.json", "gone.json"):
            with open(os.path.join(self.outside, kept), "w", encoding="utf-8") as file:
                file.write(KEPT)
        home = os.path.join(place, "home")
        os.mkdir(home)
        self.program = program.with_variables(HOME=home)
        day(self.program, self.store)
        self.journal = disk.journals(self.store)[-1]
        self.last = self.last_entry()
        self.machine = os.path.dirname(self.journal)

    def path(self, name):
        """Replaces the placeholders in a path, which depend on the machine or the next call."""
        stem = hashlib.sha256(b"2024-05-17_080001.json").hexdigest()[:16]
        tags = hashlib.sha256(b"tags.json").hexdigest()[:16]
        number = self.last["sequence"] + 1
        names = {
            "machine": self.machine,
            "journal": self.journal,
            "next journal": f"{self.machine}/history-2099-12.jsonl",
            "temporary": f"records/2024/05/.minuta-{stem}-{number}.tmp",
            "tags temporary": f".minuta-{tags}-{number}.tmp",
        }
        for key, value in names.items():
            name = name.replace("{" + key + "}", value)
        return os.path.join(self.store, name)

    def last_entry(self):
        with open(os.path.join(self.store, self.journal), "rb") as file:
            return json.loads([line for line in file.read().split(b"\n") if line][-1][17:])

    def replace(self, name, make):
        whole = self.path(name)
        if os.path.isdir(whole) and not os.path.islink(whole):
            shutil.rmtree(whole)
        elif os.path.lexists(whole):
            os.unlink(whole)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        make(whole)

    def link(self, name):
        self.replace(name, lambda whole: os.symlink(self.outside, whole))
        self.files.append(name)

    def plant(self, change):
        """Appends a journal entry, like a writer that was killed after its commit."""
        path = os.path.join(self.store, self.journal)
        last = self.last_entry()
        alone = ("files", "moves", "batch", "keyedResults", "groupEnd", "tagDigests")
        kept = {key: last[key] for key in last if key not in alone}
        entry = kept | {"sequence": last["sequence"] + 1} | change
        text = json.dumps(entry, separators=(",", ":")).encode()
        with open(path, "ab") as file:
            file.write(hashlib.sha256(text).hexdigest()[:16].encode() + b" " + text + b"\n")

    def change_owner(self):
        """Makes an ordinary user own all files and run the program."""
        for folder, folders, names in os.walk(self.place):
            for name in [".", *folders, *names]:
                os.lchown(os.path.join(folder, name), OWNER, OWNER)
        os.chmod(os.path.dirname(self.place), 0o711)
        self.under = ["setpriv", "--reuid", str(OWNER), "--regid", str(OWNER), "--clear-groups"]

    def try_calls(self, answers):
        before = snapshot(self.place)
        unnamed = []
        for words in CALLS:
            try:
                answer = self.program.run(words, self.store, under=self.under, start=start)
            except subprocess.TimeoutExpired:
                self.tally.fail(self.where, f"'{' '.join(words)}' hangs")
                answers["hung"] += 1
                break
            self.tally.add("hostile")
            answers["refused" if answer.code else "done"] += 1
            code = answer.failure.get("error", {}).get("code")
            if answer.code not in (0, 1):
                self.tally.fail(self.where, f"'{' '.join(words)}' failed: {answer}")
            elif answer.code and code not in UNRELATED and not self.names(answer):
                unnamed.append(f"'{' '.join(words)}' failed: {answer}")
        if unnamed:
            text = f"{self.files} is not named in {len(unnamed)} error messages: {unnamed[0]}"
            self.tally.fail(self.where, text)
        after = snapshot(self.place)
        for path in sorted(before.keys() | after.keys()):
            if before.get(path) != after.get(path):
                text = f"torn: {path} changed from {before.get(path)} to {after.get(path)}"
                self.tally.fail(self.where, text)
        if self.unwanted and os.path.lexists(os.path.join(self.store, self.unwanted)):
            self.tally.fail(self.where, f"torn: the journal entry created {self.unwanted}")

    def names(self, answer):
        """Returns whether an answer names one of the files at fault."""
        text = answer.out + answer.err
        return any(os.path.basename(self.path(file)) in text for file in self.files)


def snapshot(place):
    """Returns the files outside the store, except the program's own in the home directory."""
    found = {}
    for folder, folders, names in os.walk(place):
        for name in folders + names:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, place)
            if inside.split("/")[0] in ("store", "home"):
                continue
            status = os.lstat(path)
            content = None
            if stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:
                    content = file.read()
            found[inside] = (oct(status.st_mode), status.st_uid, content)
    return found


def start(command, given, environment):
    done = subprocess.run(
        command, input=given, capture_output=True, env=environment, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr
