"""Finds from an export alone which trials the rule about latencies excludes, and checks the times.

    latency.py DATA.csv
"""

import csv
import statistics
import sys

RULE = "trial latency beyond 2 sd"


def number(row, name):
    return float(row[name]) if row[name] else None


rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
groups = {}
for row in rows:
    row["latency"] = number(row, "first_press_from_mask" if row["condition"] == "hold"
                            else "first_press_from_onset")
    is_mixed = row["study_condition"] == "glance"
    row["group"] = row["participant"], row["study_condition"], is_mixed and row["requested_hold"]
    rules = set(filter(None, row["excluded"].split("; ")))
    if row["latency"] is not None and rules <= {RULE}:
        groups.setdefault(row["group"], []).append(row["latency"])
excluded = 0
for row in rows:
    own = groups[row["group"]]
    middle, deviation = statistics.mean(own), statistics.stdev(own)
    expected = row["latency"] is not None and abs(row["latency"] - middle) > 2 * deviation
    assert expected == (RULE in row["excluded"].split("; ")), row
    excluded += expected
intervals = {}
for row in rows:
    is_glance = row["study_condition"] == "glance"
    assert row["planned_fixation"] == ("300" if is_glance else ""), row
    assert row["hold_tolerance"] == ("15" if is_glance else ""), row
    if row["trial"] == "1":
        assert not row["planned_interval"], row
    elif is_glance:
        key = row["participant"], row["study_block"]
        intervals.setdefault(key, {})[int(row["trial"])] = int(row["planned_interval"])
    else:
        assert row["planned_interval"] == "500", row
drawn = [time for own in intervals.values() for time in own.values()]
assert all(800 <= time <= 1200 for time in drawn) and abs(statistics.mean(drawn) - 1000) < 40, drawn
assert len({tuple(sorted(own.items())) for own in intervals.values()}) == len(intervals), intervals
print(f"{excluded} of {len(rows)} trials are beyond 2 sd, {len(groups)} means")
