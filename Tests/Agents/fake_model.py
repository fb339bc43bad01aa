"""A model whose context has N lines: it knows what stands in them, and nothing else.

It passes where the look stays in its context, and fails where the driver drops the look.
"""

from chimp_pipe import Session, cells, numerals


class Model:
    """Presses what it can read in its context, and guesses the first cell otherwise."""

    def __init__(self, most):
        self.context, self.most = [], most

    def read(self, reply):
        self.context = (self.context + [reply])[-self.most:]

    def forget_looks(self):
        self.context = [reply for reply in self.context if not numerals(reply["state"])]

    def press(self, state):
        looks = [numerals(reply["state"]) for reply in self.context]
        order = max(looks, key=len, default=[])
        pressed = state["pressed"]
        return order[pressed] if pressed < len(order) else cells(state)[0]


def passes(look, most, games=50):
    """Returns how many games a model with a context of so many lines passes."""
    session = Session("--agent", f"fake-model {most}")
    session.ask(f"set look {look}")
    passed = 0
    for game in range(games):
        model = Model(most)
        reply = session.ask(f"start 5 8 5 seed=fake-{game}")
        model.read(reply)
        promised = reply["state"]["player"]["look"] != "context"
        for other in range(int(look.partition(":")[2] or 0)):
            model.forget_looks()
            model.read(session.ask(f"sum {other} 1"))
        while reply["state"]["phase"] != "over":
            # The driver keeps its promise: the look is gone before the next request.
            if promised:
                model.forget_looks()
            h, v = model.press(reply["state"])
            reply = session.ask(f"press {h} {v}")
            assert reply["ok"], reply
            model.read(reply)
        passed += reply["facts"][-1]["outcome"] == "passed"
    session.close()
    return passed


if __name__ == "__main__":
    results = {(look, most): passes(look, most)
               for look in ["context", "withheld", "delay:2"] for most in [1, 10]}
    print(results)
    assert results["context", 10] == 50
    assert results["context", 1] < 5
    assert results["withheld", 10] < 5
    assert results["delay:2", 10] < 5
