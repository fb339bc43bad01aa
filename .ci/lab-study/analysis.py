"""Analyses an export of the lab's study from its files alone: analysis.py DATA.csv"""

import sys
import pandas

path = sys.argv[1]
trials = pandas.read_csv(path)
people = pandas.read_csv(path.replace(".csv", "-participants.csv"))
counted = trials[
    (trials.phase == "test") & (trials.simulated == 0) & trials.excluded.isna()
    & trials.correct.notna() & (trials.hold_met != 0)]
shares = counted.groupby(["participant", "study_condition"]).correct.mean().unstack()
table = shares.join(people.set_index("participant").group)
for condition, rows in counted.groupby("study_condition").correct:
    print(f"{condition}: {int(rows.sum())} of {len(rows)}")
print("excluded", int(trials.excluded.notna().sum()), "of", len(trials))
for group, rows in table.groupby("group"):
    for condition in ["h210", "h430", "h650"]:
        print(group, condition, len(rows), f"{rows[condition].mean():.9f}")
difference = table.h650 - table.h210
print("difference", f"{difference.mean():.9f}", f"{difference.std():.9f}")
press = pandas.read_csv(path.replace(".csv", "-long.csv"))
press = press[press.excluded.isna() & (press.press_correct == 1) & (press.press_position > 1)]
print("presses", len(press), f"{press.press_line_latency.mean():.9f}")
