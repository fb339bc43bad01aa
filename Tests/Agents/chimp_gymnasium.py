"""chimp as an environment of Gymnasium."""

import gymnasium
import numpy
from gymnasium import spaces

from chimp_pipe import Session

MASKED = 10_000


class ChimpEnvironment(gymnasium.Env):
    """One round: look at the numerals, then press them in ascending order.

    An observation is the board row by row: 0 for nothing, a numeral, or MASKED. An action is the
    number of a cell. A right press has the reward 1; a wrong one ends the episode.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, count=5, h=8, v=5, look="context", render_mode=None):
        self.count, self.h, self.v, self.look = count, h, v, look
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, MASKED, (v, h), numpy.int64)
        self.action_space = spaces.Discrete(h * v)
        self.session = None
        self.reply = None

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        if self.session is None:
            self.session = Session("--agent", "gymnasium 1")
            self.session.ask(f"set look {self.look}")
        board = int(self.np_random.integers(1 << 31))
        self.reply = self.session.ask(f"start {self.count} {self.h} {self.v} seed={board}")
        return self.observation(), {"phase": self.reply["state"]["phase"]}

    def step(self, action):
        pressed = self.reply["state"]["pressed"]
        h, v = int(action) % self.h + 1, int(action) // self.h + 1
        self.reply = self.session.ask(f"press {h} {v}")
        state = self.reply["state"]
        reward = float(state["pressed"] - pressed)
        # A cell that was pressed already is refused, which changes nothing.
        is_over = state["phase"] == "over"
        return self.observation(), reward, is_over, False, {"phase": state["phase"]}

    def observation(self):
        signs = {".": 0, "#": MASKED}
        rows = self.reply["state"]["board"]["rows"]
        return numpy.array(
            [[signs[cell] if cell in signs else int(cell) for cell in row] for row in rows],
            dtype=numpy.int64)

    def render(self):
        return self.reply["text"] if self.render_mode == "ansi" else None

    def close(self):
        if self.session is not None:
            self.session.close()
            self.session = None
