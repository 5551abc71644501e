"""What a run did and what it found wrong."""

import threading


class Tally:
    KINDS = ("lost", "torn", "doubled")
    SHOWN = 200

    def __init__(self, show=True):
        self.show = show
        self.counts = dict.fromkeys(("kills", "errors", "processes", "records"), 0)
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
            f"{counts['kills']:,} kills",
            f"{counts['errors']:,} errors injected",
            f"{counts['processes']} processes",
            f"{counts['records']:,} records checked",
            *(f"{self.of_kind(kind)} {kind}" for kind in self.KINDS),
        ]
        if other:
            parts.append(f"{other} other failures")
        return "faults: " + ", ".join(parts)
