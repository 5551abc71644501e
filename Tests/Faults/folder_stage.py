"""Checks a directory outside the store after a fault."""

import os

from stage import Stage


class FolderStage(Stage):
    """Checks that files are replaced atomically: each has its old or its new content."""

    # Temporary files have different names in each run, and strace counts calls per thread.
    follows = False
    left_by_a_kill = ".tmp is left over"

    def state(self, root):
        """Returns the mode and the text of each file by path."""
        found = {}
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
                found[os.path.relpath(path, root)] = (os.stat(path).st_mode, text)
        return found

    def done(self, answer):
        """Counts successes: some commands print only a value, others an outcome."""
        values = [line for line in answer.lines if "plugin" in line and "status" not in line]
        return answer.acknowledged + len(values)

    def bounds(self, answer):
        """If only the directory's flush failed, the call fails but the file is replaced."""
        return self.done(answer), self.steps

    def check(self, root, where, least, most, allowed=None):
        state = self.state(root)
        strays = self.strays(state)
        for path in strays:
            if not (allowed and f"{path} is left over".endswith(allowed)):
                self.tally.fail(where, f"the file {path} is left over")
        self.check_state(self.without(state, strays), where, self.state_of(least), most)
        answer = self.run(root)
        # A second `plugin add` fails if the plugin was already added.
        if answer.code != 0 and self.without(state, strays) != self.states[-1]:
            return self.tally.fail(where, f"the repeated call failed: {answer}")
        if self.without(self.state(root), strays) != self.states[-1]:
            self.tally.fail(where, f"torn: the repeated call gave {self.state(root)}")

    def strays(self, state):
        """Returns the files that exist in no state of the operation."""
        return state.keys() - {path for known in self.states for path in known}

    @staticmethod
    def without(state, paths):
        return {path: content for path, content in state.items() if path not in paths}
