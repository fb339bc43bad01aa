"""Runs the input lines of every transcript through --machine=json, on a virtual and on a real clock:
each object validates, those of time, too."""

import glob
import json
import os
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

from chimp_pipe import PROGRAM

schema = json.loads(subprocess.check_output([PROGRAM, "--schema"]))
Draft202012Validator.check_schema(schema)
kinds = [Draft202012Validator(kind) for kind in schema["anyOf"]]
requests = Draft202012Validator(schema["$defs"]["request"])


def lines(path):
    """The input lines of a transcript, and the commands of its continued ones."""
    with open(path, encoding="utf-8") as file:
        return [line[2:] for line in file if line.startswith(("> ", ". "))]


def check(path, clock):
    """Runs the lines of a transcript, and returns its numbers of objects, refusals and events."""
    typed = lines(path)
    if clock == "real":
        # What happens without a request does so all the same.
        typed = ["wait 1" if line.startswith("wait ") else line for line in typed]
    text = "".join(
        json.dumps({"id": number, "do": line.rstrip("\n")}) + "\n"
        for number, line in enumerate(typed))
    for line in text.splitlines():
        assert not list(requests.iter_errors(json.loads(line))), line
    run = subprocess.run(
        [PROGRAM, "--machine=json", "--no-config", "--clock", clock, "--store", ":memory:"],
        input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=tempfile.mkdtemp(dir=folder), env=environment, timeout=120)
    objects = [json.loads(line) for line in run.stdout.decode().splitlines()]
    for value in objects:
        errors = list(kinds["event" in value].iter_errors(value))
        assert not errors, (path, errors[0].message, value)
    events = [value for value in objects if "event" in value]
    replies = [value for value in objects if "event" not in value]
    assert [value["id"] for value in replies] == list(range(len(replies))), path
    # Only `quit` leaves lines without a reply.
    assert len(replies) == len(typed) or typed[len(replies) - 1].split()[:1] in (
        ["quit"], ["exit"], ["q"]), (path, len(replies), len(typed), run.stderr)
    return len(objects), sum(not value["ok"] for value in replies), len(events)


folder = tempfile.mkdtemp()
environment = {**os.environ, "HOME": folder}
paths = sorted(glob.glob(os.path.join(sys.argv[1], "**", "*.txt"), recursive=True))
for clock in ["virtual", "real"]:
    counts = [check(path, clock) for path in paths]
    count, refused, events = (sum(numbers) for numbers in zip(*counts))
    assert count > 1000 and (events > 50 or clock == "virtual"), (count, events)
    print(f"{count} objects of every transcript on a {clock} clock are valid, {refused} of them "
          f"refusals and {events} events")
