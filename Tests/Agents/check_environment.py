"""The environment by Gymnasium's own checker, and the perfect and the random player in it."""

import math
import warnings

import numpy
from gymnasium.utils.env_checker import check_env

from chimp_gymnasium import MASKED, ChimpEnvironment


def play(environment, seed, choose):
    """Plays a round and returns whether all numerals were pressed."""
    observation, _ = environment.reset(seed=seed)
    plan = choose(observation)
    total, is_over = 0, False
    while not is_over:
        observation, reward, is_over, _, _ = environment.step(plan.pop(0))
        total += reward
    return total == environment.count


def perfect(observation):
    """The cells of the numerals in ascending order, remembered from the look."""
    numerals = observation.flatten()
    return [cell for cell in numpy.argsort(numerals, kind="stable") if 0 < numerals[cell] < MASKED]


def random_player(generator):
    """Returns a player that presses the cells with a numeral in any order."""
    return lambda observation: list(generator.permutation(numpy.flatnonzero(observation)))


with warnings.catch_warnings():
    warnings.simplefilter("error")
    for environment in [ChimpEnvironment(), ChimpEnvironment(3, 4, 3, look="withheld")]:
        check_env(environment, skip_render_check=True)
        environment.close()

games = 1000
for look in ["context", "withheld"]:
    environment = ChimpEnvironment(4, 8, 5, look=look)
    passed = sum(play(environment, seed, perfect) for seed in range(games))
    assert passed == games, passed
    player = random_player(numpy.random.default_rng(7))
    passed = sum(play(environment, seed, player) for seed in range(games))
    chance = 1 / math.factorial(4)
    error = math.sqrt(chance * (1 - chance) / games)
    assert abs(passed / games - chance) < 4 * error, passed
    environment.close()
    print(f"{look}: {games} games of the perfect player passed, {passed} of the random one; "
          f"chance {chance:.4f}, seen {passed / games:.4f} (standard error {error:.4f})")
