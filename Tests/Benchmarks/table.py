"""Runs commands in alternation, and writes medians and ratios."""

import json
import os
import platform
import resource
import shlex
import statistics
import subprocess
import tempfile

ROUNDS = 5


class Table:
    def __init__(self, runs, environment):
        self.runs = runs
        self.environment = environment
        self.rows = []
        self.memories = []

    def once(self, command):
        """Runs a command once, to prepare the state for a measurement."""
        subprocess.run(
            shlex.split(command), env=self.environment, stdout=subprocess.DEVNULL, check=True
        )

    def compare(self, name, command, *others, bound=None, prepare=None, slow=False):
        """Compares a command with the sum of others.

        The commands alternate, because other load on the machine varies. The result is the median
        of the rounds' ratios.
        """
        rounds = 3 if slow else ROUNDS
        runs = 1 if slow else max(2, self.runs // ROUNDS)
        # A slow command runs once per round; a fast one beside it runs more often.
        ours = max(2, self.runs // 2) if slow and not prepare else runs
        times = [
            self.medians([command], ours, prepare) + self.medians(list(others), runs, prepare)
            for _ in range(rounds)
        ]
        ratios = [ours / sum(theirs) for ours, *theirs in times]
        ours = statistics.median(time[0] for time in times)
        theirs = statistics.median(sum(time[1:]) for time in times)
        row = (name, ours, theirs, statistics.median(ratios), bound)
        self.rows.append(row)
        print(self.line(*row), flush=True)

    def medians(self, commands, runs, prepare):
        """Returns the median time of each command, in seconds."""
        with tempfile.NamedTemporaryFile() as file:
            words = ["hyperfine", "--style", "none", "-N", "--warmup", "0" if runs == 1 else "1"]
            words += ["--runs", str(runs), "--export-json", file.name]
            if prepare:
                words += ["--prepare", f"sh -c {shlex.quote(prepare)}"]
            subprocess.run(
                words + commands, env=self.environment, check=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            return [result["median"] for result in json.load(open(file.name))["results"]]

    def memory(self, name, command, bound):
        """Measures the peak memory of a command, in MB."""
        child = os.fork()
        if child == 0:
            self.once(command)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            os._exit(min(255, round(peak / 1024)))
        _, status = os.waitpid(child, 0)
        self.memories.append((name, os.waitstatus_to_exitcode(status), bound))
        print(*self.memories[-1], flush=True)

    @staticmethod
    def line(name, ours, theirs, ratio, bound):
        times = f"{ours * 1000:.1f} ms | {theirs * 1000:.1f} ms | {ratio:.2g}"
        verdict = "" if bound is None else "yes" if ratio <= bound else "no"
        return f"| {name} | {times} | {'' if bound is None else f'{bound:.2g}'} | {verdict} |"

    def write(self, path):
        processor = next(
            (line.split(": ")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line),
            platform.processor(),
        )
        with open(path, "w") as file:
            file.write(
                "# Results\n\n"
                "Written by `Tests/Benchmarks/run`, in one run; medians, commands alternating.\n"
                f"Linux {platform.release()}, {os.cpu_count()} processors, {processor}.\n\n"
                "| what | Minuta | baseline | ratio | limit | met |\n"
                "|---|---:|---:|---:|---:|---|\n"
            )
            for row in self.rows:
                file.write(self.line(*row) + "\n")
            if self.memories:
                file.write("\n| peak memory | MB | limit | met |\n|---|---:|---:|---|\n")
            for name, peak, bound in self.memories:
                file.write(f"| {name} | {peak} | {bound} | {'yes' if peak <= bound else 'no'} |\n")
