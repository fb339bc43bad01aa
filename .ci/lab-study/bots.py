"""Plays participants of a study on terminals of their own, each in a closed session.

bots.py PROGRAM STORE [--mouse] CODE ...

A bot reads the pages as a person does, and takes the board from the store, because it has no eyes;
how often it errs follows from its code alone: one whose code ends with F always errs. With --mouse it
clicks the squares where the screen shows them.
"""

import fcntl
import os
import pty
import random
import re
import select
import sqlite3
import struct
import sys
import termios
import time

try:
    import pyte
except ImportError:
    pyte = None

PAGES = [
    "Type agree and press Enter",
    "How old are you?",
    "Which hand do you write with?",
    "How hard was that?",
    "Anything to add?",
    "Press Enter to go on.",
    "shows the numerals.",
    "shows the next numerals.",
    "Press the hidden numerals",
    "Please call the experimenter.",
    "Enter tries again.",
]
ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|[78])")


class Bot:
    def __init__(self, program, store, code, hasMouse=False):
        self.code, self.store = code, store
        self.chance = random.Random(code)
        self.skill = 0 if code.endswith("F") else 0.6 + 0.35 * self.chance.random()
        # The last of a station is too old for the study's own rule.
        self.age = 70 if code.endswith("6") else self.chance.randint(18, 60)
        self.seen = b""
        self.screen = pyte.Screen(80, 24) if hasMouse else None
        self.stream = pyte.ByteStream(self.screen) if hasMouse else None
        self.deadline = time.monotonic() + 180
        # What is typed within 0.8 seconds after a trial is no answer: it is typed again at this time.
        self.again = None
        self.isOver = False
        environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # The program asks for the size when it starts.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            arguments = [program, "--no-config", "--store", store, "--closed", code]
            os.execve(program, arguments, environment)

    def read(self):
        try:
            piece = os.read(self.terminal, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            self.end()
        self.seen += piece
        if self.stream:
            self.stream.feed(piece)

    def end(self):
        if not self.isOver:
            self.isOver = True
            _, status = os.waitpid(self.process, 0)
            if status != 0:
                raise SystemExit(f"{self.code}: ended with {status}")

    def page(self):
        """The page that was drawn last, once nothing more comes."""
        text = ESCAPES.sub(b"\n", self.seen).decode("utf-8", "replace")
        found = [(text.rfind(page), page) for page in PAGES if page in text]
        return max(found)[1] if found else None

    def send(self, text):
        self.seen = b""
        os.write(self.terminal, text.encode())

    def answer(self, text):
        self.send(text)
        self.again = time.monotonic() + 1, text

    def act(self):
        page = self.page()
        if page is None:
            if self.again and time.monotonic() > self.again[0]:
                self.answer(self.again[1])
            return
        self.again = None
        if page.startswith("Type agree"):
            self.send("agree\r")
        elif page.startswith("How old"):
            self.send(f"{self.age}\r")
        elif page.startswith("Which hand"):
            self.send(f"{self.chance.randint(1, 3)}\r")
        elif page.startswith("How hard"):
            self.answer(f"{self.chance.randint(1, 7)}\r")
        elif page.startswith("Anything"):
            self.answer("nothing so far\r")
        elif page.startswith("Press the hidden"):
            self.press()
        elif page.startswith("Please call"):
            self.send("\x03experimenter\r")
        elif page.startswith("Enter tries"):
            raise SystemExit(f"{self.code}: {self.seen.decode('utf-8', 'replace')}")
        else:
            self.send("\r")

    def press(self):
        """Presses the numerals in order, up to the first that it errs at."""
        store = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10)
        board = store.execute(
            'SELECT board FROM Round, Session, Participant WHERE outcome IS NULL AND '
            'Round.session = Session."row" AND Session.participant = Participant."row" AND '
            'code = ? ORDER BY Round."row" DESC LIMIT 1', (self.code,)).fetchone()
        store.close()
        if board is None:
            self.seen = b""
            return
        time.sleep(self.chance.uniform(0.02, 0.12))
        cells = [cell.split("@")[-1] for cell in board[0].split(":")[1].split(";")]
        for index, cell in enumerate(cells):
            if index + 1 < len(cells) and self.chance.random() > self.skill:
                self.choose(cells[index + 1])
                return
            self.choose(cell)
            time.sleep(0.03)

    def choose(self, cell):
        """Types the column and, a moment later, the row, or clicks the square."""
        column, row = cell.split(",")
        if self.screen:
            lines = self.screen.display
            head = next(line for line in lines if line.split() == ["1", "2", "3", "4"])
            labels = [line.split()[:1] for line in lines]
            top = lines.index(head) + 1
            x, y = head.index(column) + 1, labels.index([row], top) + 1
            self.send(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
            return
        self.send(column)
        time.sleep(0.02)
        self.send(row)


def main(program, store, codes, atOnce=3):
    hasMouse = codes[0] == "--mouse"
    waiting, bots = codes[hasMouse:], []
    while waiting or bots:
        while waiting and len(bots) < atOnce:
            bots.append(Bot(program, store, waiting.pop(0), hasMouse))
        ready, _, _ = select.select([bot.terminal for bot in bots], [], [], 0.12)
        for bot in bots:
            if bot.terminal in ready:
                bot.read()
            elif not bot.isOver:
                bot.act()
            if time.monotonic() > bot.deadline:
                raise SystemExit(f"{bot.code}: stands still at {bot.page()}: {bot.seen[-300:]}")
        bots = [bot for bot in bots if not bot.isOver]


main(sys.argv[1], sys.argv[2], sys.argv[3:])
