"""Writes the files of a store without any other work; the baseline for a batch.

    bare_writes.py STORE NEW GROUP

Writes GROUP files at a time under temporary names and flushes them. Then appends as many bytes as
Minuta to a journal, flushes it, renames the files and flushes their directories. The files are
flushed one by one if GROUP is 1, otherwise with `syncfs`, as Minuta does.
"""

import ctypes
import os
import sys

store, new, group = sys.argv[1], sys.argv[2], int(sys.argv[3])
libc = ctypes.CDLL(None)


def contents():
    for folder, _, names in os.walk(os.path.join(store, "records")):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                yield os.path.relpath(folder, store), name, file.read()


def flush(folder):
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(descriptor)
    os.close(descriptor)


def write(files, journal, entry):
    for folder, name, content in files:
        os.makedirs(folder, exist_ok=True)
        path = f"{folder}/.{name}.tmp"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.write(descriptor, content)
        if group == 1:
            os.fsync(descriptor)
        os.close(descriptor)
    if group > 1:
        libc.syncfs(journal)
    os.write(journal, entry)
    os.fsync(journal)
    for folder, name, _ in files:
        os.rename(f"{folder}/.{name}.tmp", f"{folder}/{name}")
    for folder in sorted({folder for folder, _, _ in files}):
        flush(folder)


files = [(f"{new}/{folder}", name, content) for folder, name, content in contents()]
size = 0
for folder, _, names in os.walk(os.path.join(store, ".minuta.nosync")):
    size += sum(os.path.getsize(os.path.join(folder, name)) for name in names)
os.makedirs(new)
journal = os.open(f"{new}/journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
for start in range(0, len(files), group):
    part = files[start : start + group]
    write(part, journal, b"x" * (size * len(part) // len(files)))
