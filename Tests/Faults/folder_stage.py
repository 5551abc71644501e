"""What has to hold of a folder beside the store after a fault in an operation on it."""

import os

from stage import Stage


class FolderStage(Stage):
    """Files are replaced whole: each holds all of the old text or all of the new."""

    # Names of temporary files are new in each run, and strace counts the calls of each thread.
    follows = False
    left_by_a_kill = ".tmp is left over"

    def state(self, root):
        """The text of each file by its path, and whether others can read it."""
        found = {}
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
                found[os.path.relpath(path, root)] = (os.stat(path).st_mode, text)
        return found

    def done(self, answer):
        """Some commands print a value alone where others print an outcome."""
        values = [line for line in answer.lines if "plugin" in line and "status" not in line]
        return answer.acknowledged + len(values)

    def bounds(self, answer):
        """What is refused may be in its place, where only the flush of the folder failed."""
        return self.done(answer), self.steps

    def check(self, root, where, least, most, allowed=None):
        state = self.state(root)
        strays = self.strays(state)
        for path in strays:
            if not (allowed and f"{path} is left over".endswith(allowed)):
                self.tally.fail(where, f"the file {path} is left over")
        self.check_state(self.without(state, strays), where, self.state_of(least), most)
        answer = self.run(root)
        # What has been added is there, and cannot be added again.
        if answer.code != 0 and self.without(state, strays) != self.states[-1]:
            return self.tally.fail(where, f"the same call again ended with {answer}")
        if self.without(self.state(root), strays) != self.states[-1]:
            self.tally.fail(where, f"torn: the same call again led to {self.state(root)}")

    def strays(self, state):
        """The files that no state of the operation has."""
        return state.keys() - {path for known in self.states for path in known}

    @staticmethod
    def without(state, paths):
        return {path: content for path, content in state.items() if path not in paths}
