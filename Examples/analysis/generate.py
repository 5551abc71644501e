#!/usr/bin/env python3
"""Writes the made-up records of a team, as 'minuta export jsonl' writes them, with a person each.

    Examples/analysis/generate.py [--people N] [--from DATE] [--days N] [--seed N] > team.jsonl

The default is a year of a thousand people, about 1.5 million records. The same seed gives the same
records. All times are in Europe/Zurich.
"""

import argparse
import datetime
import json
import random
import sys
import uuid
import zoneinfo

ZONE = zoneinfo.ZoneInfo("Europe/Zurich")
CLIENTS = [
    "Acme", "Birch", "Cobalt", "Delta", "Elm", "Fjord", "Granite", "Harbour", "Iris", "Juniper",
    "Kestrel", "Lumen", "Maple", "Nordwind", "Opal", "Pine", "Quartz", "Rowan", "Slate", "Tundra",
]
PROJECTS = ["Website", "App", "Support"]
TASKS = ["Fix the login", "Review", "Plan the release", "Write tests", "Call", None]


class Person:
    def __init__(self, number, chance):
        self.name = f"p{number:04}"
        self.clients = chance.sample(CLIENTS, 2 + number % 3)
        # One in seven works far too much, and one in nine at weekends too.
        self.hours = 10.5 if number % 7 == 3 else chance.uniform(6.5, 8.8)
        self.works_at_weekends = number % 9 == 4
        self.billable = chance.uniform(0.3, 0.9)
        self.forgets = chance.uniform(0, 0.04)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--from", dest="start", type=datetime.date.fromisoformat, default="2025-01-01")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    people = [Person(number, chance) for number in range(options.people)]
    for number in range(options.days):
        day = options.start + datetime.timedelta(days=number)
        records = [record for person in people for record in records_of(person, day, chance)]
        records.sort(key=lambda record: (record["startTime"], record["id"]))
        sys.stdout.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in records)


def records_of(person, day, chance):
    """The records of one day of a person."""
    is_weekend = day.weekday() > 4
    if is_weekend and not (person.works_at_weekends and chance.random() < 0.4):
        return
    if not is_weekend and chance.random() < 0.08 + person.forgets:
        return  # a holiday, or nothing was recorded
    time = 8 * 60 + chance.randint(-90, 60)
    left = int(60 * (2 if is_weekend else person.hours * chance.uniform(0.85, 1.1)))
    while left > 0:
        length = min(left, chance.choice([20, 45, 60, 90, 120, 150]))
        yield record(person, day, time, length, chance)
        # Now and then two records overlap.
        time += length if chance.random() > 0.01 else length // 2
        left -= length
        time += chance.choice([0, 0, 5, 15]) if left % 4 else 45


def record(person, day, minute, length, chance):
    midnight = datetime.datetime.combine(day, datetime.time(), ZONE)
    start = (midnight + datetime.timedelta(minutes=minute)).astimezone(datetime.timezone.utc)
    end = start + datetime.timedelta(minutes=length)
    tag, labels = chance.choice(["Meeting", "Email"]), []
    if chance.random() < 0.8:
        tag = f"{chance.choice(person.clients)}/{chance.choice(PROJECTS)}"
        if chance.random() < person.billable:
            labels = ["billable"]
    words = [chance.choice(TASKS), *(f"#{label}" for label in labels)]
    return {
        "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper(),
        "store": person.name,
        "startTime": f"{start:%Y-%m-%dT%H:%M:%SZ}",
        "endTime": f"{end:%Y-%m-%dT%H:%M:%SZ}",
        "tag": tag,
        "comment": " ".join(word for word in words if word) or None,
        "labels": labels,
        "timeZone": "Europe/Zurich",
        "durationSeconds": 60 * length,
    }


if __name__ == "__main__":
    main()
