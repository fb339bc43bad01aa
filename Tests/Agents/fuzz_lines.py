"""Thousands of lines that are hardly requests: each has one valid object, and a good one still works."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

from chimp_pipe import PROGRAM, Session, numerals

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 5000

SEEDS = [
    b'{"id":7,"do":"press 2 3"}', b'{"id":"a","version":1,"do":"start 5 8 5","tokens":12}',
    b'{"do":"set look delay:2"}', b'{"id":null,"do":"wait 100"}', b"press 1 1", b"12 board",
    b'{"id":1,"do":"start inoue-210 trials=2"}', b'{"id":2,"do":"summary include=agents"}',
    b'{"id":3,"do":"hide"}', b'{"id":4,"do":"give-up"}', b'{"id":5,"do":"results format=json"}',
]
PIECES = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\", b"\\u0000", b"\\ud800", b"\\udc00", b"null",
    b"true", b"-", b"1e999", b"9" * 30, b"\0", b"\xff", b"\xc3", b"\xe2\x80\xae", b"\r", b"\t",
    b" ", b"#", b'"id":1,', b'"tokens":-1', b'"tokens":1.5', b'"do":', b"&", b";", b"'",
    "数".encode(), b"x" * 2000, b"[" * 2000, b'{"a":' * 300,
]


def line(generator):
    """A seed with some of its bytes removed, repeated, changed or put in."""
    text = bytearray(generator.choice(SEEDS))
    # Some lines stay as they are, so that the others meet every state of a game.
    for _ in range(generator.choice([0, 1, 1, 2, 4])):
        place = generator.randrange(len(text) + 1)
        kind = generator.randrange(4)
        if kind == 0:
            text[place:place] = generator.choice(PIECES)
        elif kind == 1:
            del text[place:place + generator.randrange(1, 6)]
        elif kind == 2 and place < len(text):
            text[place] = generator.randrange(256)
        else:
            text[place:place] = text[place:place + generator.randrange(1, 9)]
    # What may end the session, or start one command on several lines, is another matter.
    return bytes(text).replace(b"\n", b" ").replace(b"quit", b"qui").replace(b"exit", b"exi")


def is_silent(text):
    """Whether a line is blank or a comment, which has no reply."""
    bare = text.strip(b" \t\r")
    return not bare or bare.startswith(b"#")


def check_lines():
    schema = json.loads(subprocess.check_output([PROGRAM, "--schema"]))
    kinds = [Draft202012Validator(kind) for kind in schema["anyOf"]]
    generator = random.Random(7)
    broken = [text for text in (line(generator) for _ in range(COUNT)) if not is_silent(text)]
    good = b'{"id":"good %d","do":"sum 1 2"}'
    sent = b"".join(text + b"\n" + good % number + b"\n" for number, text in enumerate(broken))
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [PROGRAM, "--machine=json", "--no-config", "--restricted", "--agent", "fuzz 1"],
            input=sent, stdout=subprocess.PIPE, cwd=folder)
    replies = [json.loads(reply) for reply in run.stdout.decode().splitlines()]
    assert len(replies) == 2 * len(broken), (len(replies), 2 * len(broken))
    for reply in replies:
        errors = list(kinds["event" in reply].iter_errors(reply))
        assert not errors, (errors[0].message, reply)
    for number, reply in enumerate(replies[1::2]):
        assert reply["id"] == f"good {number}" and reply["text"].endswith("total: 3"), (
            broken[number], reply)
    refused = sum(not reply["ok"] for reply in replies[::2])
    print(f"{len(broken)} lines of a fuzzer: one valid object each, {refused} of them refusals")


def check_kill():
    """A program that is killed in the middle of a request has lost nothing before it."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store")
        session = Session("--agent", "killed 1", "--store", store)
        look = session.ask("start 5 8 5 seed=kill")
        cells = numerals(look["state"])
        for h, v in cells[:3]:
            session.ask(f"press {h} {v}")
        session.process.stdin.write(b'{"id":9,"do":"press %d' % cells[3][0])
        session.process.send_signal(signal.SIGKILL)
        session.process.wait()
        session.process.stdin.close()
        again = Session("--agent", "killed 1", "--store", store)
        resumed = again.ask("resume")
        assert resumed["state"]["pressed"] == 3, resumed
        for h, v in cells[3:]:
            last = again.ask(f"press {h} {v}")
        assert last["facts"][-1]["outcome"] == "passed", last
        again.close()
        print("a program that was killed in the middle of a request goes on behind the last press")


check_lines()
check_kill()
