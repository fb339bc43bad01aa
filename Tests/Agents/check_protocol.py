"""The whole protocol of `help protocol agents`, played from its own lines by a perfect and a random
player with each look, in one store; then its page of results, its files, and what proves them."""

import csv
import json
import os
import random
import subprocess
import tempfile

from chimp_pipe import PROGRAM, Session, numerals


def lines():
    """The lines of the protocol that begin a test, as its page has them."""
    session = Session()
    page = session.ask("help protocol agents")["text"].splitlines()
    session.close()
    return [line.strip() for line in page if line.startswith("  start ")]


def play(session, line, choose):
    """Plays a test to its end, and returns the last reply."""
    reply = session.ask(line)
    plan = []
    while reply["ok"] and reply["state"]["test"]:
        state = reply["state"]
        if state["phase"] in ("open", "look"):
            plan = choose(numerals(state))
        if state["phase"] in ("waiting", "over"):
            command = "wait 100"
        elif state["phase"] == "look" and state["player"]["look"] == "context":
            command = f"wait {state['deadline']}"
        else:
            command = "press %d %d" % plan.pop(0)
        reply = session.ask(command)
    assert reply["ok"], reply
    return reply


def run(store, *commands):
    """Runs commands of a person who reads a store, and returns the replies."""
    return subprocess.run(
        [PROGRAM, "--store", store, "--no-config"], input="\n".join(commands).encode(),
        stdout=subprocess.PIPE, check=True).stdout.decode()


def check_results(store, players):
    rows = json.loads(run(store, "results include=agents format=json"))["agents"]
    found = {(row["test"], row["numerals"], row["name"], row["look"]): row for row in rows}
    for name in players:
        for look in ("context", "withheld"):
            for test, count in [("inoue-masking", 5), ("kawai", 4), ("kawai", 5), ("muramatsu", 5)]:
                row = found[test, count, name, look]
                assert row["count"] == 50 and row["lower"] <= row["value"] <= row["upper"], row
                if name == "perfect-player 1":
                    assert row["value"] == 1, row
            assert found["zoo", None, name, look]["standing"]["games"] == 1525
            assert found["human-benchmark", None, name, look]["count"] == 1
    assert found["human-benchmark", None, "perfect-player 1", "withheld"]["level"] == 40
    published = {(row["test"], row["player"]) for row in rows if row["player"] != "agent"}
    assert published == {
        ("inoue-650", "students"), ("inoue-650", "chimpanzee"), ("inoue-210", "students"),
        ("inoue-210", "chimpanzee"), ("kawai", "chimpanzee"), ("muramatsu", "unpublished"),
        ("human-benchmark", "unpublished"), ("zoo", "visitors")}, published
    assert all(row["source"] for row in rows if row["player"] not in ("agent", "unpublished"))
    text = run(store, "results all include=agents")
    assert "look=context can't be compared with people" in text, text
    assert "students about" not in run(store, "summary", "results"), "a figure of people"
    return len(rows)


def check_export(store, folder):
    """No column of a time has a value; each trial has its requests and tokens."""
    file = os.path.join(folder, "data.csv")
    run(store, f"export {file}")
    with open(file, encoding="utf-8") as text:
        trials = list(csv.DictReader(text))
    with open(os.path.join(folder, "data-presses.csv"), encoding="utf-8") as text:
        presses = list(csv.DictReader(text))
    for name in ["measured_hold", "hold_met", "time", "study_time", "recall_time",
                 "first_press_from_onset", "first_press_from_mask"]:
        assert not any(row[name] for row in trials), name
    assert not any(row["time"] or row["line_latency"] for row in presses)
    assert all(int(row["turns"]) >= int(row["first_turn"]) >= 1 for row in trials)
    assert {row["look"] for row in trials} == {"context", "withheld"}
    copy = os.path.join(folder, "copy")
    again = os.path.join(folder, "again.csv")
    run(copy, f"import {file}", f"export {again}")
    with open(file, "rb") as one, open(again, "rb") as other:
        assert one.read() == other.read(), "the import changes the trials"
    return len(trials), len(presses)


def check_proof(folder, proofs):
    """Each file proves its game, and no file with another byte does."""
    for code, file, look, name in proofs:
        verified = subprocess.run([PROGRAM, "verify", code, file], stdout=subprocess.PIPE)
        text = verified.stdout.decode()
        assert verified.returncode == 0, text
        assert f"played by an agent, as it was declared: {name}, look={look}" in text, text
    generator = random.Random(1)
    code, file, _, _ = proofs[-1]
    with open(file, "rb") as original:
        content = original.read()
    for _ in range(100):
        place = generator.randrange(len(content))
        changed = bytearray(content)
        changed[place] ^= 1 << generator.randrange(7)
        other = os.path.join(folder, "changed")
        with open(other, "wb") as copy:
            copy.write(changed)
        refused = subprocess.run(
            [PROGRAM, "verify", code, other], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert refused.returncode == 1, (place, refused.stdout)


def main():
    tests = lines()
    assert len(tests) == 6, tests
    folder = tempfile.mkdtemp()
    store = os.path.join(folder, "store")
    generator = random.Random(1)
    players = {
        "perfect-player 1": list,
        "random-player 1": lambda cells: generator.sample(cells, len(cells)),
    }
    proofs = []
    for name, choose in players.items():
        for look in ("context", "withheld"):
            session = Session("--store", store)
            session.ask(f'set agent "{name}"')
            session.ask(f"set participant {name.split()[0]}-{look}")
            assert session.ask(f"set look {look}")["ok"]
            for number, line in enumerate(tests):
                play(session, line, choose)
                file = os.path.join(folder, f"{look}-{number}-{name.split()[0]}")
                reply = session.ask(f"share file={file}")["text"]
                proofs.append((reply.split("proof ")[1].split()[0], file, look, name))
            session.close()
    rows = check_results(store, players)
    trials, presses = check_export(store, folder)
    check_proof(folder, proofs)
    print(f"the protocol: {len(proofs)} games proven, {rows} rows of results; {trials} trials and "
          f"{presses} presses without times, and an import gives the same file")


if __name__ == "__main__":
    main()
