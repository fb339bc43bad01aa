#!/usr/bin/env python3
"""Computes the cases of populations, norms, bands and fits (scipy 1.17, numpy).

    python3 Tests/ScienceTests/Cases/people.py [SUBJECT ...]

A second implementation: the sums are written out, nothing is taken over from the sources. One file
a subject, one case a line, inputs first. -1 stands for a bound that there is not.
"""

import math
import pathlib
import sys

import numpy
from scipy import optimize, stats

folder = pathlib.Path(__file__).parent
random = None


def write(name, cases):
    text = "\n".join(" ".join(f"{float(value):.10g}" for value in case) for case in cases)
    (folder / f"{name}.txt").write_text(text + "\n")
    print(name, len(text))


def short(value):
    return float(f"{value:.4g}")


def pass_probability(count, hold, first, later, capacity, constant, decay, slip, spread):
    """The sum over all numbers of numerals that may have been taken in."""
    mean = capacity if hold < 0 else capacity * (1 - math.exp(-hold / constant))
    total = 0
    for taken in range(count + 1):
        low = -math.inf if taken == 0 else (taken - .5 - mean) / spread
        high = math.inf if taken == count else (taken + .5 - mean) / spread
        share = stats.norm.cdf(high) - stats.norm.cdf(low)
        clock = 0
        for place in range(1, count):
            left = count - place + 1
            if hold < 0 and place == 1:
                share *= 1 - slip
                continue
            clock += first if place == 1 else later
            known = math.exp(-decay * clock) if place <= taken else 0
            share *= (1 - slip) * (known + (1 - known) / left)
        total += share
    return total


def pass_probabilities():
    for _ in range(1000):
        hold = -1 if random.random() < .3 else int(random.integers(50, 2000))
        case = [int(random.integers(1, 10)), hold] + [
            short(random.uniform(low, high)) for low, high in
            [(.2, 2), (.2, 2), (1, 12), (50, 1000), (.001, .3), (.001, .2), (.05, 2)]]
        yield case + [pass_probability(*case)]


LEVELS = [(count, hold) for count in range(4, 10) for hold in (1000, 800, 600, 400, 300, 210)]
TRAINING = [(3, 1000), (4, 1000), (5, 1000), (9, 1000)]


def expectations():
    """Follows every number of failures through the levels, on a finer grid than the sources do."""
    populations = [(3.95, .224, 303, .008, .077, .1), (5.2, .224, 340, .02, .01, 1)]
    for _ in range(4):
        populations.append(tuple(short(random.uniform(low, high)) for low, high in [
            (3, 7), (.1, .5), (150, 500), (.005, .1), (.005, .1), (.3, 1.5)]))
    for median, between, constant, decay, slip, within in populations:
        scores = numpy.linspace(-7, 7, 2401)
        weights = stats.norm.pdf(scores)
        weights /= weights.sum()
        def passing(level):
            return numpy.array([pass_probability_fast(
                *level, median * math.exp(between * score), constant, decay, slip, within)
                for score in scores])
        trained = [float(weights @ passing(level)) for level in TRAINING]
        played, passed, ended = [], [], []
        arrived = {0: weights, 1: 0 * weights, 2: 0 * weights}
        for level in LEVELS:
            chance = passing(level)
            next_ones = {}
            tries = {}
            for failures in range(3):
                # The person tries again until the step is passed, or until the third failure.
                for start in range(failures + 1):
                    reach = arrived[start] * (1 - chance) ** (failures - start)
                    tries[failures] = tries.get(failures, 0) + reach
                next_ones[failures] = tries[failures] * chance
            played.append(float(sum(tries.values()).sum()))
            passed.append(float(sum(next_ones.values()).sum()))
            ended.append(float((tries[2] * (1 - chance)).sum()))
            arrived = next_ones
        yield [median, between, constant, decay, slip, within, *trained, *played, *passed, *ended,
               float(sum(arrived.values()).sum())]


def pass_probability_fast(count, hold, capacity, constant, decay, slip, spread):
    mean = capacity * (1 - math.exp(-hold / constant))
    def below(number):
        return .5 * math.erfc(-(number + .5 - mean) / spread / math.sqrt(2))
    total = 0
    for taken in range(count + 1):
        share = (1 if taken == count else below(taken)) - (0 if taken == 0 else below(taken - 1))
        for place in range(1, count):
            known = math.exp(-decay * .6 * place) if place <= taken else 0
            share *= (1 - slip) * (known + (1 - known) / (count - place + 1))
        total += share
    return total


GROUPS = {
    5: "126 79 72 71 56 55 10 15 8 5 6 6 1", 10: "104 96 89 109 71 50 12 11 14 11 4 2 1 0 0 1",
    13: "44 28 32 56 48 34 15 15 14 15 4 3 1 0 1 1",
    20: "26 25 41 81 104 115 30 35 45 44 41 25 3 3 1 1",
    30: "34 24 36 60 91 102 30 41 48 47 31 25 3 7 6 2 3",
    50: "27 22 24 34 51 60 19 27 15 13 11 9 2 0 0 1", 70: "49 20 26 22 20 20 1 5 3 5 5 2"}


def standings():
    """Every level of every group, with Wilson's interval; -1 is no age, and no level."""
    tables = {age: [int(word) for word in row.split()] for age, row in GROUPS.items()}
    tables = {age: row + [0] * (37 - len(row)) for age, row in tables.items()}
    tables[-1] = [sum(column) for column in zip(tables[20], tables[30], tables[50])]
    z = stats.norm.ppf(.975)
    for age, row in tables.items():
        total = sum(row)
        for number, same in enumerate(row):
            count, hold = LEVELS[number - 1] if number else (-1, -1)
            below = sum(row[:number])
            share = (below + same / 2) / total
            # The bounds are where the score test of the share just rejects.
            root = [1 + z * z / total, -(2 * share + z * z / total), share * share]
            lower, upper = sorted(numpy.roots(root).real) if share not in (0, 1) else (
                (0, z * z / (total + z * z)) if share == 0 else (total / (total + z * z), 1))
            yield [age, count, hold, total, below, same, share, lower, upper]


def hold_bands():
    """The band and the hold for half of the curves in hold.txt, by the delta method."""
    for line in (folder / "hold.txt").read_text().splitlines():
        case = [float(word) for word in line.split()]
        guess, lapse, count = 1 / math.factorial(int(case[0])), case[1], int(case[2])
        cells = numpy.array(case[3:3 + 3 * count]).reshape(count, 3)
        middle, slope = math.log(case[3 + 3 * count]), case[4 + 3 * count]
        def curve(logarithm, values):
            return guess + (1 - guess - lapse) / (1 + math.exp(-values[1] * (logarithm - values[0])))
        def loss(values):
            shares = [curve(math.log(cell[0]), values) for cell in cells]
            return -sum(cell[1] * math.log(share) + (cell[2] - cell[1]) * math.log(1 - share)
                        for cell, share in zip(cells, shares))
        best = optimize.minimize(loss, [middle, slope], method="Nelder-Mead", options=dict(
            xatol=1e-11, fatol=1e-14, initial_simplex=[
                [middle, slope], [middle + 1e-4, slope], [middle, slope + 1e-4]])).x
        units = numpy.eye(2) * 1e-4
        information = numpy.array([[
            (loss(best + one + other) - loss(best + one - other) - loss(best - one + other)
             + loss(best - one - other)) / 4e-8 for other in units] for one in units])
        covariance = numpy.linalg.inv(information)
        hold = int(math.exp(random.uniform(math.log(50), math.log(2000))))
        height = best[1] * (math.log(hold) - best[0])
        gradient = numpy.array([-best[1], math.log(hold) - best[0]])
        error = math.sqrt(gradient @ covariance @ gradient)
        band = [guess + (1 - guess - lapse) / (1 + math.exp(-height - side * 1.959963984540054 * error))
                for side in (0, -1, 1)]
        if guess < .5 < 1 - lapse:
            share = (.5 - guess) / (1 - guess - lapse)
            shift = math.log(share / (1 - share))
            half = best[0] + shift / best[1]
            gradient = numpy.array([1, -shift / best[1] ** 2])
            error = math.sqrt(gradient @ covariance @ gradient)
            halves = [math.exp(half + side * 1.959963984540054 * error) for side in (0, -1, 1)]
        else:
            halves = [-1, -1, -1]
        yield case[:3 + 3 * count] + [hold, *band, *halves]


PRIORS = {
    0: [(math.log(7), .5), (math.log(250), .8), (math.log(.05), 1), (-4, 1), (0, .5)],
    1: [(math.log(4.5), .5), (math.log(320), .6), (math.log(.02), 1), (-3.5, 1),
        (math.log(.8), .5)]}


def ruled_trials(kind):
    """Trials that are written down as a rule: 60 of four numbers, or 240 of eight."""
    trials = []
    for trial in range([60, 240][kind]):
        count = 5 + trial % 4 if kind == 0 else 2 + trial % 8
        hold = [210, 650, -1][trial % 3] if kind == 0 else [100, 210, 430, -1, 800][trial % 5]
        if kind == 0:
            right = [count, count, 2, count, 4, count, 3][trial % 7]
        else:
            reach = {100: 2, 210: 3, 430: 4, -1: 6, 800: 5}[hold] + [0, 1, -1, 0, 2, 0, -2][trial % 7]
            right = count if count <= reach else max(0, reach)
        steps = [.6, 1.1][kind]
        presses = []
        for place in range(1, min(count, right + 1) + 1):
            seconds = steps * (place - 1 if hold < 0 else place)
            presses.append((None if hold < 0 and place == 1 else seconds, place <= right))
        trials.append((count, hold, presses))
    return trials


def log_likelihood(trials, capacity, constant, decay, slip, spread):
    """The sum over all numbers that may have been taken in, once for trials that are alike."""
    shares, kept = {}, {}
    total = 0
    for (count, hold, presses), times in trials:
        if (count, hold) not in shares:
            mean = capacity if hold < 0 else capacity * (1 - math.exp(-hold / constant))
            below = [0] + [.5 * math.erfc(-(taken + .5 - mean) / spread / math.sqrt(2))
                           for taken in range(count)] + [1]
            shares[count, hold] = [upper - lower for lower, upper in zip(below, below[1:])]
        sum_over_taken = 0
        for taken, share in enumerate(shares[count, hold]):
            for place, (seconds, is_right) in enumerate(presses, 1):
                left = count - place + 1
                if left < 2:
                    break
                if seconds is None:
                    known = 1
                elif place > taken:
                    known = 0
                else:
                    if seconds not in kept:
                        kept[seconds] = math.exp(-decay * seconds)
                    known = kept[seconds]
                chance = (1 - slip) * (known + (1 - known) / left)
                share *= chance if is_right else 1 - chance
            sum_over_taken += share
        total += times * math.log(sum_over_taken)
    return total


def tally(trials):
    counts = {}
    for count, hold, presses in trials:
        key = (count, hold, tuple(presses))
        counts[key] = counts.get(key, 0) + 1
    return list(counts.items())


def fits():
    """The most probable memory, its curvature, and the profiles, by Nelder and Mead's simplex."""
    for kind, prior, fits_spread in [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0)]:
        trials, priors = tally(ruled_trials(kind)), PRIORS[prior]
        count = 5 if fits_spread else 4
        def values(scores):
            all_scores = list(scores) + [0] * (5 - count)
            places = [mean + deviation * score for (mean, deviation), score
                      in zip(priors, all_scores)]
            return [1 / (1 + math.exp(-place)) if number == 3 else math.exp(place)
                    for number, place in enumerate(places)]
        def fitted(scores):
            return log_likelihood(trials, *values(scores))
        def loss(scores):
            return .5 * sum(score ** 2 for score in scores) - fitted(scores)
        def simplex(function, start):
            for _ in range(2):
                found = optimize.minimize(function, start, method="BFGS")
                found = optimize.minimize(function, found.x, method="Nelder-Mead", options=dict(
                    xatol=1e-8, fatol=1e-11, maxiter=20000, maxfev=20000))
                start = found.x
            return found
        best = simplex(loss, numpy.zeros(count))
        units = numpy.eye(count) * 1e-3
        matrix = numpy.array([[
            (loss(best.x + one + other) - loss(best.x + one - other) - loss(best.x - one + other)
             + loss(best.x - one - other)) / 4e-6 for other in units] for one in units])
        shares = numpy.sqrt(numpy.diag(numpy.linalg.inv(matrix)))
        bounds = []
        for axis in range(count):
            def held(score, start):
                def rest(others):
                    scores = numpy.insert(others, axis, score)
                    return .5 * sum(others ** 2) - fitted(scores)
                found = optimize.minimize(rest, start, method="BFGS", options=dict(gtol=1e-7))
                return found.fun, found.x
            others = numpy.delete(best.x, axis)
            grid = [(score, held(score, others)[0]) for score in numpy.arange(-5, 5.01, .5)]
            low = min(grid, key=lambda pair: pair[1])[0]
            bottom = optimize.minimize_scalar(
                lambda score: held(score, others)[0], bounds=(max(-5, low - .5), min(5, low + .5)),
                method="bounded", options=dict(xatol=1e-7))
            limit = min(bottom.fun, min(value for _, value in grid)) + stats.chi2.ppf(.95, 1) / 2
            for side in (-1, 1):
                outside = [score for score, value in grid
                           if (score - bottom.x) * side > 0 and value > limit]
                if not outside:
                    bounds.append(-1)
                    continue
                outer = max(outside) if side < 0 else min(outside)
                score = optimize.brentq(
                    lambda place: held(place, others)[0] - limit, bottom.x, outer, xtol=1e-6)
                whole = numpy.zeros(5)
                whole[axis] = score
                bounds.append(values(whole[:count])[axis])
        yield [kind, prior, fits_spread, *values(best.x)[:count], fitted(best.x), *shares, *bounds]


def game_shares(chances):
    """The shares of games by number of passed steps: each may be failed until the third failure."""
    shares = []
    arrived = [1, 0, 0]
    for chance in chances:
        tries = [sum(arrived[start] * (1 - chance) ** (failures - start)
                     for start in range(failures + 1)) for failures in range(3)]
        shares.append(tries[2] * (1 - chance))
        arrived = [reach * chance for reach in tries]
    return numpy.array(shares + [sum(arrived)])


def passing_of_many(count, hold, capacity, constant, decay, slip, spread):
    """The pass probability of many memories at once; -1 is no hold, the first press masks."""
    mean = capacity if hold < 0 else capacity * -numpy.expm1(-hold / constant)
    total = 0
    for taken in range(count + 1):
        share = (1 if taken == count else stats.norm.cdf((taken + .5 - mean) / spread)) - (
            0 if taken == 0 else stats.norm.cdf((taken - .5 - mean) / spread))
        for place in range(1, count):
            if hold < 0 and place == 1:
                share = share * (1 - slip)
                continue
            seconds = .6 * (place if hold >= 0 else place - 1)
            known = numpy.exp(-decay * seconds) if place <= taken else 0
            share = share * (1 - slip) * (known + (1 - known) / (count - place + 1))
        total = total + share
    return total


def second_games():
    """Where nine in ten second games lie: ranks of each group, whose capacities are fitted here,
    then levels of a test that begins with 3, 4 or 5 numerals (-2 is no age)."""
    tables = {age: [int(word) for word in row.split()] for age, row in GROUPS.items()}
    tables = {age: numpy.array(row + [0] * (37 - len(row))) for age, row in tables.items()}
    tables[-1] = tables[20] + tables[30] + tables[50]
    scores = numpy.arange(-6.5, 6.5001, .02)
    weights = stats.norm.pdf(scores) / stats.norm.pdf(scores).sum()
    def shares(median, deviation):
        people = median * numpy.exp(deviation * scores)
        return game_shares([passing_of_many(*level, people, 303, .008, .077, .1)
                            for level in LEVELS])
    for age, row in tables.items():
        loss = lambda logs: -(row * numpy.log(shares(*numpy.exp(logs)) @ weights)).sum()
        best = optimize.minimize(loss, numpy.log([3, .35]), method="Nelder-Mead",
                                 options={"xatol": 1e-6, "fatol": 1e-8})
        fitted = [float(f"{value:.3f}") for value in numpy.exp(best.x)]
        ended = shares(*fitted)
        below = numpy.concatenate([[0], numpy.cumsum(row)]) / row.sum()
        for first in range(20):
            second = ended @ (weights * ended[first])
            sums = numpy.concatenate([[0], numpy.cumsum(second / second.sum())])
            # Chance decides between equal levels, so that ranks are uniform within a level.
            yield [age, first, *numpy.exp(best.x), *numpy.interp([.05, .95], sums, below)]
    grids = [numpy.arange(-5, 5.001, step) for step in (.1, .5, .5)]
    capacity, decay, slip = (grid.ravel() for grid in numpy.meshgrid(*grids))
    weights = stats.norm.pdf(capacity) * stats.norm.pdf(decay) * stats.norm.pdf(slip)
    memories = (4.5 * numpy.exp(.5 * capacity), 320, .02 * numpy.exp(decay),
                1 / (1 + numpy.exp(3.5 - slip)), .8)
    for start in (3, 4, 5):
        ended = game_shares([passing_of_many(count, -1, *memories)
                             for count in range(start, start + 30)])
        for first in range(15):
            second = ended @ (weights * ended[first])
            second /= second.sum()
            sums = numpy.cumsum(second)
            lower, upper = int(numpy.argmax(sums > .05)), int(numpy.argmax(sums >= .95))
            # A bound that hangs on the last digits of a grid is no case.
            if min(abs(sums - .05).min(), abs(sums - .95).min()) < 5e-4:
                continue
            level = lambda passed: start + passed - 1 if passed else 0
            yield [-2, level(first), start, level(lower), level(upper),
                   second[lower:upper + 1].sum()]


SUBJECTS = {"pass-probability": pass_probabilities, "course": expectations, "standing": standings,
            "hold-band": hold_bands, "memory-fit": fits, "second-game": second_games}
for subject, make in SUBJECTS.items():
    if subject in sys.argv[1:] or not sys.argv[1:]:
        random = numpy.random.default_rng(sum(subject.encode()))
        write(subject, make())
