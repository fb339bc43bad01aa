"""Tries to get out of a closed session: attack.py PROGRAM STUDY SECONDS [SEED]

Random keys, escape sequences, pastes, clicks, signals and sizes of the window; the program is killed
and started again. Nothing but the study may ever be played or shown, and no line is kept.
"""

import fcntl
import os
import pty
import random
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time

KEYS = [
    b"\r", b"\n", b" ", b"\x1b", b"\x03", b"\x04", b"\x1a", b"\x1c", b"\x0c", b"\x12", b"\x15",
    b"\x13", b"\x11", b"\x16", b"\x00", b"\t", b"\x7f", b"?", b"y", b"1", b"5", b"9", b"\x1b[A",
    b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1bOP", b"\x1b[15~", b"\x1b[3~", b"\x1b[H", b"\x1bx",
    b"\x1b[<0;20;8M", b"\x1b[<0;40;12M", b"\x1b[<64;3;3M", b"\x1b[2;7R", b"\x9b\xff\xfe", b"\x1b[200~",
    b"quit\r", b"help\r", b"stop\r", b"set participant X\r", b"start inoue-210\r", b"source x\r",
    b"!sh\r", b"answer no\r", b"\x1b[200~agree\r\x1b[201~", b"agree\r", b"30\r", b"wait 9999\r",
    "右\r".encode(), "é漢字".encode(), b"A" * 700, b"11", b"22", b"43",
]
# What leads on, so that boards are reached, too.
KEYS += 6 * [b"\r"] + 4 * [b"\x15agree\r", b"\x1530\r", b"\x151\r", b"41", b"33", b"12", b"23"]
SECRETS = [b"chimp>", b"usage:", b"error:", b"human-benchmark", b"Traceback", b"sh-"]


class Victim:
    def __init__(self, program, store, home):
        environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8", HOME=home)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # The program asks for the size when it starts.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execve(program, [program, "--store", store, "--closed", "P1"], environment)
        self.resize(80, 24)
        self.output = b""

    def resize(self, columns, rows):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], rest)[0]:
                return
            try:
                self.output += os.read(self.terminal, 1 << 16)
            except OSError:
                return

    def isAlive(self):
        return os.waitpid(self.process, os.WNOHANG)[0] == 0


def main(program, study, seconds, seed):
    chance = random.Random(seed)
    home = tempfile.mkdtemp()
    store = home + "/store"
    subprocess.run(
        [program, "--store", store, "-c", f"study check {study}", "-c", "enrol P1"],
        check=True, capture_output=True)
    end, victim, keys, kills = time.monotonic() + seconds, None, 0, 0
    while time.monotonic() < end:
        if victim is None:
            victim = Victim(program, store, home)
            victim.read(0.5)
            # What comes before the session's first page is the experimenter's.
            victim.output = b""
        choice = chance.random()
        if choice < 0.9:
            key = chance.choice(KEYS)
            keys += 1
            os.write(victim.terminal, key)
        elif choice < 0.94:
            victim.resize(chance.randint(1, 120), chance.randint(1, 40))
        elif choice < 0.98:
            kind = chance.choice([signal.SIGINT, signal.SIGTSTP, signal.SIGWINCH, signal.SIGCONT])
            os.kill(victim.process, kind)
        else:
            os.kill(victim.process, signal.SIGSTOP)
            victim.read(0.05)
            os.kill(victim.process, signal.SIGCONT)
        victim.read(chance.choice([0, 0.01, 0.05, 0.3]))
        if not victim.isAlive():
            raise SystemExit(f"seed {seed}: it ended after {keys} keys: {victim.output[-400:]}")
        for secret in SECRETS:
            if secret in victim.output:
                place = victim.output.index(secret)
                raise SystemExit(f"seed {seed}: shown: {victim.output[max(0, place - 200):place + 80]}")
        if chance.random() < 0.01:
            os.kill(victim.process, signal.SIGKILL)
            os.waitpid(victim.process, 0)
            os.close(victim.terminal)
            victim, kills = None, kills + 1
    if victim is not None:
        os.kill(victim.process, signal.SIGKILL)
        os.waitpid(victim.process, 0)
    rows = sqlite3.connect(store)
    others = rows.execute("SELECT count(*) FROM Round WHERE study IS NULL").fetchone()[0]
    people = rows.execute("SELECT group_concat(code) FROM Participant").fetchone()[0]
    count = rows.execute("SELECT count(*) FROM Round").fetchone()[0]
    history = [os.path.join(folder, name) for folder, _, names in os.walk(home) for name in names]
    if others or people not in (None, "P1") or any("history" in name for name in history):
        raise SystemExit(f"seed {seed}: {others} other rounds, {people}, {history}")
    print(f"{keys} keys, {kills} kills, {count} trials: nothing but the study")


main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int((sys.argv + ["1"])[4]))
