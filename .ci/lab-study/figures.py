"""Computes figures of trials from an export alone, by what the articles say of them.

    figures.py DATA.csv [include=REASON|all] [by=hold]
    figures.py --json                   the same from the program's reply to "summary format=json"
    figures.py DATA.csv fit [include=REASON|all] [spread=SD|fit]
    figures.py --fit LINES              compares these lines with the program's replies to "fit CODE"

Who is counted, what is left out and for which reason, trials whose look the participant ended, means and
intervals over participants, the lines of fewer than five, the levels of adaptive tests, the rules of the
studies, and latencies, from the moves and not from their columns. DATA-presses.csv and
DATA-participants.csv stand beside DATA.csv.
"""

import csv
import json
import math
import os
import random
import re
import sys

from adaptive import hold, span
from contrasts import tail

REASONS = {"simulated": "simulated", "scripts": "scripts", "virtual": "virtual_clock",
           "practice": "practice", "stale": "stale", "resumed": "resumed",
           "hold-missed": "hold_missed"}
# A trial counts for the first reason that it has.
ORDER = ["no_test", "simulated", "scripts", "virtual_clock", "practice", "stale", "not_over", "resumed",
         "hold_missed", "several_presses"]
# The rules that the studies of .ci/lab-study/run declare.
RULES = {
    "lab-study": {
        "participant age above 65": lambda trial: trial.age is not None and trial.age > 65,
        "trial first-press below 60": lambda trial: trial.first is not None and trial.first < 60,
    },
}
# Rules about participants, by what their finished trials are: a share above or below a limit.
PEOPLE_RULES = {
    "mixed": {
        'participant passed below 40% in "glance 200"': lambda own: below(
            [trial.is_passed for trial in own if trial["study_condition"] == "glance"
             and trial["requested_hold"] == "200" and not trial.is_missed], 0.4),
        "participant passed below 80% in still": lambda own: below(
            [trial.is_passed for trial in own if trial["study_condition"] == "still"
             and not trial.is_missed], 0.8),
        "participant hold-missed above 20%": lambda own: below(
            [not trial.is_missed for trial in own], 0.8),
    },
}
RULES["whole"] = {
    "trial first-press below 60": RULES["lab-study"]["trial first-press below 60"],
}
PEOPLE_RULES["whole"] = {
    "participant hold-missed above 50%": lambda own: below(
        [not trial.is_missed for trial in own], 0.5),
}
RULES["looks"] = RULES["lab-study"] | {"trial number above 4": lambda trial: int(trial["trial"]) > 4}


def below(values, limit):
    return bool(values) and sum(values) / len(values) < limit


def quantile(degrees):
    """The 97.5 % point of Student's t, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, degrees) > 0.05 else (low, middle)
    return low


def mean(values):
    return sum(values) / len(values) if values else None


def student(values, limits=(-math.inf, math.inf)):
    """The interval of a mean; none below three values, and none where all are equal."""
    if len(values) < 3:
        return None, None
    middle = mean(values)
    deviation = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    if deviation <= 1e-12 * abs(middle):
        return None, None
    width = quantile(len(values) - 1) * deviation / math.sqrt(len(values))
    return tuple(min(max(bound, limits[0]), limits[1]) for bound in (middle - width, middle + width))


def wilson(passed, count):
    z = 1.959963984540054
    center, spread = (passed + z * z / 2) / (count + z * z), z / (count + z * z)
    width = spread * math.sqrt(passed * (count - passed) / count + z * z / 4)
    return max(0, center - width), min(1, center + width)


def ratio(lower, upper):
    """The bounds of a time; none that tell nothing."""
    return (lower, upper) if lower is not None and upper < 10_000 * lower else (None, None)


class Trial(dict):
    """A row, with what follows from its moves."""

    def __init__(self, row, presses, age):
        super().__init__(row)
        self.presses, self.age = presses, age
        self.is_look_ended = row["look_ended"] == "1"
        self.is_held = row["condition"] == "hold" and not self.is_look_ended
        self.is_passed = row["outcome"] == "passed" \
            and all(press["judgement"] != "wrong" for press in presses)
        self.guessed = int(row["count"]) - (0 if self.is_held else 1)
        self.read_moves()
        answers = [press for press in presses if press["judgement"] in ("right", "wrong")]
        self.has_error = any(press["judgement"] == "wrong" for press in answers)
        self.right = 0
        while self.right < len(answers) and answers[self.right]["judgement"] == "right":
            self.right += 1

    def read_moves(self):
        """The times of the presses and of the mask, from the moves."""
        times, mask, lines, known = [], None, [], True
        before, index, self.first, latencies, before_known = 0, 0, None, [], True
        self.is_resumed = False
        for move in self["moves"].split(";") if self["moves"] else []:
            if move in ("resumed", "paused"):
                # After a pause the same masked board goes on; no figure has such a trial, either.
                self.is_resumed, known, before_known = True, False, False
                continue
            when, name, *words = move.split()
            time, *second = [int(number) for number in when.split("-")]
            if name in ("hold-ends", "hide"):
                if mask is None:
                    mask = time if known else "unknown"
                continue
            if name != "press":
                continue
            cells = [word for word in words if word.isdigit()]
            is_visible = mask is None
            if is_visible:
                lines.append(len(cells) // 2)
            for _ in range(len(cells) // 2):
                press = self.presses[index]
                index += 1
                assert int(press["time"]) == time, (self["trial_id"], press)
                assert press["second_digit"] == (str(second[0]) if second else ""), press
                if press["judgement"] == "early":
                    assert press["line_latency"] == "", press
                    continue
                own = time - before if before_known else None
                assert press["line_latency"] == ("" if own is None else str(own)), (press, own)
                since_mask = max(0, time - mask) if mask not in (None, "unknown") and known else None
                if not times:
                    self.first = since_mask if self.is_held else time if known else None
                times.append(time)
                latencies.append((press["judgement"], own))
                before, before_known = time, True
                if press["judgement"] == "right" and mask is None and self["mask"] == "first":
                    # The press took effect with its second digit.
                    mask = (second or [time])[0]
        assert index == len(self.presses), (self["trial_id"], index)
        self.mask = mask if mask != "unknown" else None
        self.is_on_one_line = max(lines, default=0) > 1
        self.latencies = []
        for number, (judgement, own) in enumerate(latencies):
            if judgement == "wrong":
                break
            if judgement == "right":
                self.latencies.append(own if number else self.first)

    def is_over(self):
        """Whether the trial was finished; one that `stop` ended was not."""
        is_stopped = self["outcome"] == "gave-up" and self["test_state"] == "stopped"
        return self["outcome"] not in ("", "quit") and not is_stopped

    def reasons(self):
        found = set()
        if self["phase"] == "free":
            found.add("no_test")
        if self["phase"] == "practice":
            found.add("practice")
        if self["simulated"] == "1":
            found.add("simulated")
        elif self["player"] == "script":
            found.add("scripts")
        elif self["clock"] == "virtual":
            found.add("virtual_clock")
        if not self.is_over():
            found.add("not_over")
        if self.is_resumed:
            found.add("resumed")
        if self["test_state"] == "stale":
            found.add("stale")
        if self["measured_hold"] and not (
                abs(int(self["measured_hold"]) - int(self["requested_hold"]))
                <= max(20, int(self["requested_hold"]) / 10)):
            found.add("hold_missed")
        if self.is_on_one_line:
            found.add("several_presses")
        return found

    def kind(self):
        settings = ""
        if self["test"] == "plain" and not self["study"]:
            dropped = ("trials=", "seed=", "practice=", "until=", "begin=", "feedback=", "press=")
            words = [word for word in self["test_settings"].split() if not word.startswith(dropped)]
            settings = " ".join(sorted(words))
        words = self["test_settings"].split()
        is_mixed = self["study"] and any(word.startswith("holds=") for word in words)
        return (self["test"], self["study"], self["study_condition"],
                self["requested_hold"] if is_mixed else "", settings, self.is_look_ended)


def read(path):
    rows = list(csv.DictReader(open(path, encoding="utf-8")))
    stem = path.removesuffix(".csv")
    presses, ages = {}, {}
    for press in csv.DictReader(open(stem + "-presses.csv", encoding="utf-8")):
        presses.setdefault(press["trial_id"], []).append(press)
    if os.path.exists(stem + "-participants.csv"):
        for person in csv.DictReader(open(stem + "-participants.csv", encoding="utf-8")):
            if person.get("age"):
                ages[person["participant"]] = int(person["age"])
    trials = [Trial(row, presses.get(row["trial_id"], []), ages.get(row["participant"])) for row in rows]
    is_marked = any(row["excluded"] for row in rows)
    people = {}
    for trial in trials:
        reasons = trial.reasons() - {"simulated", "scripts", "virtual_clock"}
        trial.is_missed = reasons == {"hold_missed"}
        if trial["phase"] == "test" and trial.is_over() and (not reasons or trial.is_missed):
            people.setdefault((trial["study"], trial["participant"]), []).append(trial)
    broken = {key: [rule for rule, holds in PEOPLE_RULES.get(key[0], {}).items() if holds(own)]
              for key, own in people.items()}
    for trial in trials:
        # A rule is about the finished trials of tests.
        is_ruled = is_marked and trial["phase"] == "test" and trial.is_over()
        trial.broken = [rule for rule, holds in RULES.get(trial["study"], {}).items()
                        if is_ruled and holds(trial)]
        if is_ruled:
            trial.broken += broken.get((trial["study"], trial["participant"]), [])
        # All rows of an excluded participant are marked.
        marks = trial.broken or is_marked and broken.get((trial["study"], trial["participant"])) or []
        assert sorted(filter(None, trial["excluded"].split("; "))) == sorted(marks), \
            (trial["trial_id"], trial["excluded"], marks)
    return trials


def shown(*numbers):
    return " ".join("-" if number is None else str(number) if isinstance(number, (int, bool, str))
                    else f"{number:.7g}" for number in numbers)


def share(name, people, key=lambda trial: trial.is_passed):
    """A share of trials, over participants if there are several."""
    counts = [(sum(key(trial) for trial in trials), len(trials)) for trials in people]
    passed, count = (sum(column) for column in zip(*counts))
    if len(people) == 1:
        return shown(name, passed, count, None, passed / count, *wilson(passed, count))
    own = [part / whole for part, whole in counts if whole]
    return shown(name, passed, count, len(own), mean(own), *student(own, (0, 1)))


def average(name, people, key, limits):
    values = [[key(trial) for trial in trials] for trials in people]
    units = values[0] if len(people) == 1 else [mean(own) for own in values]
    return shown(name, mean(units), *student(units, limits))


def latency(name, people):
    """Geometric means of times, of which each participant has a list with None for unknown ones."""
    logs = [[math.log(time) for time in times if time is not None and time > 0] for times in people]
    missing = sum(time is None for times in people for time in times)
    impossible = sum(time is not None and time <= 0 for times in people for time in times)
    units = logs[0] if len(people) == 1 else [mean(own) for own in logs if own]
    bounds = [None if bound is None else math.exp(bound) for bound in student(units)]
    return shown(name, sum(map(len, logs)), None if len(people) == 1 else len(units), missing, impossible,
                 math.exp(mean(units)) if units else None, *ratio(*bounds))


def by_person(trials):
    people = {}
    for trial in trials:
        people.setdefault(trial["participant"], []).append(trial)
    return [people[code] for code in people]


def only(values):
    values = set(values)
    return values.pop() if len(values) == 1 else None


def level(trials, everything):
    """The mean level of finished adaptive tests by QUEST+, and how many lie outside the range."""
    tests = {}
    for trial in trials:
        tests.setdefault(trial["test_id"], []).append(trial)
    found, sides, interval = {}, {"below": 0, "above": 0}, (None, None)
    is_hold = trials[0]["test"] == "adapt-hold"
    for name, own in tests.items():
        if own[-1]["test_complete"] != "1":
            continue
        course = [trial for trial in everything if trial["test_id"] == name and trial["phase"] == "test"
                  and trial["estimate"] and trial["hold_met"] != "0"
                  and not (is_hold and trial.is_look_ended and trial["press_rule"] == "ignored")]
        value, _, lower, upper, side = hold(course) if is_hold else span(course)
        if side:
            sides[side] += 1
            continue
        # The stored estimate has four decimals.
        assert abs(value - float(own[-1]["estimate"])) < 1e-3, (value, own[-1]["estimate"])
        value = float(own[-1]["estimate"])
        found.setdefault(own[0]["participant"], []).append(math.log(value) if is_hold else value)
        interval = lower, upper
    if not found and not sum(sides.values()):
        return None
    units = [mean(own) for own in found.values()] if len(found) > 1 else sum(found.values(), [])
    back = math.exp if is_hold else float
    if len(units) != 1:
        interval = [None if bound is None else back(bound) for bound in student(units)]
    limits = (50, 2000) if is_hold else (2, 20)
    interval = [bound if bound is None else min(max(bound, limits[0]), limits[1]) for bound in interval]
    return shown("level", "hold" if is_hold else "span", sum(map(len, found.values())), sides["below"],
                 sides["above"], back(mean(units)) if units else None, *interval)


def slope(people):
    """Below five participants the mean of their lines over the logarithm of the hold."""
    if len(people) < 2:
        return None
    points = [[(math.log(int(trial["requested_hold"])), trial.is_passed) for trial in trials
               if trial["requested_hold"] and not trial.is_look_ended] for trials in people]
    if len({x for own in points for x, _ in own}) < 2:
        return None
    if sum(bool(own) for own in points) >= 5:
        return "slope of five or more"
    lines = []
    for own in points:
        if len({x for x, _ in own}) < 2:
            continue
        center = mean([x for x, _ in own])
        lines.append(sum((x - center) * (y - mean([y for _, y in own])) for x, y in own)
                     / sum((x - center) ** 2 for x, _ in own))
    if len(lines) < 2:
        return None
    deviation = math.sqrt(sum((line - mean(lines)) ** 2 for line in lines) / (len(lines) - 1))
    if deviation <= 1e-12 * abs(mean(lines)):
        return None
    return shown("slope by_participant too_few_participants", mean(lines), *student(lines))


def count_out(trials, included):
    """The lines about what is left out, and the trials that count."""
    counted, out, kept = [], dict.fromkeys(ORDER, 0), dict.fromkeys(REASONS.values(), 0)
    rules, several = {}, 0
    studies = set()
    for trial in trials:
        reasons = trial.reasons()
        if left := [reason for reason in ORDER if reason in reasons and reason not in included]:
            if "no_test" in reasons:
                left = ["no_test"]
            out[left[0]] += 1
            continue
        studies.add(trial["study"])
        for rule in trial.broken:
            rules.setdefault((trial["study"], rule), []).append(trial["participant"])
        if trial.broken:
            several += len(trial.broken) > 1
            continue
        for reason in reasons:
            kept[reason] += 1
        counted.append(trial)
    broken = sum(bool(trial.broken) and not (trial.reasons() - included) for trial in trials)
    lines = [shown("left_out", sum(out.values()) + broken, *(f"{name}={out[name]}" for name in ORDER)),
             shown("included", *(f"{name}={kept[name]}" for name in REASONS.values()))]
    names = {(study, rule) for study in studies
             for rule in [*RULES.get(study, {}), *PEOPLE_RULES.get(study, {})]}
    for study, rule in sorted(names):
        people = rules.get((study, rule), [])
        lines.append(shown("rule", study, rule, len(people), len(set(people))))
    if names:
        lines.append(shown("rules", broken, several))
    return counted, lines


def summary(trials, included, is_by_hold):
    counted, lines = count_out(trials, included)
    kinds = {}
    for trial in counted:
        kind = ("", trial["study"], "", "", "", False) if is_by_hold else trial.kind()
        kinds.setdefault(kind, []).append(trial)
    for kind in sorted(kinds):
        own = kinds[kind]
        people = by_person(own)
        lines.append(shown("test", *("=" + str(part) for part in kind), len(people)))
        lines.append(share("passes", people))
        guessed = {(int(trial["count"]), trial.guessed) for trial in own}
        if len(guessed) == 1:
            count, number = guessed.pop()
            lines.append(shown("guessing", number, 1 / math.factorial(number)))
        most = max(int(trial["count"]) for trial in own)
        lines.append(average("right", people, lambda trial: trial.right, (0, most)))
        lines.append(average("share", people, lambda trial: trial.right / int(trial["count"]), (0, 1)))
        lines.append(latency("first", [[time for trial in trials for time in trial.latencies[:1]]
                                       for trials in people]))
        lines.append(latency("later", [[time for trial in trials for time in trial.latencies[1:]]
                                       for trials in people]))
        for number in range(1, most + 1):
            reached = [[trial for trial in trials
                        if trial.right >= number or trial.has_error and trial.right == number - 1]
                       for trials in people]
            if any(reached):
                if len(people) == 1:
                    reached = reached[:1]
                lines.append(share(f"position {number}", reached, lambda trial: trial.right >= number))
        for number in sorted({int(trial["session_number"]) for trial in own}):
            session = [[trial for trial in trials if int(trial["session_number"]) == number]
                       for trials in people]
            lines.append(share(f"session {number}", session))
        if is_by_hold:
            groups = {}
            for trial in own:
                name = "ended" if trial.is_look_ended else trial["requested_hold"] or "none"
                groups.setdefault(name, set()).add(trial.guessed)
            for name in sorted(groups):
                group = [[trial for trial in trials if name == (
                    "ended" if trial.is_look_ended else trial["requested_hold"] or "none")]
                    for trials in people]
                chance = only(1 / math.factorial(number) for number in groups[name])
                lines.append(share(f"group {name}", group) + " " + shown(chance))
            lines.append(slope(people))
        elif kind[0] in ("adapt-span", "adapt-hold"):
            lines.append(level(own, trials))
    print("\n".join(filter(None, lines)))


def summary_of_json(reply):
    def figures(name, value, *more):
        value = value or {}
        return shown(name, *more, value.get("value"), value.get("lower"), value.get("upper"))

    out, kept = reply["left_out"], reply["included"]
    print(shown("left_out", out["trials"], *(f"{name}={out[name]}" for name in ORDER)))
    assert out["trials"] == sum(out[name] for name in ORDER) + out.get("by_study_trials", 0), out
    print(shown("included", *(f"{name}={kept[name]}" for name in REASONS.values())))
    for rule in sorted(out.get("by_study", []), key=lambda rule: (rule["study"], rule["rule"])):
        print(shown("rule", rule["study"], rule["rule"], rule["trials"], rule["participants"]))
    if "by_study" in out:
        print(shown("rules", out["by_study_trials"], out["by_study_several"]))
    tests = {}
    for test in reply["tests"]:
        settings = " ".join(sorted((test["settings"] or "").split()))
        kind = (test["test"] or "", test["study"] or "", test["condition"] or "",
                str(test.get("hold", "")), settings, test.get("look_ended", False))
        assert kind not in tests, kind
        tests[kind] = test
    for kind in sorted(tests):
        test = tests[kind]

        def share(name, value):
            return figures(name, value, value["passed"], value["trials"], value["participants"])

        def latency(name, value):
            return figures(name, value, value["presses"], value["participants"], value["unknown"],
                           value["impossible"])

        print(shown("test", *("=" + str(part) for part in kind), test["participants"]))
        print(share("passes", test["passes"]))
        if test["guessing"]:
            print(shown("guessing", test["guessing"]["guessed"], test["guessing"]["value"]))
        print(figures("right", test["right"]))
        print(figures("share", test["right_share"]))
        print(latency("first", test["first_press"]))
        print(latency("later", test["later_presses"]))
        for position in test["positions"]:
            print(figures(f"position {position['position']}", position, position["right"],
                          position["reached"], position["participants"]))
        for session in test["sessions"]:
            print(share(f"session {session['session']}", session))
        if reply["grouping"] == "hold":
            groups = {"ended" if group["look_ended"] else str(group["hold"] or "none"): group
                      for group in test["groups"]}
            for name in sorted(groups):
                print(share(f"group {name}", groups[name]) + " " + shown(groups[name]["chance"]))
            line = test["slope"]
            if line and line["method"] == "by_participant" and line["no_mixed"].startswith("too_few"):
                print(figures(f"slope by_participant {line['no_mixed']}", line["difference"]))
            elif line:
                print("slope of five or more")
        elif test["level"] and kind[0] in ("adapt-span", "adapt-hold"):
            own = test["level"]
            print(figures("level", own, own["kind"], own["test_count"], own["outside_below"],
                          own["outside_above"]))


PRIORS = [(math.log(4.5), 0.5), (math.log(320), 0.6), (math.log(0.02), 1), (-3.5, 1), (math.log(0.8), 0.5)]


def likelihood(trials, scores, spread):
    """The log-likelihood of a participant's presses by the memory model of the article."""
    priors = PRIORS[:4] + [(math.log(spread), 0.5)]
    values = [middle + deviation * score
              for (middle, deviation), score in zip(priors, scores + [0.0] * (5 - len(scores)))]
    capacity, constant, decay, slip, spread = (
        1 / (1 + math.exp(-value)) if index == 3 else math.exp(value)
        for index, value in enumerate(values))
    total = 0.0
    for trial in trials:
        count = int(trial["count"])
        shown_for = int(trial["requested_hold"]) if trial["requested_hold"] else None
        if shown_for is not None and trial.mask is not None:
            shown_for = min(shown_for, trial.mask)
        held = capacity if shown_for is None else capacity * -math.expm1(-shown_for / constant)
        # The sum over how many numerals were taken in; with too few a press is a guess.
        parts = [math.erf((number + 0.5 - held) / spread / math.sqrt(2)) / 2 + 0.5
                 for number in range(count)]
        weights = [parts[0]] + [parts[n] - parts[n - 1] for n in range(1, count)] + [1 - parts[-1]]
        due, left = 0, count
        for press in trial.presses:
            if press["judgement"] not in ("right", "wrong") or left <= 1:
                continue
            is_right = press["judgement"] == "right"
            is_seen = press["masked"] == "0"
            kept = 1 if is_seen else math.exp(
                -decay * max(0, int(press["time"]) - trial.mask) / 1000)
            for number in range(count + 1):
                known = 1 if is_seen else kept if due < number else 0
                right = (1 - slip) * (known + (1 - known) / left)
                weights[number] *= right if is_right else 1 - right
            if is_right:
                due, left = due + 1, left - 1
        total += math.log(max(sum(weights), 1e-300))
    return total


def minimum(loss, size):
    """The smallest value of a function that may have several minima, from several starts."""
    chance = random.Random(1)
    starts = [[0.0] * size] + [[chance.gauss(0, 0.7) for _ in range(size)] for _ in range(4)]
    return min(lowest(loss, start) for start in starts)


def lowest(loss, best):
    """The minimum near a start, by Nelder and Mead's simplex, begun again twice."""
    size = len(best)
    for scale in (1.0, 0.3, 0.1):
        points = [best] + [[value + scale * (index == axis) for index, value in enumerate(best)]
                           for axis in range(size)]
        corners = sorted((loss(point), point) for point in points)
        for _ in range(400):
            worst = corners[-1]
            center = [mean([point[axis] for _, point in corners[:-1]]) for axis in range(size)]

            def at(step):
                point = [c + step * (w - c) for c, w in zip(center, worst[1])]
                return loss(point), point

            new = at(-1)
            if new[0] < corners[0][0]:
                new = min(new, at(-2))
            elif new[0] >= corners[-2][0]:
                new = min(new, at(0.5))
                if new[0] >= worst[0]:
                    corners = [corners[0]] + [
                        (loss(p), p) for p in ([(a + b) / 2 for a, b in zip(corners[0][1], point)]
                                               for _, point in corners[1:])]
                    corners.sort()
                    continue
            corners = sorted(corners[:-1] + [new])
            if corners[-1][0] - corners[0][0] < 1e-10:
                break
        best = corners[0][1]
    return corners[0]


def fits(trials, included, word):
    counted, _ = count_out(trials, included)
    people = {trials[0]["participant"]: trials for trials in by_person(counted)}
    spread = 0.8 if word in (None, "fit") else float(word)
    for code in sorted(people):
        own = people[code]

        def loss(scores):
            return sum(score * score for score in scores) / 2 - likelihood(own, scores, spread)

        _, scores = minimum(loss, 5 if word == "fit" else 4)
        print(f"{code}: {len(own)} trials, ln L {likelihood(own, scores, spread):.3f}")


def compare_fits(path, replies):
    """Exits with status 1 where a reply has other trials, or another likelihood at its maximum."""
    pattern = re.compile(r"(\S+): (\d+) trials, .*ln L ([-.0-9]+)")
    own, others = ({found[1]: (found[2], float(found[3])) for found in map(pattern.match, lines) if found}
                   for lines in (open(path, encoding="utf-8"), replies))
    assert own and own.keys() == others.keys(), (own, others)
    for code, (count, value) in own.items():
        if count != others[code][0] or abs(value - others[code][1]) > 0.005:
            sys.exit(f"{code}: {count} trials, ln L {value}; the program has {others[code]}")


def main(words):
    if words[0] == "--json":
        return summary_of_json(json.load(sys.stdin))
    if words[0] == "--fit":
        return compare_fits(words[1], sys.stdin)
    options = dict(word.split("=") for word in words[1:] if "=" in word)
    word = options.get("include")
    included = set(REASONS.values()) if word == "all" else {REASONS[word]} if word else set()
    trials = read(words[0])
    if "fit" in words:
        return fits(trials, included, options.get("spread"))
    summary(trials, included, options.get("by") == "hold")


main(sys.argv[1:])
