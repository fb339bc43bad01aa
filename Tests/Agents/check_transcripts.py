"""Runs the input lines of every transcript through --machine=json: each object validates."""

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


folder = tempfile.mkdtemp()
environment = {**os.environ, "HOME": folder}
count = refused = 0
for path in sorted(glob.glob(os.path.join(sys.argv[1], "**", "*.txt"), recursive=True)):
    typed = lines(path)
    text = "".join(
        json.dumps({"id": number, "do": line.rstrip("\n")}) + "\n"
        for number, line in enumerate(typed))
    for line in text.splitlines():
        assert not list(requests.iter_errors(json.loads(line))), line
    run = subprocess.run(
        [PROGRAM, "--machine=json", "--no-config", "--store", ":memory:"], input=text.encode(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tempfile.mkdtemp(dir=folder),
        env=environment, timeout=60)
    objects = [json.loads(line) for line in run.stdout.decode().splitlines()]
    for value in objects:
        errors = list(kinds["event" in value].iter_errors(value))
        assert not errors, (path, errors[0].message, value)
        count += 1
        refused += not value.get("ok", True)
    replies = [value["id"] for value in objects if "event" not in value]
    assert replies == list(range(len(replies))), path
    # Only `quit` leaves lines without a reply.
    assert len(replies) == len(typed) or typed[len(replies) - 1].split()[:1] in (
        ["quit"], ["exit"], ["q"]), (path, len(replies), len(typed), run.stderr)
assert count > 1000
print(f"{count} objects of every transcript are valid, {refused} of them refusals")
