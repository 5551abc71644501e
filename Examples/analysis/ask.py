#!/usr/bin/env python3
"""Answers a question about exported records with DuckDB.

    Examples/analysis/ask.py [--csv] [--zone ZONE] QUESTION.sql FILE...
    Examples/analysis/ask.py --parquet OUTPUT FILE...

Each FILE is what 'minuta export jsonl' writes, or a Parquet file that --parquet wrote: the same
records in a fifth of the space, which DuckDB reads faster. Days are those of ZONE, by default of
the system. Needs the Python module duckdb: pip install duckdb.
"""

import argparse
import csv
import decimal
import os
import signal
import sys

import duckdb

HERE = os.path.dirname(os.path.realpath(__file__))
COLUMNS = {
    "id": "VARCHAR",
    "store": "VARCHAR",
    "startTime": "TIMESTAMPTZ",
    "endTime": "TIMESTAMPTZ",
    "tag": "VARCHAR",
    "comment": "VARCHAR",
    "labels": "VARCHAR[]",
    "timeZone": "VARCHAR",
    "durationSeconds": "BIGINT",
}


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csv", action="store_true", help="print CSV instead of a table")
    parser.add_argument("--zone", help="time zone of days, such as Europe/Zurich")
    parser.add_argument("--parquet", metavar="OUTPUT", help="write the records as a Parquet file")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    question = None if options.parquet else options.files.pop(0)
    if not options.files:
        parser.error("give a question and at least one file of records")
    database = duckdb.connect()
    if options.zone:
        database.execute("SET TimeZone = ?", [options.zone])
    union = " UNION ALL ".join(f"FROM {source(file)}" for file in options.files)
    database.execute(f"CREATE VIEW exported AS {union}")
    if options.parquet:
        database.execute(f"COPY (FROM exported) TO {text(options.parquet)} (FORMAT parquet)")
        return
    with open(f"{HERE}/records.sql", encoding="utf-8") as file:
        database.execute(file.read())
    with open(question, encoding="utf-8") as file:
        answer = database.sql(file.read())
    write = write_csv if options.csv else write_table
    write(answer.columns, answer.fetchall())


def source(file):
    """The SQL for the rows of a file."""
    if file.endswith(".parquet"):
        return f"read_parquet({text(file)})"
    columns = ", ".join(f"{name}: {text(kind)}" for name, kind in COLUMNS.items())
    return f"read_json({text(file)}, format = 'newline_delimited', columns = {{{columns}}})"


def text(value):
    """A text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def write_csv(columns, rows):
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def write_table(columns, rows):
    cells = [list(columns)] + [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    numbers = (int, float, decimal.Decimal, type(None))
    numeric = [all(isinstance(row[place], numbers) for row in rows) for place in range(len(columns))]
    for row in cells:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric)
        ]
        print("  ".join(padded).rstrip())


if __name__ == "__main__":
    main()
