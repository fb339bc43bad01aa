#!/usr/bin/env python3
"""Computes the cases that ScienceTests holds the target Science against.

    python3 -m venv folder && folder/bin/pip install scipy==1.17.1 statsmodels==0.15.0 mpmath
    folder/bin/python Tests/ScienceTests/Cases/compute.py [SUBJECT ...]

One file a subject, one case a line, numbers parted by blanks. The inputs come first and are
written as they were used, so that both sides compute from the same numbers.
"""

import itertools
import math
import pathlib
import sys
import warnings

import mpmath
import numpy
from scipy import optimize, stats
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_linear_model import GLM
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.power import TTestIndPower, TTestPower
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

COUNT = 1000
folder = pathlib.Path(__file__).parent
warnings.simplefilter("ignore")
random = None
mpmath.mp.dps = 40


def short(value):
    """A number with few digits, so that its text is the number."""
    return float(f"{value:.4g}")


def rough(value):
    """A number with fewer digits still, for cases that have many."""
    return float(f"{value:.3g}")


def logarithmic(low, high):
    return short(math.exp(random.uniform(math.log(low), math.log(high))))


def whole(low, high):
    return int(random.integers(low, high + 1))


def write(name, make):
    """Writes a thousand cases; `make` may answer None for numbers that make no case."""
    digits = 11 if make in (normal, chi_square, student, noncentral_student, binomial) else 9
    global random
    random = numpy.random.default_rng(sum(name.encode()))
    lines = []
    while len(lines) < COUNT:
        try:
            case = make()
        except ArithmeticError:
            continue
        if case is None or not all(math.isfinite(value) for value in case):
            continue
        lines.append(" ".join(
            str(value) if isinstance(value, int) else f"{float(value):.{digits}g}" for value in case))
    text = "\n".join(lines) + "\n"
    (folder / f"{name}.txt").write_text(text.replace(".0 ", " ").replace(".0\n", "\n"))
    print(name, len(text))


def normal():
    place = short(random.uniform(-30, 30) if random.random() < .5 else random.normal())
    level = logarithmic(1e-12, 1)
    return [place, stats.norm.cdf(place), stats.norm.sf(place), level, stats.norm.ppf(level)]


def chi_square():
    degrees = logarithmic(.5, 5000)
    place = short(max(1e-6, degrees * math.exp(random.normal() * 2 / math.sqrt(degrees))))
    level = short(random.uniform(.001, .999))
    return [degrees, place, stats.chi2.cdf(place, degrees), stats.chi2.sf(place, degrees), level,
            stats.chi2.ppf(level, degrees)]


def student():
    degrees = logarithmic(1, 5000)
    place = short(random.standard_t(2) * 2)
    level = short(random.uniform(.0001, .9999))
    return [degrees, place, stats.t.cdf(place, degrees), stats.t.sf(place, degrees), level,
            stats.t.ppf(level, degrees)]


def precise_noncentral(place, degrees, noncentrality):
    """The integral itself, because scipy's tails are not exact."""
    def share(deviation):
        density = (2 * mpmath.power(degrees / 2, degrees / 2) / mpmath.gamma(degrees / 2)
                   * mpmath.power(deviation, degrees - 1)
                   * mpmath.exp(-degrees * deviation ** 2 / 2))
        return density * mpmath.ncdf(place * deviation - noncentrality)
    width = 1 / mpmath.sqrt(2 * degrees)
    points = [0] + [mpmath.mpf(1) + step * width for step in (-8, -4, -2, 0, 2, 4, 8, 16)]
    points = sorted({max(mpmath.mpf(0), point) for point in points}) + [mpmath.mpf(1) + 40 * width]
    return mpmath.quad(share, points)


def noncentral_student():
    degrees = mpmath.mpf(logarithmic(1, 500))
    noncentrality = short(random.normal() * 4)
    place = short(noncentrality + random.normal() * 2)
    value = precise_noncentral(mpmath.mpf(place), degrees, mpmath.mpf(noncentrality))
    other = stats.nct.cdf(place, float(degrees), noncentrality)
    if abs(value - other) > 1e-9 or value < 1e-8 or value > 1 - 1e-8:
        return None
    level = short(random.uniform(.001, .999))
    return [float(degrees), noncentrality, place, value, 1 - value, level,
            stats.nct.ppf(level, float(degrees), noncentrality)]


def binomial():
    total = int(logarithmic(1, 100_000))
    probability = logarithmic(1e-4, 1)
    deviation = math.sqrt(total * probability * (1 - probability)) + 1
    count = min(total, max(0, int(total * probability + 2 * deviation * random.normal())))
    level = short(random.uniform(.001, .999))
    return [total, probability, count, stats.binom.pmf(count, total, probability),
            stats.binom.cdf(count, total, probability),
            stats.binom.sf(count - 1, total, probability), level,
            int(stats.binom.ppf(level, total, probability))]


def proportion():
    total = int(logarithmic(1, 10_000))
    passed = whole(0, total)
    confidence = short(random.uniform(.5, .999))
    lower, upper = proportion_confint(passed, total, 1 - confidence, "wilson")
    return [passed, total, confidence, max(0, lower), min(1, upper)]


def chance():
    count, seen, trials = whole(1, 9), whole(0, 1), int(logarithmic(1, 2000))
    steps = [1 if seen and place == 1 else 1 / (count - place + 1)
             for place in range(1, count + 1)]
    probability = math.prod(steps)
    mean = sum(math.prod(steps[:place]) for place in range(1, count + 1))
    passed = whole(0, min(trials, 8))
    fewest = next((number for number in range(trials + 1)
                   if stats.binom.sf(number - 1, trials, probability) <= .05), -1)
    return [count, seen, trials, passed, probability, mean,
            stats.binom.sf(passed - 1, trials, probability), fewest]


def serial_positions():
    count = whole(1, 6)
    trials = [(whole(0, count), whole(0, 1)) for _ in range(whole(1, 8))]
    reached = [sum(right + error > place for right, error in trials) for place in range(count + 1)]
    rights = [sum(right > place for right, _ in trials) for place in range(count + 1)]
    places = [pair for pair in zip(rights, reached) if pair[1] > 0]
    return [len(trials), *itertools.chain(*trials), *itertools.chain(*places)]


def latency():
    times = [rough(logarithmic(100, 5000)) for _ in range(whole(2, 6))]
    logarithms = numpy.log(times)
    mean, spread = logarithms.mean(), logarithms.std(ddof=1)
    confidence = short(random.uniform(.5, .999))
    lower, upper = stats.t.interval(
        confidence, len(times) - 1, mean, spread / math.sqrt(len(times)))
    return [len(times), *times, confidence, math.exp(mean), spread, math.exp(lower),
            math.exp(upper)]


def points(places, probability):
    result = []
    for place in places:
        total = whole(5, 60)
        result.append((place, int(random.binomial(total, probability(place))), total))
    return result


def is_separated(cells):
    passed = [place for place, right, _ in cells if right]
    failed = [place for place, right, total in cells if right < total]
    return (not passed or not failed or max(failed) <= min(passed)
            or max(passed) <= min(failed))


def learning():
    start, slope = random.normal() * 1.5, random.normal() * .3
    cells = points(range(1, whole(2, 6) + 1),
                   lambda place: 1 / (1 + math.exp(-start - slope * place)))
    if is_separated(cells):
        return None
    table = numpy.array(cells, float)
    design = numpy.column_stack([numpy.ones(len(cells)), table[:, 0]])
    fit = GLM(numpy.column_stack([table[:, 1], table[:, 2] - table[:, 1]]), design,
              family=Binomial()).fit(tol=1e-14, maxiter=200)
    # The errors that statsmodels gives are those of the step before the last.
    share = 1 / (1 + numpy.exp(-design @ fit.params))
    information = design.T @ (design * (table[:, 2] * share * (1 - share))[:, None])
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(information)))
    return [len(cells), *itertools.chain(*cells), *fit.params, *errors, fit.deviance]


def hold():
    count = whole(2, 6)
    guess, lapse = 1 / math.factorial(count), short(random.uniform(0, .05))
    threshold, slope = random.uniform(5, 6.5), random.uniform(1, 4)
    def curve(logarithm, middle, steep):
        return guess + (1 - guess - lapse) / (1 + numpy.exp(-steep * (logarithm - middle)))
    places = sorted(int(logarithmic(50, 2000)) for _ in range(whole(3, 5)))
    if len(set(places)) < len(places):
        return None
    cells = points(places, lambda place: curve(math.log(place), threshold, slope))
    if is_separated(cells):
        return None
    table = numpy.array(cells, float)
    logarithms, passed, failed = numpy.log(table[:, 0]), table[:, 1], table[:, 2] - table[:, 1]
    def loss(values):
        share = curve(logarithms, *values)
        return -numpy.sum(passed * numpy.log(share) + failed * numpy.log(1 - share))
    # With guessing and lapses the likelihood has several hills: the highest is wanted.
    middles, slopes = numpy.linspace(3.5, 8, 451)[:, None], numpy.geomspace(.1, 200, 80)[None]
    losses = -sum(right * numpy.log(share := curve(place, middles, slopes))
                  + wrong * numpy.log(1 - share)
                  for place, right, wrong in zip(logarithms, passed, failed))
    starts = [[threshold, slope]]
    for part in (slopes < 6, slopes >= 6):
        best = numpy.unravel_index(numpy.where(part, losses, math.inf).argmin(), losses.shape)
        starts.append([middles[best[0], 0], slopes[0, best[1]]])
    fit = min((optimize.minimize(loss, start, method="Nelder-Mead",
                                 options=dict(xatol=1e-11, fatol=1e-14, maxiter=4000))
               for start in starts), key=lambda found: found.fun)
    step = 1e-4
    def second(one, other):
        return (loss(fit.x + one + other) - loss(fit.x + one - other)
                - loss(fit.x - one + other) + loss(fit.x - one - other)) / (4 * step * step)
    units = numpy.eye(2) * step
    information = numpy.array([[second(one, other) for other in units] for one in units])
    if not fit.success or numpy.linalg.det(information) <= 0:
        return None
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(information)))
    # The steepest curve: the floor below a position, the ceiling above it, anything at it.
    for place in range(len(cells)):
        share = numpy.where(numpy.arange(len(cells)) < place, guess, 1 - lapse)
        share[place] = min(max(passed[place] / table[place, 2], guess), 1 - lapse)
        share = numpy.clip(share, 1e-12, 1 - 1e-12)
        if -numpy.sum(passed * numpy.log(share) + failed * numpy.log(1 - share)) < fit.fun + 1e-4:
            return None
    if not (.3 < fit.x[1] < 12 and errors[0] < .8 and errors[1] < 4):
        return None
    return [count, lapse, len(cells), *itertools.chain(*cells), math.exp(fit.x[0]), fit.x[1],
            *errors, -fit.fun]


def two_groups():
    totals = [int(logarithmic(1, 500)) for _ in range(2)]
    passed = [whole(0, total) for total in totals]
    lower, upper = confint_proportions_2indep(
        passed[0], totals[0], passed[1], totals[1], method="newcomb", compare="diff")
    return [passed[0], totals[0], passed[1], totals[1], lower, upper]


def paired_outcomes():
    both, first, second, neither = (int(logarithmic(1, 80)) - 1 for _ in range(4))
    total = both + first + second + neither
    if total == 0:
        return None
    exact = mcnemar([[both, first], [second, neither]], exact=True).pvalue
    fewer = min(first, second)
    middle = 2 * stats.binom.cdf(fewer, first + second, .5) - stats.binom.pmf(
        fewer, first + second, .5)
    one, other = (both + first) / total, (both + second) / total
    low_one, high_one = proportion_confint(both + first, total, .05, "wilson")
    low_other, high_other = proportion_confint(both + second, total, .05, "wilson")
    product = both * neither - first * second
    if product > 0:
        product = max(product - total / 2, 0)
    margins = math.prod([both + first, second + neither, both + second, first + neither])
    phi = product / math.sqrt(margins) if margins else 0
    below, above = (
        math.sqrt(max(0, left ** 2 - 2 * phi * left * right + right ** 2))
        for left, right in [(one - low_one, high_other - other),
                            (high_one - one, other - low_other)])
    return [both, first, second, neither, exact if first + second else 1, middle,
            one - other - below, one - other + above]


def paired_means():
    values = [rough(random.normal() * 2 + .7) for _ in range(whole(3, 5))]
    test = stats.ttest_1samp(values, 0)
    interval = test.confidence_interval()
    count, degrees = len(values), len(values) - 1
    effect = numpy.mean(values) / numpy.std(values, ddof=1)
    if abs(effect) > 1.8:
        return None
    def bound(level):
        place = effect * math.sqrt(count)
        return optimize.brentq(
            lambda shift: stats.nct.cdf(place, degrees, shift) - level, place - 5, place + 5,
            xtol=1e-12) / math.sqrt(count)
    factor = math.exp(math.lgamma(degrees / 2) - math.lgamma((degrees - 1) / 2)) / math.sqrt(
        degrees / 2)
    return [count, *values, test.statistic, test.pvalue, *interval, effect, bound(.975),
            bound(.025), effect * factor]


def independent_means():
    groups = [[rough(random.normal() * (1 + side) + side) for _ in range(whole(2, 4))]
              for side in range(2)]
    test = stats.ttest_ind(*groups, equal_var=False)
    interval = test.confidence_interval()
    return [len(groups[0]), *groups[0], len(groups[1]), *groups[1], test.statistic, test.df,
            test.pvalue, *interval]


def signed_ranks():
    kind = whole(0, 2)
    if kind == 0:
        values = random.permutation(60)[:whole(1, 25)] + 1
        values = values * random.choice([-1, 1], len(values))
        test = stats.wilcoxon(values, method="exact")
        return [len(values), *map(int, values), test.statistic, test.pvalue]
    if kind == 1:
        values = [value for value in random.integers(-5, 6, whole(1, 11))]
        kept = [value for value in values if value]
        if not kept:
            return None
        ranks = stats.rankdata(numpy.abs(kept))
        positive = sum(rank for rank, value in zip(ranks, kept) if value > 0)
        statistic = min(positive, ranks.sum() - positive)
        sums = numpy.array(list(itertools.product([0, 1], repeat=len(kept)))) @ ranks
        share = min(1, 2 * numpy.mean(sums <= statistic + 1e-9))
        return [len(values), *map(int, values), statistic, share]
    values = random.integers(-30, 41, whole(27, 34))
    if numpy.count_nonzero(values) <= 25:
        return None
    test = stats.wilcoxon(values, method="asymptotic", correction=True)
    return [len(values), *map(int, values), test.statistic, test.pvalue]


def planning():
    pairs, effect, level = whole(0, 1), short(random.uniform(.1, 1.5)), logarithmic(.001, .2)
    count, power = int(logarithmic(2, 200)), short(random.uniform(.3, .98))
    def reached(number):
        value = (TTestPower() if pairs else TTestIndPower()).power(effect, number, level)
        if not math.isfinite(value):
            raise ArithmeticError("scipy's noncentral t has no number here")
        return value
    number = 2
    while reached(number) < power:
        number *= 2
    low = 2
    while low < number:
        middle = (low + number) // 2
        low, number = (low, middle) if reached(middle) >= power else (middle + 1, number)
    return [pairs, effect, level, count, reached(count), power, low]


def correlation():
    count = whole(3, 6)
    first = [rough(random.normal()) for _ in range(count)]
    second = [rough(value * random.normal() + random.normal()) for value in first]
    return [count, *first, *second, stats.pearsonr(first, second).statistic,
            stats.linregress(first, second).slope]


def likelihood():
    count, masks = whole(1, 8), random.random() < .4
    hold = -1 if masks else int(logarithmic(50, 2000))
    capacity, constant = logarithmic(1, 12), logarithmic(50, 1000)
    decay, slip, spread = logarithmic(.005, .5), logarithmic(.002, .2), logarithmic(.3, 2)
    mean = capacity if masks else capacity * (1 - math.exp(-hold / constant))
    right = whole(0, count)
    presses = [(1, rough(random.uniform(.2, 9))) for _ in range(right)]
    if right < count - 1 and random.random() < .7:
        presses.append((0, rough(random.uniform(.2, 9))))
    if not presses:
        return None
    total = 0
    for taken in range(count + 1):
        low = -math.inf if taken == 0 else (taken - .5 - mean) / spread
        high = math.inf if taken == count else (taken + .5 - mean) / spread
        share = stats.norm.cdf(high) - stats.norm.cdf(low)
        for place, (is_right, seconds) in enumerate(presses, 1):
            known = math.exp(-decay * seconds) if place <= taken else 0
            if masks and place == 1:
                known = 1
            left = count - place + 1
            chance = 1 if left == 1 else (1 - slip) * (known + (1 - known) / left)
            share *= chance if is_right else 1 - chance
        total += share
    return [count, hold, capacity, constant, decay, slip, spread, len(presses),
            *itertools.chain(*presses), math.log(total)]


def entropy(weights):
    weights = weights[weights > 0]
    return -numpy.sum(weights * numpy.log(weights))


def grid_case(values, table, stimuli):
    """Plays random trials on a grid: table[stimulus, value, other] is the share of passes."""
    weights = numpy.full(table.shape[1:], 1 / table[0].size)
    trials = []
    for _ in range(whole(1, 12)):
        stimulus = whole(0, len(stimuli) - 1)
        is_passed = random.random() < (weights * table[stimulus]).sum()
        weights = weights * (table[stimulus] if is_passed else 1 - table[stimulus])
        weights /= weights.sum()
        trials.append(stimuli[stimulus] if is_passed else -stimuli[stimulus])
    marginal = weights.sum(1)
    mean = (marginal * values).sum()
    deviation = math.sqrt((marginal * (values - mean) ** 2).sum())
    cumulated = marginal.cumsum()
    expected = []
    for passes in table:
        both = [(weights * passes).sum(1), (weights * (1 - passes)).sum(1)]
        expected.append(sum(part.sum() * entropy(part / part.sum()) for part in both))
    first, second = sorted(expected)[:2]
    if second - first < 1e-9 or any(abs(cumulated - level).min() < 1e-9 for level in (.025, .975)):
        return None
    return [len(trials), *trials, mean, deviation, values[(cumulated >= .025).argmax()],
            values[(cumulated >= .975).argmax()], stimuli[int(numpy.argmin(expected))]]


def quest_span():
    spans = numpy.arange(2, 20.01, .25)
    table = numpy.array([[[
        1 / math.factorial(count - 1) + (1 - lapse - 1 / math.factorial(count - 1))
        / (1 + math.exp((count - span) / width))
        for width in [.3, .5, .8, 1.2, 1.8] for lapse in [0, .02, .05]]
        for span in spans] for count in range(2, 21)])
    return grid_case(spans, table, list(range(2, 21)))


def quest_hold():
    count = whole(2, 7)
    guess = 1 / math.factorial(count)
    thresholds = numpy.linspace(math.log(50), math.log(2000), 40)
    table = numpy.array([[[
        guess + (1 - guess - lapse) / (1 + math.exp(-slope * (hold - threshold)))
        for slope in range(1, 9) for lapse in [0, .02, .05]]
        for threshold in thresholds] for hold in numpy.linspace(math.log(50), math.log(2000), 16)])
    case = grid_case(thresholds, table, list(range(1, 17)))
    return case and [count, *case]


def staircase():
    needed, is_hold, count = whole(1, 3), whole(0, 1), whole(1, 45)
    outcomes = [bool(random.random() < .7) for _ in range(count)]
    stimulus = 650.0 if is_hold else 4.0
    reversals, run, last, blocked = [], 0, 0, 0
    for is_passed in outcomes:
        run = run + 1 if is_passed else 0
        if is_passed and run < needed:
            continue
        run, way = 0, 1 if is_passed else -1
        if last and way != last:
            reversals.append(stimulus)
        last = way
        before = stimulus
        if is_hold:
            factor = 2 ** (.5 if len(reversals) < 2 else .25)
            stimulus = min(2000.0, max(50.0, stimulus * factor ** -way))
        else:
            stimulus = min(20.0, max(2.0, stimulus + way))
        blocked = blocked + 1 if stimulus == before else 0
    # Who always passes or fails has no reversals: the end of the scale is a bound.
    estimate = stimulus if blocked >= 8 else -1
    if len(reversals) >= 6:
        six = numpy.array(reversals[-6:])
        estimate = stats.gmean(six) if is_hold else six.mean()
    bits = sum(2 ** place for place, is_passed in enumerate(outcomes) if is_passed)
    return [needed, is_hold, count, bits, stimulus, len(reversals), estimate]


helpers = ["short", "rough", "logarithmic", "whole", "write", "precise_noncentral", "points",
           "is_separated", "entropy", "grid_case"]
for name, make in list(globals().items()):
    if callable(make) and getattr(make, "__module__", "") == "__main__" and name not in helpers:
        subject = name.replace("_", "-")
        if subject in sys.argv[1:] or not sys.argv[1:]:
            write(subject, make)
