"""Computes what adaptive tests found from an export alone: adaptive.py DATA.csv

Of each finished test by QUEST+ (Watson 2017) the mean, the deviation and the interval of the posterior
distribution, or the side on which the value lies outside of the test's range. With --json the same from
the program's own reply to "results all".
"""

import csv
import json
import math
import sys

LAPSES = [0, 0.02, 0.05]


def posterior(values, others, trials, chance):
    weights = {(value, other): 1.0 for value in values for other in others}
    for stimulus, is_passed in trials:
        for (value, other), weight in weights.items():
            p = min(max(chance(stimulus, value, *other), 1e-12), 1 - 1e-12)
            weights[value, other] = weight * (p if is_passed else 1 - p)
    total = sum(weights.values())
    marginal = [sum(weights[value, other] for other in others) / total for value in values]
    mean = sum(value * share for value, share in zip(values, marginal))
    sd = math.sqrt(sum((value - mean) ** 2 * share for value, share in zip(values, marginal)))

    def quantile(level):
        reached = 0.0
        for value, share in zip(values, marginal):
            reached += share
            if reached >= level:
                return value
        return values[-1]

    # The end of the range is half as probable as the most probable value, or more.
    least = max(0.025, max(marginal) / 2)
    is_below, is_above = marginal[0] >= least, marginal[-1] >= least
    side = None if is_below == is_above else "below" if is_below else "above"
    return mean, sd, quantile(0.025), quantile(0.975), side


def span(trials):
    def chance(count, value, width, lapse):
        guess = 1 / math.factorial(max(0, count - 1))
        return guess + (1 - lapse - guess) / (1 + math.exp((count - value) / width))

    others = [(width, lapse) for width in (0.3, 0.5, 0.8, 1.2, 1.8) for lapse in LAPSES]
    own = [(int(trial["count"]), trial["outcome"] == "passed") for trial in trials]
    return posterior([2 + 0.25 * step for step in range(73)], others, own, chance)


def hold(trials):
    def steps(count):
        return [math.log(50) + math.log(40) * step / (count - 1) for step in range(count)]

    guess = 1 / math.factorial(int(trials[0]["count"]))

    def chance(shown, value, slope, lapse):
        return guess + (1 - guess - lapse) / (1 + math.exp(-slope * (shown - value)))

    # Boards are shown for whole milliseconds; the method computes with its exact holds.
    exact = {round(math.exp(shown)): shown for shown in steps(16)}
    others = [(slope, lapse) for slope in range(1, 9) for lapse in LAPSES]
    own = [(exact[int(trial["requested_hold"])], trial["outcome"] == "passed") for trial in trials]
    mean, sd, lower, upper, side = posterior(steps(40), others, own, chance)
    return math.exp(mean), sd, math.exp(lower), math.exp(upper), side


def line(name, participant, numbers, side):
    if side:
        return f"{name} {participant} outside {side}"
    return f"{name} {participant} " + " ".join(f"{number:.4f}" for number in numbers)


def main():
    if sys.argv[1] == "--json":
        for test in json.load(sys.stdin)["tests"]:
            numbers = [test[name] or 0 for name in ("estimate", "sd", "lower", "upper")]
            # A staircase has no posterior, and no deviation.
            is_quest = test["sd"] is not None or test["outside"] is not None
            if test["test"].startswith("adapt-") and test["complete"] and is_quest:
                print(line(test["test"], test["participant"], numbers, test["outside"]))
        return

    tests = {}
    for trial in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
        # What the course of the test does not count has no estimate, or a hold that was not met.
        if trial["test"].startswith("adapt-") and trial["phase"] == "test" and trial["estimate"] \
                and trial["estimate_sd"] and trial["hold_met"] != "0" and trial["test_complete"] == "1":
            tests.setdefault(trial["test_id"], []).append(trial)
    for trials in tests.values():
        name = trials[0]["test"]
        *numbers, side = span(trials) if name == "adapt-span" else hold(trials)
        stored = trials[-1]
        assert abs(numbers[0] - float(stored["estimate"])) < 1e-4, (numbers, stored["estimate"])
        print(line(name, stored["participant"], numbers, side))


if __name__ == "__main__":
    main()
