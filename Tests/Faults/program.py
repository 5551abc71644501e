"""Runs the program under test."""

import copy
import json
import os
import subprocess
from dataclasses import dataclass

PATIENCE = 60  # seconds until a process counts as hung


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def lines(self):
        """The output lines that are valid JSON; a killed process may leave an incomplete line."""
        values = []
        for line in self.out.splitlines():
            try:
                values.append(json.loads(line))
            except ValueError:
                pass
        return values

    @property
    def outcomes(self):
        """The outcome of each completed call."""
        found = [line.get("outcome", line) for line in self.lines]
        return [outcome for outcome in found if "status" in outcome]

    @property
    def acknowledged(self):
        return sum(outcome["status"] == "ok" for outcome in self.outcomes)

    @property
    def failure(self):
        """The first outcome that isn't `ok`; empty if there is none."""
        failed = [outcome for outcome in self.outcomes if outcome["status"] != "ok"]
        return failed[0] if failed else {}

    def __str__(self):
        return f"exit {self.code}: {(self.out + self.err).strip()[:400]}"


class Program:
    def __init__(self, path, home):
        self.path = os.path.realpath(path)
        self.environment = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "LC_ALL": "C"}

    def with_variables(self, **variables):
        """Returns the program with additional environment variables."""
        other = copy.copy(self)
        other.environment = self.environment | variables
        return other

    def run(self, words, store, given=None, under=(), start=None):
        """Runs the program with a store.

        `given` is its standard input, `under` the command line of a wrapper such as strace, and
        `start` a replacement for `subprocess.run`.
        """
        at = words.index("--") if "--" in words else len(words)
        command = [*under, self.path, *words[:at], "--store", store, *words[at:]]
        code, out, err = (start or run)(command, (given or "").encode(), self.environment)
        answer = Answer(code, out.decode(errors="replace"), err.decode(errors="replace"))
        # `doctor` succeeds but exits with 1 while problems remain.
        if "doctor" in words and answer.code == 1 and answer.acknowledged:
            answer.code = 0
        return answer

    def must(self, words, store, given=None, under=()):
        answer = self.run(words, store, given, under)
        if answer.code != 0:
            raise RuntimeError(f"'{' '.join(words)}' failed without a fault: {answer}")
        return answer


def run(command, given, environment):
    done = subprocess.run(
        command, input=given, capture_output=True, env=environment, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr
