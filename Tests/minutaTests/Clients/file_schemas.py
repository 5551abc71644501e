"""Compares the printed schemas of files with `minuta check`, for right and broken files."""

import copy
import json
import os
import subprocess
import tempfile

import checks
from checks import equal, expect, ok
from jsonschema import Draft202012Validator as Validator

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
EXAMPLES = {
    "settings": ["Examples/reports/settings.json"],
    "calls": ["Examples/first-day.json", "Examples/deep-work.json", "Examples/month.jsonl"],
    "keymap": ["Examples/keymap.json"],
    "workflow": [],
    "definition": [],
    "plugin": [],
}
# Intents of plugins that aren't installed here are unknown, but their files are otherwise right.
PLUGINS = {"deep-work.json", "pomodoro.json"}
# Keys whose values may be expressions or JSON Schemas.
FREE = {"with", "output", "dialog", "if", "forEach", "key", "fail", "parameters", "result"}
MANIFEST = {
    "minuta": 1,
    "plugin": "time",
    "mcp": {"command": "/usr/bin/time", "args": []},
    "allow": [],
    "pin": {},
    "tools": [],
}


def schema(kind):
    text = subprocess.run([checks.PROGRAM, "schema", kind], capture_output=True, check=True).stdout
    found = json.loads(text)
    Validator.check_schema(found)
    return Validator(found)


def check(text, kind, name):
    """Returns the messages of `minuta check` for a text."""
    path = os.path.join(tempfile.gettempdir(), f"{os.getpid()}-{name}")
    with open(path, "w") as file:
        file.write(text)
    try:
        words = [checks.PROGRAM, "check", path, "--as", kind]
        result = subprocess.run(words, capture_output=True, text=True, timeout=checks.TIMEOUT)
    finally:
        os.remove(path)
    expect(result.returncode in (0, 2), f"{name}: {result.returncode} {result.stderr}")
    equal(result.returncode == 0, not result.stderr)
    return result.stderr


def values(path):
    with open(path) as file:
        text = file.read()
    if path.endswith("l"):
        return text, [json.loads(line) for line in text.splitlines()]
    return text, [json.loads(text)]


def broken(value):
    """Returns copies of a value: each has an unknown key, or a key with the wrong type."""
    found = []

    def visit(part, path):
        if isinstance(part, list):
            for index, item in enumerate(part):
                visit(item, path + [index])
        elif isinstance(part, dict):
            for key in part:
                if key not in FREE:
                    visit(part[key], path + [key])
            if path == [] or path[-1] in ("keys", "to", "env", "files", "stamps", "tools", "aliases"):
                return
            if path[-2:] == ["keys", path[-1]] or "steps" in path or "targets" in path:
                found.append(changed(path, lambda part: part.update(unknown=1)))

    def changed(path, change):
        copied = copy.deepcopy(value)
        part = copied
        for key in path:
            part = part[key]
        change(part)
        return copied

    visit(value, [])
    if isinstance(value, dict):
        found.append({**value, "unknown": 1})
        for key in value:
            if key not in ("output", "dialog"):
                found.append({**value, key: [17]})
    return found


def main():
    for folder, kind in [("Examples/workflows", "workflow"), ("Examples/Plugins/Habits/Intents", "definition")]:
        EXAMPLES[kind] = [f"{folder}/{name}" for name in sorted(os.listdir(f"{ROOT}/{folder}"))]
    for kind, paths in EXAMPLES.items():
        validator = schema(kind)
        files = [(os.path.basename(path), *values(f"{ROOT}/{path}")) for path in paths]
        if kind == "plugin":
            files = [("time.json", json.dumps(MANIFEST), [MANIFEST])]
        count = 0
        for name, text, parts in files:
            for part in parts:
                errors = [error.message for error in validator.iter_errors(part)]
                equal((name, errors), (name, []))
            if name not in PLUGINS:
                equal((name, check(text, kind, name)), (name, ""))
            for bad in broken(parts[0]):
                expect(not validator.is_valid(bad), f"{name}: the schema accepts {bad}")
                expect(check(json.dumps(bad), kind, name), f"{name}: check accepts {bad}")
                count += 1
            if isinstance(parts[0], dict):
                named = {"$schema": "x.json", **parts[0]}
                expect(validator.is_valid(named), f"{name}: the schema refuses $schema")
                if name not in PLUGINS:
                    equal((name, check(json.dumps(named), kind, name)), (name, ""))
        expect(count > 1, f"{kind}: {count} broken files")
        ok(f"{len(files)} files of the kind {kind}, {count} broken ones")


main()
