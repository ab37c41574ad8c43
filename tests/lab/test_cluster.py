"""The same plan on a Ray cluster of two nodes: the same results to the bit, also if a node dies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
from ray._private import services
from ray.cluster_utils import Cluster

from kartarna.core.errors import KartarnaError
from kartarna.lab import cluster
from kartarna.lab.arena.pool import run as run_tournament
from kartarna.lab.arena.tournament import Tournament
from kartarna.lab.cluster import ClusterError, connected
from kartarna.lab.ladder.ladder import Cell, Ladder
from kartarna.lab.simulate.plan import Plan
from kartarna.lab.simulate.simulation import FAR, Simulation
from tests.lab.commands import figures, run

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.2", "include_dashboard": False, "object_store_memory": 80_000_000}


START = 300  # seconds that a node may take to start; Ray itself gives it 30, however busy the machine is


def patient(find: Callable[..., Any]) -> Callable[..., Any]:
    """Asks again while the node is not there yet."""

    def found(*told: Any) -> Any:
        end = monotonic() + START
        while True:
            try:
                return find(*told)
            except RuntimeError:
                if monotonic() > end:
                    raise
                sleep(0.1)

    return found


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """Two nodes of one core each, on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "get_node", patient(services.get_node))
        both = Cluster(initialize_head=True, head_node_args=NODE)
        both.add_node(**NODE)
    both.wait_for_nodes(timeout=START)
    yield both
    both.shutdown()


@pytest.fixture
def address(nodes: Cluster) -> str:
    return str(nodes.address)


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("seconds", "threads", "decisions_per_second")}


def test_a_simulation_is_the_same_to_the_bit(address: str) -> None:
    plan = ("simulate", "trop", "--players", "3", "--games", str(3 * FAR + 7), "--bots", "greedy,random", "--seed", "4")
    far = figures(*plan, "--target", "5", "--ray", address)
    assert far["threads"] == 2
    assert without_times(far) == without_times(figures(*plan, "--target", "5"))


def test_records_are_the_same_to_the_byte(address: str, tmp_path: Path) -> None:
    for name, where in (("far", ("--ray", address)), ("here", ())):
        folder = str(tmp_path / name)
        figures("simulate", "gap", "--games", "130", "--rounds", "1", "--seed", "4", "--records", folder, *where)
    (far,), (here,) = ((tmp_path / name).iterdir() for name in ("far", "here"))
    assert far.read_bytes() == here.read_bytes()
    assert len(far.read_text(encoding="utf-8").splitlines()) == 130


def test_a_tournament_is_the_same(address: str) -> None:
    tournament = Tournament("gap", 3, ("greedy", "easy"), 5, {"rounds": 1})
    with connected(address) as pool:
        far = {played.deal: played.games for played in run_tournament(tournament, range(30), cluster=pool)}
    here = {played.deal: played.games for played in run_tournament(tournament, range(30), processes=1)}
    assert far == here
    assert len(far) == 30


def test_a_cell_of_the_ladder_is_the_same(address: str, tmp_path: Path) -> None:
    cell = Cell("trop", 2, "random", "greedy", 400)
    found = []
    with connected(address) as pool:
        for name, where in (("far", pool), ("here", None)):
            ladder = Ladder(tmp_path / name, tmp_path / name / "parts")
            *_, (_, last) = ladder.play(cell, 1, where)
            found.append(last)
    assert found[0] == found[1]
    assert found[0].finished


def test_an_experiment_of_the_lab_is_the_same(address: str) -> None:
    plan = (
        "lab",
        "trop",
        "--change",
        "hand=2",
        "--players",
        "2",
        "--games",
        "6",
        "--bots",
        "greedy,random",
        "--seed",
        "1",
    )
    assert figures(*plan, "--ray", address) == figures(*plan, "--processes", "1")


def test_a_node_that_dies_costs_no_result(nodes: Cluster, address: str) -> None:
    """Its tasks run again on the other one; a new node takes its place."""
    doomed = nodes.add_node(**NODE)
    nodes.wait_for_nodes(timeout=60)
    plan = Plan("gap", 2, 40 * FAR, ("random",), 8, {"rounds": 1})
    seen: list[int] = []
    with connected(address) as pool:
        assert pool is not None
        assert pool.workers == 3
        far = Simulation(plan, 1, pool)

        def progress(games: int) -> None:
            seen.append(games)
            if len(seen) == 1:
                nodes.remove_node(doomed, allow_graceful=False)

        far.run(progress)
    here = Simulation(plan, 2)
    here.run()
    assert far.totals == here.totals
    assert seen == sorted(seen)
    assert len(seen) == 40


def test_what_was_stopped_goes_on(address: str, tmp_path: Path) -> None:
    """On the cluster first, at home then: one file, one result."""
    file = str(tmp_path / "part.json")
    plan = ("simulate", "gap", "--rounds", "1", "--resume", file)
    figures(*plan, "--games", str(FAR), "--seed", "6", "--ray", address)
    found = figures(*plan, "--games", str(FAR + 500))
    assert without_times(found) == without_times(
        figures("simulate", "gap", "--rounds", "1", "--games", str(FAR + 500), "--seed", "6")
    )


def test_without_an_address_this_machine_is_the_cluster() -> None:
    found = figures("simulate", "gap", "--games", "100", "--rounds", "1", "--seed", "2", "--ray")
    assert without_times(found) == without_times(
        figures("simulate", "gap", "--games", "100", "--rounds", "1", "--seed", "2")
    )


def test_a_tournament_that_is_given_up_leaves_nothing_behind(address: str) -> None:
    """What is under way is cancelled, also if the cluster is gone by then; the next one runs."""
    tournament = Tournament("gap", 2, ("greedy",), 5, {"rounds": 1})
    with connected(address) as pool:
        assert pool is not None
        going = run_tournament(tournament, range(5000), cluster=pool)
        next(going)
        assert pool.under_way
    going.close()
    assert not pool.under_way
    with connected(address) as pool:
        assert len(list(run_tournament(tournament, range(5), cluster=pool))) == 5


def test_what_fails_in_a_task_fails_here(address: str) -> None:
    with connected(address) as pool:
        assert pool is not None
        with pytest.raises(KartarnaError, match="there is no game"):
            pool.submit(_fail).result(60)


def _fail() -> None:
    raise KartarnaError("there is no game")


def test_another_version_on_a_machine_is_refused() -> None:
    with pytest.raises(ClusterError, match=r"this one 0\.0\.1 \(compiled\): install the same on all"):
        cluster.work(("0.0.1", True), int)


def test_a_cluster_that_is_not_there_is_told() -> None:
    result = run("simulate", "gap", "--games", "10", "--ray", "127.0.0.1:1")
    assert result.exit_code
    assert isinstance(result.exception, ClusterError)
    assert "no Ray cluster at '127.0.0.1:1'" in str(result.exception)
