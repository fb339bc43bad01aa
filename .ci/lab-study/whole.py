"""Checks from an export alone that clicks made each press, that each block that was played has a rating, and
that each block mixes its holds as it says.

    whole.py DATA.csv
"""

import csv
import itertools
import sys

stem = sys.argv[1].removesuffix(".csv")
trials = list(csv.DictReader(open(stem + ".csv", encoding="utf-8")))
presses = list(csv.DictReader(open(stem + "-presses.csv", encoding="utf-8")))
people = {row["participant"]: row
          for row in csv.DictReader(open(stem + "-participants.csv", encoding="utf-8"))}
assert presses and {press["input"] for press in presses} == {"mouse"}, presses[0]
assert {trial["window"] for trial in trials} == {"80x24"}
failed = {code for code, row in people.items() if row["practice_failed"] == "1"}
assert failed == {"S2-4F"}, failed
ratings = [(code, name) for code, row in people.items() for name, value in row.items()
           if name.startswith("effort_block") and value and 1 <= int(value) <= 7]
blocks = {(trial["participant"], f"effort_block{trial['study_block']}") for trial in trials
          if trial["phase"] == "test" and trial["participant"] not in failed}
assert blocks <= set(ratings), blocks - set(ratings)
for code, name in blocks:
    holds = [trial["requested_hold"] for trial in trials
             if trial["participant"] == code and trial["study_condition"] == "glance"
             and trial["phase"] == "test" and f"effort_block{trial['study_block']}" == name]
    assert max((len(list(run)) for _, run in itertools.groupby(holds)), default=0) <= 3, holds
    # On a busy machine a hold may be missed; another trial replaces it.
    assert not holds or len(holds) >= 6 and set(holds) == {"200", "400", "800"}, holds
print(f"{len(presses)} clicks, {len(ratings)} ratings of {len(people)} participants")
