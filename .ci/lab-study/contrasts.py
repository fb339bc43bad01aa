"""Computes the contrasts of a study from an export alone: contrasts.py DATA.csv CONDITION...

Of each two conditions, the mean difference of the participants' shares with the paired t test, and p by
Holm's method over all of them. Simulated trials are counted, too. With --json the same from the program's
own reply, for each pair of it.
"""

import csv
import json
import math
import sys


def tail(t, degrees):
    """The two-sided p-value of Student's t, by the incomplete beta function's continued fraction."""
    a, b, x = degrees / 2, 0.5, degrees / (degrees + t * t)

    def fraction(a, b, x):
        c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
        result = d
        for m in range(1, 500):
            for numerator in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                              -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
                d = 1 / (1 + numerator * d)
                c = 1 + numerator / c
                result *= d * c
        return result

    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * fraction(a, b, x) / a
    return 1 - front * fraction(b, a, 1 - x) / b


def holm(values):
    order = sorted(range(len(values)), key=lambda index: values[index])
    adjusted, largest = [0.0] * len(values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1, (len(values) - rank) * values[index]))
        adjusted[index] = largest
    return adjusted


def line(first, second, difference, p, adjusted):
    return f"{first} - {second}: {difference:.9f} p {p:.8f} holm {adjusted:.8f}"


def main():
    if sys.argv[1] == "--json":
        for pair in json.load(sys.stdin)["pairs"]:
            own = pair["differences"][0]
            assert own["measure"] == "accuracy", own
            print(line(pair["first"], pair["second"], own["value"], own["p"], own["holm_p"]))
        return

    conditions = sys.argv[2:]
    passed = {}
    for trial in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
        if trial["phase"] == "test" and not trial["excluded"] and trial["correct"] \
                and trial["hold_met"] != "0":
            key = trial["participant"], trial["study_condition"]
            passed.setdefault(key, []).append(int(trial["correct"]))
    people = sorted({code for code, _ in passed})
    found = []
    for later, first in enumerate(conditions):
        for second in conditions[:later]:
            own = [sum(passed[code, first]) / len(passed[code, first])
                   - sum(passed[code, second]) / len(passed[code, second])
                   for code in people if (code, first) in passed and (code, second) in passed]
            mean = sum(own) / len(own)
            error = math.sqrt(sum((value - mean) ** 2 for value in own) / (len(own) - 1) / len(own))
            found.append((first, second, mean, tail(mean / error, len(own) - 1)))
    for contrast, adjusted in zip(found, holm([contrast[3] for contrast in found])):
        print(line(*contrast, adjusted))


if __name__ == "__main__":
    main()
