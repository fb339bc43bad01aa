"""A million requests in flat memory, boards a second of a random player, and lines that break."""

import os
import random
import subprocess
import sys
import time

from chimp_pipe import PROGRAM, Session, cells

REQUESTS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000


def memory(process):
    """The memory of a process in KiB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


def check_speed():
    session = Session("--agent", "random-player 1")
    generator = random.Random(1)
    start, boards = time.monotonic(), 0
    while time.monotonic() - start < 3:
        for _ in range(20):
            reply = session.ask("start 5 8 5")
            squares = cells(reply["state"])
            generator.shuffle(squares)
            while reply["state"]["phase"] != "over":
                h, v = squares.pop()
                reply = session.ask(f"press {h} {v}")
            boards += 1
    rate = boards / (time.monotonic() - start)
    session.close()
    print(f"a random player: {rate:.0f} boards a second")


def check_memory():
    process = subprocess.Popen(
        [PROGRAM, "--machine=json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    block = 1000
    requests = b"".join(
        b'{"id":1,"do":"start 5 8 5"}\n' + b"press 1 1\n" + b"board\n" + b'{"id":2,"do":3}\n'
        for _ in range(block // 4))
    sizes = []
    for number in range(REQUESTS // block):
        process.stdin.write(requests)
        process.stdin.flush()
        for _ in range(block):
            assert process.stdout.readline().endswith(b"}\n")
        if number % (REQUESTS // block // 10) == 0:
            sizes.append(memory(process))
    process.stdin.close()
    process.wait()
    process.stdout.close()
    print(f"{REQUESTS} requests: {sizes[1]} KiB at first, {sizes[-1]} KiB at last")
    assert sizes[-1] < sizes[1] + 512, sizes


def check_breaking_lines():
    broken = [
        b"{", b"[1]", b"\xff", b'{"id":"\xff","do":"board"}', b"x" * (1 << 20) + b"x",
        b'{"id":' + b"[" * 100_000, b'{"id":1,"do":"board"', b'{"do":"\\ud800"}', b'"board"',
        b'{"id":1,"id":2,"do":"board"}', b"nul \0", b'{"version":2,"do":"board"}',
        b'{"id":1e400,"do":"board"}', b'{"id":1,"do":"board\\nboard"}', b"{}" * 1000,
    ]
    text = b"".join(line + b'\n{"id":"next","do":"sum 1 2"}\n' for line in broken)
    run = subprocess.run([PROGRAM, "--machine=json"], input=text, stdout=subprocess.PIPE)
    replies = run.stdout.splitlines()
    assert len(replies) == 2 * len(broken), len(replies)
    assert all(b'"ok":false' in reply for reply in replies[::2])
    assert all(reply.startswith(b'{"id":"next","ok":true,"text":"total: 3"')
               for reply in replies[1::2])
    assert run.returncode == 1
    print(f"{len(broken)} lines that are no requests: an error each, and the next line works")


def check_closed_pipe():
    read, write = os.pipe()
    process = subprocess.Popen(
        [PROGRAM, "--machine=json"], stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    os.close(read)
    _, diagnostics = process.communicate(b'{"id":1,"do":"start 5 8 5"}\n' * 1000)
    assert (process.returncode, diagnostics) == (0, b""), (process.returncode, diagnostics)
    print("a closed pipe ends the program quietly")


check_breaking_lines()
check_closed_pipe()
check_speed()
check_memory()
