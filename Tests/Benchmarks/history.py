"""Generates years of records, the same in every run, for Minuta, timewarrior and watson."""

import json
import os
import random
import uuid
from datetime import datetime, timedelta, timezone

# All records end before this time, so none is in the future.
END = datetime(2026, 11, 20, tzinfo=timezone.utc)
TAGS = ["Work", "Email", "Meeting", "Review", "Planning", "Support", "Learning", "Travel"]
SPACING = {1_000: 3600, 100_000: 1800}  # seconds from start to start; 600 for more records


def intervals(count):
    """Yields the start, end and tag of each record, oldest first."""
    chance = random.Random(count)
    spacing = SPACING.get(count, 600 if count > 100_000 else 1800)
    start = END - timedelta(seconds=spacing * count)
    for _ in range(count):
        length = chance.randrange(spacing // 3, spacing)
        yield start, start + timedelta(seconds=length), chance.choice(TAGS)
        start += timedelta(seconds=spacing)


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def make_minuta(folder, count):
    chance = random.Random(-count)
    ids = {tag: str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper() for tag in TAGS}
    os.makedirs(folder)
    tags = [
        {
            "id": ids[tag], "name": tag, "color": "#4A90D9", "isArchived": False,
            "createdAt": "2000-01-01T00:00:00Z",
        }
        for tag in TAGS
    ]
    with open(f"{folder}/tags.json", "w") as file:
        json.dump({"tags": tags}, file, indent=2)
    last = None
    for start, end, tag in intervals(count):
        month = f"{folder}/records/{start:%Y/%m}"
        if month != last:
            os.makedirs(month, exist_ok=True)
            last = month
        record = {
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper(),
            "startTime": stamp(start), "endTime": stamp(end), "tagId": ids[tag], "images": [],
            "timeZone": "Europe/Zurich",
        }
        with open(f"{month}/{start:%Y-%m-%d_%H%M%S}.json", "w") as file:
            json.dump(record, file, indent=2)


def make_timewarrior(folder, count):
    os.makedirs(f"{folder}/data")
    open(f"{folder}/timewarrior.cfg", "w").close()
    months = {}
    for start, end, tag in intervals(count):
        line = f"inc {start:%Y%m%dT%H%M%SZ} - {end:%Y%m%dT%H%M%SZ} # {tag}\n"
        months.setdefault(f"{start:%Y-%m}", []).append(line)
    for month, lines in months.items():
        with open(f"{folder}/data/{month}.data", "w") as file:
            file.writelines(lines)


def make_watson(folder, count):
    os.makedirs(folder)
    chance = random.Random(count + 1)
    frames = [
        [
            int(start.timestamp()), int(end.timestamp()), tag, f"{chance.getrandbits(128):032x}",
            [], int(end.timestamp()),
        ]
        for start, end, tag in intervals(count)
    ]
    with open(f"{folder}/frames", "w") as file:
        json.dump(frames, file)
