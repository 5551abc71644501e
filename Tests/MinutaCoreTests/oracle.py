"""Computes totals of records with Python's zoneinfo, for comparison with Minuta's.

Reads cases from standard input. A line `case NAME ZONE DAYSTART WEEKSTART FROM TO` is followed by
records, `START END TAG ZONE`, and by the dimensions to group by, `by DIMENSION…`. Prints a line
`CASE;DIMENSION,…;KEY/KEY;SECONDS` for each group. Times are in seconds since 1970.

Works in steps of 15 minutes: no time zone used here changes its UTC offset within one.
"""

import collections
import datetime
import functools
import sys
import zoneinfo

QUARTER = 900
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
FIELDS = "tag day week month year weekday hour".split()


@functools.cache
def zone(name):
    return zoneinfo.ZoneInfo(name)


@functools.cache
def start_of_day(day, zone_name, day_start):
    clock = datetime.time(day_start // 3600, day_start % 3600 // 60, fold=0)
    return datetime.datetime.combine(day, clock, zone(zone_name)).timestamp()


def day_of(quarter, local, zone_name, day_start):
    day = local.date() + datetime.timedelta(days=2)
    while start_of_day(day, zone_name, day_start) > quarter:
        day -= datetime.timedelta(days=1)
    return day


def week_of(day, week_start):
    first = day - datetime.timedelta(days=(day.weekday() - week_start) % 7)
    if week_start == 0:
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    middle = first + datetime.timedelta(days=3)
    number = (middle - datetime.date(middle.year, 1, 1)).days // 7 + 1
    return f"{middle.year:04}-W{number:02}"


@functools.cache
def labels(quarter, zone_name, day_start, week_start):
    local = datetime.datetime.fromtimestamp(quarter, zone(zone_name))
    day = day_of(quarter, local, zone_name, day_start)
    return (
        day.isoformat(), week_of(day, week_start), f"{day.year:04}-{day.month:02}",
        f"{day.year:04}", WEEKDAYS[day.weekday()], f"{local.hour:02}",
    )


def wall(periods):
    covered, to = 0, None
    for start, end in sorted(periods):
        if to is None or end > to:
            covered += end - (start if to is None else max(start, to))
            to = end
    return covered


def totals(case, records):
    _, zone_name, day_start, week_start, start, end = case
    cells, periods = collections.Counter(), []
    for record_start, record_end, tag, own_zone in records:
        low, high = max(record_start, start), min(record_end, end)
        if low > high or low == high and record_start != record_end:
            continue
        if low == high and not start <= low < end:
            continue
        periods.append((low, high))
        time = low
        while True:
            quarter = time // QUARTER * QUARTER
            to = min(high, quarter + QUARTER)
            key = labels(quarter, own_zone if own_zone != "-" else zone_name, day_start, week_start)
            cells[(tag,) + key] += to - time
            time = to
            if time >= high:
                break
    return cells, wall(periods)


def report(case, records, nestings):
    cells, covered = totals(case, records)
    print(f"{case[0]};;total;{sum(cells.values())}")
    print(f"{case[0]};;wall;{covered}")
    for nesting in nestings:
        indexes = [FIELDS.index(name) for name in nesting]
        for depth in range(1, len(indexes) + 1):
            groups = collections.Counter()
            for key, seconds in cells.items():
                groups["/".join(key[index] for index in indexes[:depth])] += seconds
            for key, seconds in groups.items():
                print(f"{case[0]};{','.join(nesting)};{key};{seconds}")


case, records, nestings = None, [], []
for line in sys.stdin:
    words = line.split()
    if words[0] == "case":
        if case:
            report(case, records, nestings)
        case = (words[1], words[2], *map(int, words[3:7]))
        records, nestings = [], []
    elif words[0] == "by":
        nestings.append(words[1:])
    else:
        records.append((int(words[0]), int(words[1]), words[2], words[3]))
report(case, records, nestings)
