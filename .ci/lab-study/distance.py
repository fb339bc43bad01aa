"""Computes the edit distance of each condition from an export alone: distance.py DATA.csv

Of trials that go on after an error: the least number of insertions, deletions and replacements that
make the pressed ranks the ascending ones. The mean of the participants' means; distance.R adds the interval.
"""

import re
import sys
import pandas

path = sys.argv[1]
trials = pandas.read_csv(path)
presses = pandas.read_csv(path.replace(".csv", "-presses.csv"))
pressed = {name: rows.sort_values("index") for name, rows in presses.groupby("trial_id")}


def distance(first, second):
    row = list(range(len(second) + 1))
    for number, left in enumerate(first, 1):
        before, row[0] = row[0], number
        for index, right in enumerate(second, 1):
            before, row[index] = row[index], min(
                row[index] + 1, row[index - 1] + 1, before + (left != right))
    return row[-1]


def of_trial(trial):
    numerals = sorted(int(text) for text in re.findall(r"(\d+)@", trial.board))
    ranks = []
    if trial.trial_id in pressed:
        rows = pressed[trial.trial_id]
        for numeral in rows[rows.judgement != "ignored"].numeral:
            ranks.append(0 if pandas.isna(numeral) else numerals.index(int(numeral)) + 1)
    return distance(ranks, list(range(1, len(numerals) + 1)))


trials = trials[(trials.phase == "test") & trials.outcome.notna()]
trials = trials.assign(distance=[of_trial(trial) for trial in trials.itertuples()])
for condition, rows in trials.groupby("study_condition"):
    means = rows.groupby("participant").distance.mean()
    print(f"{condition} {len(means)} {means.mean():.9f}")
