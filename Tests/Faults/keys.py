"""F4: the same call with the same idempotency key from many processes runs only once."""

import json
import os
import threading

import disk
import reader
from operations import FIVE
from stores import day, nothing

PROCESSES = 20
KEY = ("--key", "press")
LOGGED = ("--start", "2024-05-17T11:00:00Z")
CASES = (  # call, standard input, initial store, and number of added records
    (("log", "New", "5m", *LOGGED, *KEY), None, nothing, 1),
    (("log", "Email", "5m", *LOGGED, *KEY), None, day, 1),
    (("start", "New", "--parallel", *KEY), None, day, 1),
    (("switch", "New", *KEY), None, day, 1),
    (("toggle", "Work", *KEY), None, day, 0),
    (("undo", *KEY), None, day, -1),
    (("run", "-", "--once"), json.dumps(FIVE), day, 4),
    (("run", "-", "--once", "--atomic"), json.dumps(FIVE), day, 4),
)


def run(program, folder, chance, tally):
    for number, (words, given, prepare, more) in enumerate(CASES):
        store = os.path.join(folder, f"keys-{number}")
        prepare(program, store)
        where = f"'{' '.join(words)}' from {PROCESSES} processes"
        try:
            before = len(reader.read(program, store).records)
            answers = at_once(program, [*words, "--json"], store, given)
            check(program, store, where, answers, before + more, tally)
            # A later call with the same key gets the same result.
            again = program.run([*words, "--json"], store, given)
            check(program, store, where, [answers[0], again], before + more, tally)
        except Exception as error:
            tally.fail(where, str(error))
        for problem in disk.problems(store):
            tally.fail(where, problem)
    tally.add("processes", PROCESSES)
    check_other_call(program, folder, tally)
    print(f"  {len(CASES)} calls with a key from {PROCESSES} concurrent processes", flush=True)


def at_once(program, words, store, given):
    answers = []
    gate = threading.Barrier(PROCESSES)

    def call():
        gate.wait()
        answers.append(program.run(words, store, given))

    callers = [threading.Thread(target=call) for _ in range(PROCESSES)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    if len(answers) != PROCESSES:
        raise RuntimeError(f"only {len(answers)} of {PROCESSES} processes finished")
    return answers


def plain(outcome):
    """An outcome without what tells that it was answered before."""
    dialog = outcome.get("dialog", "").removeprefix("Already done: ")
    return {name: value for name, value in outcome.items() if name != "repeated"} | {"dialog": dialog}


def check(program, store, where, answers, count, tally):
    for answer in answers:
        if answer.code != 0 or answer.failure or not answer.outcomes:
            tally.fail(where, f"a process failed: {answer}")
    firsts = sum(not any(outcome.get("repeated") for outcome in answer.outcomes) for answer in answers)
    if firsts > 1:
        tally.fail(where, f"{firsts} processes ran the call, by their answers")
    outcomes = {json.dumps([plain(one) for one in answer.outcomes], sort_keys=True) for answer in answers}
    if len(outcomes) != 1:
        tally.fail(where, f"{len(outcomes)} different answers: {sorted(outcomes)[:2]}")
    records = reader.read(program, store).records
    tally.add("records", len(records))
    if len(records) != count:
        kind = "doubled" if len(records) > count else "lost"
        tally.fail(where, f"{kind}: {len(records)} records instead of {count}")


def check_other_call(program, folder, tally):
    """Checks that a different call with the same key is rejected."""
    store = os.path.join(folder, "keys-0")
    before = reader.read(program, store).records
    answer = program.run(["log", "New", "6m", *LOGGED, *KEY, "--json"], store)
    if answer.failure.get("error", {}).get("code") != "keyReused":
        tally.fail("another call with the key", f"wrong error: {answer}")
    if [r["id"] for r in reader.read(program, store).records] != [r["id"] for r in before]:
        tally.fail("another call with the key", "doubled: the call was run")
