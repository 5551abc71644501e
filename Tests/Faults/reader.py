"""What the program's readers say a store holds."""

from dataclasses import dataclass


class Unreadable(Exception):
    pass


@dataclass
class View:
    records: list
    tags: list

    @property
    def ids(self):
        return {item["id"] for item in self.records + self.tags}

    def without(self, comment):
        """The view without the records of a comment, and the tags that only those have."""
        gone = {r["tagId"] for r in self.records if r.get("comment") == comment}
        records = [r for r in self.records if r.get("comment") != comment]
        kept = {r.get("tagId") for r in records}
        tags = [t for t in self.tags if t["id"] not in gone or t["id"] in kept]
        return View(records, tags)

    def shape(self, known):
        """The view with "new" in place of ids that are not known, so that two runs compare."""

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
        raise Unreadable(f"'{' '.join(words)}' ended with {answer}")
    return answer.outcomes[0]["value"]


def read(program, store):
    """Asks for all there is, and fails where the answers do not agree with each other."""
    listed = value(program, ["records", "all"], store)
    tags = value(program, ["tags"], store)
    status = program.run(["status", "json"], store)
    if status.code != 0 or not status.lines:
        raise Unreadable(f"'status json' ended with {status}")
    for answer in (listed, tags):
        if answer.get("setAside"):
            raise Unreadable(f"set aside: {answer['setAside']}")
    view = View([plain(r) for r in listed["records"]], tags["tags"])
    check(view, {r["id"] for r in status.lines[0]["running"]})
    return view


def plain(record):
    """A record without what depends on the moment it is read."""
    return {key: value for key, value in record.items() if key != "durationSeconds"}


def check(view, running):
    ids = [r["id"] for r in view.records]
    if len(ids) != len(set(ids)):
        raise Unreadable("doubled: a record is listed twice")
    names = [t["name"] for t in view.tags]
    if len(names) != len(set(names)):
        raise Unreadable("doubled: two tags have one name")
    tags = {t["id"]: t for t in view.tags}
    for record in view.records:
        if record.get("tagId") and record.get("tag") != tags.get(record["tagId"]):
            raise Unreadable(f"torn: the record {record['id']} has a tag that is not listed")
    if running != {r["id"] for r in view.records if not r.get("endTime")}:
        raise Unreadable("'status' and 'records' do not agree on what is running")
