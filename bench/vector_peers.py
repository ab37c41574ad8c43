"""Peers of bench/vector.py: card games of Pgx and EnvPool, 1,024 at once, random legal decisions, on one core.

In an environment of their own, for they are large: `pip install numpy jax pgx envpool`, then
`python bench/vector_peers.py`. Million steps a second of CPU time of the process, the choice of decisions not counted
where it can be told apart. JAX compiles before the clock starts. Kartárna is not needed here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import process_time
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

GAMES = 1024
SHORTEST = 3.0  # seconds


def rate(step: Callable[[], object]) -> float:
    """Million steps a second of CPU time; the first few are not counted."""
    for _ in range(5):
        step()
    steps, start = 0, process_time()
    while process_time() - start < SHORTEST:
        step()
        steps += 1
    return steps * GAMES / (process_time() - start) / 1e6


def pgx_rate(name: str) -> float:
    """A game that ends begins anew in the same step, as with us."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(name)

    def one(state: Any, key: Any) -> Any:
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        choose, follow = jax.random.split(key)
        return auto_reset(env.step, env.init)(state, jax.random.categorical(choose, logits), follow)

    many = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def step() -> None:
        nonlocal state, key
        key, chance = jax.random.split(key)
        state = many(state, jax.random.split(chance, GAMES))
        state.observation.block_until_ready()

    return rate(step)


def envpool_rate(name: str) -> float:
    import envpool  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    env = envpool.make(name, env_type="gymnasium", num_envs=GAMES, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 2, (64, GAMES)).astype(np.int32)
    number = iter(range(10**12))
    return rate(lambda: env.step(actions[next(number) % 64]))


def main() -> None:
    for library, measured, names in (
        ("Pgx", pgx_rate, ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")),
        ("EnvPool", envpool_rate, ("Blackjack-v1",)),
    ):
        for name in names:
            try:
                print(f"{library} {name:20} {measured(name):8.2f} M/s")
            except Exception as error:  # noqa: BLE001 - whatever a peer lacks: data to fetch, a wheel for this Python
                print(f"{library} {name:20} not measured: {error!s:.100}")


if __name__ == "__main__":
    main()
