"""Counts what has a budget. The file budgets says what each name means.

>>> circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}})
[['b', 'c']]
>>> declared_types("struct A {\\n  enum B {}\\n}\\nprivate final class C {}\\nextension A {}")
['A']
>>> ids = ["StartTimer", "Undo"]
>>> [comparisons(line, ids) for line in [
...     'definition.id == "Undo"', '["Undo"].contains(definition.id)', "switch (definition.id, name) {",
...     'entry.intent != "Undo"', "known.definition.id == definition.id", '// id == "Undo"']]
[1, 1, 1, 1, 0, 0]
>>> [is_sentence(text) for text in ["It is not there.", "Not a sentence", "e.g. this.", "Is it 'a b'?"]]
[True, False, False, True]
>>> file = "# One.\\none 5\\ntwo 1.5\\nshare, at least 13.5\\n"
>>> lowered(file, {"one": 4, "two": 2.0, "share, at least": 14.0})
'# One.\\none 4\\ntwo 1.5\\nshare, at least 13.5\\n'
>>> for problem in problems({"one": 4, "two": 2.0, "share, at least": 13.0, "new": 1}, budgets(file)):
...     print(problem)
one is 4, but its budget is 5; lower it with Tests/Style/check --lower
two is 2, above its budget 1.5
share, at least 13.5, but it is 13
new is 1, but it has no budget
"""

import os
import re
from collections import defaultdict
from dataclasses import dataclass

from swift_source import scan

TYPE = re.compile(
    r"\b(?P<private>(?:file)?private )?(?:final |indirect )*"
    r"(?:struct|class|enum|actor|protocol) `?(?P<name>[A-Z]\w*)"
)
ERROR_TYPE = re.compile(r"\b(?:struct|enum|class|actor|extension) [\w.]+ *:[^{]*?\b(?:Localized)?Error\b")
GOLDEN_FILE = "Tests/Snapshots/messages.txt"


def budgets(text):
    lines = (line.rsplit(None, 1) for line in text.splitlines() if not line.startswith("#"))
    return {line[0]: float(line[1]) for line in lines if line}


def lowered(text, values):
    """The text of the budgets with the values that fell."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        for name, budget in budgets(line).items():
            if name in values and values[name] < budget and not is_minimum(name):
                lines[index] = f"{name} {number(values[name])}"
    return "".join(f"{line}\n" for line in lines)


def table(values, budgets):
    rows = [("", "value", "budget")]
    rows += [(name, number(value), number(budgets.get(name))) for name, value in values.items()]
    return "\n".join(f"{name:44}{value:>9}{budget:>9}" for name, value, budget in rows)


def problems(values, budgets):
    for name in [*values, *(name for name in budgets if name not in values)]:
        value, budget = values.get(name), budgets.get(name)
        if value is None:
            yield f"nothing is counted under the name '{name}'"
        elif budget is None:
            yield f"{name} is {number(value)}, but it has no budget"
        elif is_minimum(name):
            if value < budget:
                yield f"{name} {number(budget)}, but it is {number(value)}"
        elif value > budget:
            yield f"{name} is {number(value)}, above its budget {number(budget)}"
        elif value < budget:
            yield (
                f"{name} is {number(value)}, but its budget is {number(budget)};"
                " lower it with Tests/Style/check --lower"
            )


def is_minimum(name):
    return name.endswith(", at least")


def number(value):
    return "none" if value is None else f"{value:.10g}"


@dataclass
class SwiftFile:
    path: str
    raw: str
    code: str  # as `scan` returns it
    texts: list

    @property
    def code_lines(self):
        return sum(1 for line in self.code.split("\n") if line.strip())


def measured(files):
    """Returns the value of each budget. `files` has the text of each file by its path."""
    swift = [SwiftFile(path, text, *scan(text)) for path, text in files.items() if path.endswith(".swift")]
    sources = [file for file in swift if file.path.startswith("Sources/")]
    targets = defaultdict(list)
    for file in sources:
        targets[file.path.split("/")[1]].append(file)
    tests = [file for file in swift if file.path.startswith("Tests/")]
    values = {f"code of {target}": code_lines(targets[target]) for target in sorted(targets)}
    values["code of Tests"] = code_lines(tests)
    for folder in ["Intents", "Examples"]:
        values[f"lines of {folder}"] = lines(files, lambda path: path.startswith(f"{folder}/"))
    values["lines of the manual"] = lines(files, lambda path: path.startswith("Sources/minuta/Manual/"))
    for folder in ["Sources", "Tests"]:
        values[f"lines of other files in {folder}"] = lines(
            files,
            lambda path: path.startswith(f"{folder}/")
            and not path.endswith(".swift") and "/Manual/" not in path,
        )
    values["comments in %, at least"] = round(
        100 * sum(map(comment_lines, sources)) / sum(len(file.raw.splitlines()) for file in sources), 1
    )
    types = sum(len(TYPE.findall(file.code)) for file in sources)
    values["types per 1,000 lines of code"] = round(1000 * types / code_lines(sources), 1)
    values["error types"] = sum(len(ERROR_TYPE.findall(file.code)) for file in sources)
    values["files in circles"] = sum(
        len(circle) for target in targets.values() for circle in circles(references(target))
    )
    ids = intent_ids(files)
    values["comparisons with an intent's id"] = sum(comparisons(file.raw, ids) for file in sources)
    values["intent ids in quotes"] = sum(text in ids for file in sources for text in file.texts)
    golden = files[GOLDEN_FILE]
    sentences = {text for file in tests for text in sentences_in(file)}
    values["sentences asserted outside the golden file"] = sum(text not in golden for text in sentences)
    return values


def code_lines(files):
    return sum(file.code_lines for file in files)


def comment_lines(file):
    lines = zip(file.raw.split("\n"), file.code.split("\n"))
    return sum(1 for line, code in lines if line.strip() and not code.strip())


def lines(files, includes):
    return sum(len(text.splitlines()) for path, text in files.items() if includes(path))


def intent_ids(files):
    names = (os.path.splitext(os.path.basename(path)) for path in files if path.startswith("Intents/"))
    return [name for name, suffix in names if suffix == ".json" and name[0].isupper()]


def comparisons(text, ids):
    pattern = (
        r"\bdefinition\.id *[!=]=(?! *(?:[\w.]*\.)?id\b)"
        r"|\bswitch \(?[\w.?]*\b(?:definition\.id|intent)\b"
        r"|\.contains\([\w.?]*\bdefinition\.id\)"
        rf'|(?<!definition\.)\b(?:id|intent) *[!=]= *"(?:{"|".join(ids)})"'
    )
    return len(re.findall(pattern, re.sub(r"(?m)^ *//.*", "", text)))


def is_sentence(text):
    return len(text.split()) >= 4 and re.search(r"[.?!]['\")]*$", text) is not None


def sentences_in(file):
    lines = (line.strip() for text in file.texts for line in text.replace('\\"', '"').split("\n"))
    return filter(is_sentence, lines)


def declared_types(code):
    """The types at the top level that other files can name."""
    depth, names = 0, []
    for token in re.finditer(rf"[{{}}]|{TYPE.pattern}", code):
        if token.group() == "{":
            depth += 1
        elif token.group() == "}":
            depth -= 1
        elif depth == 0 and not token["private"]:
            names.append(token["name"])
    return names


def references(files):
    """The files of a target which each file names a type of."""
    declaring = {name: file.path for file in files for name in declared_types(file.code)}
    return {
        file.path: {
            declaring[name] for name in re.findall(r"(?<![\w.])[A-Z]\w*", file.code) if name in declaring
        } - {file.path}
        for file in files
    }


def circles(graph):
    """The strongly connected parts with more than one node (Tarjan's algorithm)."""
    order, lowest, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in graph[node]:
            if other not in order:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == order[node]:
            part = set()
            while node not in part:
                part.add(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for node in graph:
        if node not in order:
            visit(node)
    return found
