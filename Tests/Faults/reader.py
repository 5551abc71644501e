"""Reads a store with the program and checks that its answers are consistent."""

import json
from dataclasses import dataclass

EVERYTHING = json.dumps([
    {"intent": "ListRecords", "with": {"range": "all"}},
    {"intent": "ListTags", "with": {"includeArchived": True}},
    {"intent": "Status"},
    {"intent": "Summarize", "with": {"range": "all"}},
    {"intent": "History", "with": {"limit": 1_000_000}},
])


class Unreadable(Exception):
    pass


@dataclass
class View:
    records: list
    tags: list
    history: list  # newest first

    @property
    def ids(self):
        return {item["id"] for item in self.records + self.tags}

    def without(self, comment):
        """Returns the view without the records with a comment and the tags only they use."""
        gone = {r["tagId"] for r in self.records if r.get("comment") == comment}
        records = [r for r in self.records if r.get("comment") != comment]
        kept = {r.get("tagId") for r in records}
        tags = [t for t in self.tags if t["id"] not in gone or t["id"] in kept]
        return View(records, tags, self.history)

    def shape(self, known):
        """Returns the view with "new" in place of unknown IDs, so that two runs can be compared."""

        def name(identity):
            return identity if identity in known or identity is None else "new"

        records = [
            (
                name(r["id"]),
                r["startTime"],
                r.get("endTime") or "",
                name(r.get("tagId")) or "",
                (r.get("tag") or {}).get("name", ""),
                r.get("comment") or "",
                len(r["images"]),
            )
            for r in self.records
        ]
        tags = [(name(t["id"]), t["name"], t["isArchived"]) for t in self.tags]
        return sorted(records), sorted(tags)


def value(program, words, store):
    answer = program.run([*words, "--json"], store)
    if answer.code != 0 or len(answer.outcomes) != 1:
        raise Unreadable(f"'{' '.join(words)}' failed: {answer}")
    return answer.outcomes[0]["value"]


def read(program, store, is_damaged=False):
    """Reads everything; fails if the answers are inconsistent.

    A damaged store is not checked.
    """
    answer = program.run(["run", "-", "--json"], store, EVERYTHING)
    if answer.code != 0 or answer.acknowledged != len(json.loads(EVERYTHING)):
        raise Unreadable(f"reading failed: {answer}")
    values = [outcome["value"] for outcome in answer.outcomes]
    listed, tags, status, summary, history = values
    view = View([plain(r) for r in listed["records"]], tags["tags"], history["entries"])
    if is_damaged:
        return view
    for found in values:
        if found.get("skippedFiles"):
            raise Unreadable(f"files were skipped: {found['skippedFiles']}")
    check(view, {r["id"] for r in status["running"]}, summary)
    check_history(view)
    return view


def plain(record):
    """Returns a record without the values that follow from others, from the time or from other records."""
    derived = {"durationSeconds", "startLocal", "endLocal", "labels", "reference", "text"}
    return {key: value for key, value in record.items() if key not in derived}


def stored(record):
    """Returns a record in the form used by the history."""
    return {key: value for key, value in plain(record).items() if key != "tag"}


def check(view, running, summary):
    ids = [r["id"] for r in view.records]
    if len(ids) != len(set(ids)):
        raise Unreadable("doubled: a record is listed twice")
    names = [t["name"] for t in view.tags]
    if len(names) != len(set(names)):
        raise Unreadable("doubled: two tags have the same name")
    tags = {t["id"]: t for t in view.tags}
    for record in view.records:
        if record.get("tagId") and record.get("tag") != tags.get(record["tagId"]):
            raise Unreadable(f"torn: the record {record['id']} has a tag that is not listed")
    if running != {r["id"] for r in view.records if not r.get("endTime")}:
        raise Unreadable("'status' and 'records' list different running timers")
    counted = {group.get("tagId") for group in summary["groups"]}
    if counted != {r.get("tagId") for r in view.records}:
        raise Unreadable("'summary' and 'records' list different tags")


def check_history(view):
    """Replays the history; the result must equal the listed records and tags."""
    state = {}
    first = view.history[-1]["entry"] if view.history else 1  # earlier entries were dropped
    for place, entry in enumerate(reversed(view.history)):
        if entry["entry"] != place + first:
            raise Unreadable(f"lost: history entry {place + first} has the number {entry['entry']}")
        for change in entry["changes"]:
            if first > 1:
                state.setdefault(change["id"], change["before"])
            if state.get(change["id"]) != change["before"]:
                raise Unreadable(
                    f"torn: before entry {entry['entry']}, {change['id']} was"
                    f" {state.get(change['id'])}, not {change['before']}"
                )
            state[change["id"]] = change["after"]
    listed = [stored(record) for record in view.records] + view.tags
    left = {identity: item for identity, item in state.items() if item is not None}
    for item in listed:
        if first > 1 and item["id"] not in state:
            continue
        if left.pop(item["id"], None) != item:
            raise Unreadable(f"torn: {item} differs from the history")
    for item in left.values():
        raise Unreadable(f"lost: {item} is in the history, but not listed")
