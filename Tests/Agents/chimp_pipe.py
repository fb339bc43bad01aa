"""A session of chimp through a pipe: one request, one reply."""

import json
import os
import subprocess

PROGRAM = os.environ.get("CHIMP", "chimp")


class Session:
    """Runs `chimp --machine=json`; events that come before a reply are kept in `events`."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [PROGRAM, "--machine=json", "--no-config", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.output = os.fdopen(os.dup(self.process.stdout.fileno()), "rb", 1 << 16)
        self.events = []
        self.count = 0

    def ask(self, command):
        """Performs a command and returns the reply to it."""
        self.count += 1
        request = json.dumps({"id": self.count, "do": command}) + "\n"
        self.process.stdin.write(request.encode())
        while True:
            line = self.output.readline()
            if not line:
                raise EOFError("the program has ended")
            reply = json.loads(line)
            if "event" not in reply:
                assert reply["id"] == self.count, reply
                return reply
            self.events.append(reply)

    def close(self):
        """Ends the session and returns the exit status."""
        self.process.stdin.close()
        self.output.close()
        self.process.stdout.close()
        return self.process.wait()


def cells(state, sign=None):
    """The cells [h, v] of the board with a sign; without one, those that are not empty."""
    return [
        (h, v)
        for v, row in enumerate(state["board"]["rows"], 1)
        for h, cell in enumerate(row, 1)
        if (cell != "." if sign is None else cell == sign)
    ]


def numerals(state):
    """The cells of the visible numerals, in ascending order of the numerals."""
    found = [
        (int(cell), h, v)
        for v, row in enumerate(state["board"]["rows"], 1)
        for h, cell in enumerate(row, 1)
        if cell.isdigit()
    ]
    return [(h, v) for _, h, v in sorted(found)]
