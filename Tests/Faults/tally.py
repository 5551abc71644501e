"""Counts the faults and collects the failures of a run."""

import threading


class Tally:
    KINDS = ("lost", "torn", "doubled")
    COUNTS = ("kills", "losses", "cuts", "errors", "unread", "processes", "hostile", "records")
    SHOWN = 200

    def __init__(self, show=True):
        self.show = show
        self.counts = dict.fromkeys(self.COUNTS, 0)
        self.failures = []
        self.notes = []
        self.guard = threading.Lock()

    def add(self, what, count=1):
        with self.guard:
            self.counts[what] += count

    def fail(self, where, text):
        with self.guard:
            self.failures.append((where, text))
            if self.show and len(self.failures) <= self.SHOWN:
                print(f"  FAILED {where}: {text}", flush=True)

    def note(self, text):
        with self.guard:
            self.notes.append(text)
            print(f"  {text}", flush=True)

    def of_kind(self, kind):
        return sum(text.startswith(f"{kind}:") for _, text in self.failures)

    def __str__(self):
        counts = self.counts
        other = len(self.failures) - sum(map(self.of_kind, self.KINDS))
        parts = [
            f"killed at {counts['kills']:,} points",
            f"without power from {counts['losses']:,}",
            f"cut off ext4 at {counts['cuts']:,}",
            f"refused at {counts['errors']:,}",
            f"unread at {counts['unread']:,}",
            f"{counts['processes']} processes at once",
            f"{counts['hostile']:,} calls on hostile folders",
            f"{counts['records']:,} records checked",
            *(f"{self.of_kind(kind)} {kind}" for kind in self.KINDS),
            f"{other} other failures",
            *self.notes,
        ]
        return "faults: " + ", ".join(parts)
