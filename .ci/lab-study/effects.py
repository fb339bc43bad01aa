"""Compares effects.R's lines with the replies of compare, effects and reliability: effects.py R.txt

The three JSON replies come from the standard input. Tests of means and correlations agree within 1e-6,
the regressions of lme4 within 2 % of a standard error and its likelihood ratios within 0.02, and its
reliabilities within 0.005.
"""

import json
import sys


def expected(compared, effects, reliability):
    """The numbers of the replies by the words of R's lines."""
    found = {}
    pair, study = compared["pairs"][0], effects["studies"][0]
    names = compared["primary"]["first"], compared["primary"]["second"]
    for name, kind in [("interaction", "interactions"), ("order", "orders")]:
        # Two holds of one block have no order.
        for effect in study[kind]:
            if (effect["first"], effect["second"]) != names:
                continue
            for own in effect["differences"]:
                # Too few participants have no test.
                if own.get("t") is None:
                    continue
                found[name, own["measure"]] = [
                    own[member] for member in ("value", "lower", "upper", "t", "df", "p")]
            found["regression", name] = effect["regression"]
    found["regression", "condition"] = pair["regression"]
    primary = compared["primary"]["difference"]
    assert primary["holm_p"] is None and primary["p"] == pair["differences"][0]["p"]
    found["primary",] = [primary[member] for member in ("value", "lower", "upper", "t", "p")]
    for test in reliability["tests"]:
        cell = test["condition"] + (f" {test['hold']}" if test.get("hold") else "")
        if cell in names:
            found["mixed", "scores", *cell.split()] = test["regression"]
            if test["sessions"]:
                found["mixed", "sessions", *cell.split()] = test.get("session_regression")
        for kind in ("halves", "sessions") if cell in names else ():
            for own in test[kind]:
                # Too few participants have none.
                if own.get("r") is not None:
                    found[kind, *cell.split(), own["measure"]] = [
                        own[member] for member in ("participants", "r", "value", "lower", "upper")]
    return found


def main():
    found = expected(*map(json.loads, sys.stdin.read().splitlines()))
    seen = set()
    for line in open(sys.argv[1], encoding="utf-8"):
        words = line.split()
        key = next(tuple(words[:count]) for count in (1, 2, 3, 4) if tuple(words[:count]) in found)
        numbers, own = [float(word) for word in words[len(key):] if word != "none"], found[key]
        seen.add(key)
        if key[0] == "mixed":
            own = [own[member] for member in (
                "participants", "boards", "trials", "r", "value", "lower", "upper")] if own else []
            assert len(own) == len(numbers), (line, own)
            for one, other in zip(own, numbers):
                assert abs(one - other) < 0.005, (line, own)
            continue
        if key[0] == "regression":
            slopes, (ratio, p, value, error, probability) = own["random_slopes"], numbers
            assert abs(slopes["ratio"] - ratio) < 0.02, (line, slopes)
            assert slopes["carried"] == (p < 0.2), (line, slopes)
            assert abs(own["slope"] - value) < 0.02 * error, (line, own)
            assert abs(own["slope_se"] - error) < 0.02 * error, (line, own)
            assert abs(own["p"] - probability) < 0.01, (line, own)
            continue
        if key[0] == "halves" and numbers[1] <= 0:
            # The formula of Spearman and Brown takes an r above 0.
            assert own[2:] == [None, None, None], (line, own)
            own, numbers = own[:2], numbers[:2]
        elif key[0] == "halves":
            numbers[3] = max(0, numbers[3])
        assert len(numbers) == len(own), (line, own)
        for one, other in zip(numbers, own):
            assert abs(one - other) <= 1e-6 * max(1, abs(one)), (line, own)
    # Without lme4, or with too few participants, there is no regression.
    missing = {key for key in found if key not in seen and key[0] not in ("regression", "mixed")}
    assert not missing, missing
    print(f"{len(seen)} figures of effects, reliability and the primary outcome agree with R")


main()
