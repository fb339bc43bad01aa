"""Counts the passes of two holds from an export alone, and that each block mixes its holds as it says.

    mixed.py DATA.csv
"""

import csv
import itertools
import sys

rows = [row for row in csv.DictReader(open(sys.argv[1], encoding="utf-8"))
        if row["study_condition"] == "glance" and row["phase"] == "test"]
blocks = {}
for row in rows:
    key = row["participant"], row["study_block"]
    blocks.setdefault(key, []).append((int(row["trial"]), row["requested_hold"]))
orders = {key: [hold for _, hold in sorted(own)] for key, own in blocks.items()}
for key, order in orders.items():
    counts = {order.count(hold) for hold in set(order)}
    longest = max(len(list(run)) for _, run in itertools.groupby(order))
    assert len(counts) == 1 and len(set(order)) == 3 and longest <= 3, (key, order)
assert len(set(map(tuple, orders.values()))) == len(orders), orders
for hold in ("200", "800"):
    own = [row for row in rows if row["requested_hold"] == hold and not row["excluded"]]
    print(f"glance {hold}: {sum(row['outcome'] == 'passed' for row in own)} of {len(own)}")
