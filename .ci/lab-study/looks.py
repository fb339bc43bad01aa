"""Writes what a participant types on a pipe with a virtual clock: looks.py CODE [study]

With `study` the blocks of looks.study, otherwise tests outside of studies. The presses, some of them
during the hold, follow from the code alone and know no board.
"""

import random
import sys

chance = random.Random(sys.argv[1])


def block(is_look_ended=False):
    for trial in range(6):
        if is_look_ended:
            lines = [["wait 48"], ["wait 48", "hide", "wait 80"], ["wait 480"]][trial % 3]
        else:
            # An early press has no effect.
            lines = (["wait 32", f"press {chance.randint(1, 3)} 1"] if trial == 2 else []) + ["wait 480"]
        print(*lines, sep="\n")
        for column in chance.sample([1, 2, 3], 3):
            print(f"press {column} 1\nwait {chance.choice([48, 64, 96, 160])}")
        print("wait 960")


if "study" in sys.argv:
    print(f"next {sys.argv[1]}\nanswer {70 if sys.argv[1].endswith('4') else 30}")
    for number in range(3):
        print("next")
        block(number == 2)
else:
    for hold in (96, 192, 400):
        print(f"start plain count=3 size=3x1 hold={hold} trials=6 seed={sys.argv[1]} begin=now")
        block()
    print(f"start plain count=3 size=3x1 hold=400 press=ends-look trials=6 seed={sys.argv[1]} begin=now")
    block(True)
