"""Reads and checks a store's files without the program."""

import fcntl
import hashlib
import json
import os
import re

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(5000)  # the content of every test image
LOCK = ".minuta.writelock.nosync"
STAGED = re.compile(r"\.minuta\.nosync/\w+/staged\.json")
IMAGE = re.compile(r"[0-9A-F-]{36}_\d+\.\w+")
OWN = re.compile(
    r"tags\.json|\.minuta\.writelock\.nosync"
    r"|records/\d{4}/\d\d/\d{4}-\d\d-\d\d_\d{6}\w*\.json"
    r"|records/\d{4}/\d\d/" + IMAGE.pattern + r"|\.minuta\.nosync/\w+/(history|dropped)-\d{4}-\d\d\.jsonl"
    r"|\.minuta\.nosync/\w+/batches/[0-9a-f]{16}\.\d+\.lock"  # of a killed batch
    r"|\.minuta\.nosync/\w+/trash/[0-9A-F-]{36}(\.json|/" + IMAGE.pattern + ")"
    r"|\.minuta\.nosync/\w+/trash/records/\d{4}/\d\d/" + IMAGE.pattern
    + r"|\.minuta\.nosync/\w+/trash/repaired/.*"
)


def files(store):
    """Returns the paths of all files, relative to the store."""
    found = []
    for folder, _, names in os.walk(store):
        found += [os.path.relpath(os.path.join(folder, name), store) for name in names]
    return sorted(found)


def journals(store):
    return [path for path in files(store) if re.search(r"/history-[\d-]+\.jsonl$", path)]


def content(store, path):
    with open(os.path.join(store, path), "rb") as file:
        return file.read()


def problems(store):
    """Returns the problems of a store that no process is using."""
    checks = strays, documents, journal, trash, lock
    return [problem for check in checks for problem in check(store)]


def strays(store):
    for path in files(store):
        if STAGED.fullmatch(path):
            if content(store, path) != b"[]":
                yield f"{path} still lists files"
        elif not OWN.fullmatch(path):
            yield f"the file {path} is left over"


def documents(store):
    ids, images = {}, set()
    for path in files(store):
        if not path.endswith(".json") or "/trash/repaired/" in path:
            continue
        try:
            document = json.loads(content(store, path))
        except ValueError as error:
            yield f"torn: {path} is not JSON ({error})"
            continue
        if path.startswith("records/"):
            if document["id"] in ids:
                yield f"doubled: {path} has the same ID as {ids[document['id']]}"
            ids[document["id"]] = path
            images |= {os.path.join(os.path.dirname(path), name) for name in document["images"]}
    there = {path for path in files(store) if IMAGE.fullmatch(os.path.basename(path))}
    for path in images - there:
        yield f"lost: the image {path} is missing"
    for path in {path for path in there if path.startswith("records/")} - images:
        yield f"the image {path} belongs to no record"
    for path in there:
        if content(store, path) != PICTURE:
            yield f"torn: the image {path} is incomplete"


def journal(store):
    """Checks the journal's lines, their order, and that the files match their last entries."""
    # The first files may have been dropped only if the newest three stay.
    last, afters = None if len(journals(store)) >= 3 else 0, {}
    for path in journals(store):
        data = content(store, path)
        if data and not data.endswith(b"\n"):
            yield f"torn: {path} ends with an incomplete line"
        for line in filter(None, data.split(b"\n")):
            checksum, _, text = line.partition(b" ")
            if hashlib.sha256(text).hexdigest()[:16].encode() != checksum:
                yield f"torn: {path} has a line with a wrong checksum"
                continue
            entry = json.loads(text)
            if last is not None and entry["sequence"] != last + 1:
                yield f"{path} has entry {entry['sequence']} after {last}"
            last = entry["sequence"]
            if entry.get("tags"):  # contains only the changed tags, not the whole file
                afters.pop("tags.json", None)
            for file in entry["files"]:
                afters[file["path"]] = file["after"]
    for path, after in afters.items():
        there = os.path.lexists(os.path.join(store, path))
        now = content(store, path).decode() if there else None
        if now != after:
            yield f"lost: {path} differs from its last journal entry"


def trash(store):
    """Checks that an entry of the journal names each file in the trash, except temporary files."""
    named = set()
    for path in files(store):
        if not re.search(r"/(history|dropped)-[\d-]+\.jsonl$", path):
            continue
        for line in filter(None, content(store, path).split(b"\n")):
            entry = json.loads(line.partition(b" ")[2])
            named |= {file["path"] for file in entry["files"]}
            named |= {move["to"] for move in entry.get("moves", [])}
    for path in files(store):
        is_temporary = os.path.basename(path).startswith(".minuta-")
        if "/trash/" in path and path not in named and not is_temporary:
            yield f"the entry of {path} is gone"


def lock(store):
    path = os.path.join(store, LOCK)
    if not os.path.exists(path):
        return
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield "the lock is held although no program is running"
