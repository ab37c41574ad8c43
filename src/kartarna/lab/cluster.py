"""Tasks on a cluster of machines, by Ray Core (the extra `ray`): a pool like those of `concurrent.futures`.

A task is a function of ours with its arguments, and depends on nothing else: if the machine that it runs on dies, it
runs again on another one, with the same result. All machines need the same version of Kartárna.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from kartarna import COMPILED, VERSION
from kartarna.core.errors import KartarnaError, OptionError

P = ParamSpec("P")
T = TypeVar("T")

LOCAL = "local"  # a cluster of this machine alone, for as long as the command runs
# On Linux Ray would listen on the network; 127.0.0.1 it would take for the machine's address there.
LOOPBACK = {"_node_ip_address": "127.0.0.2"} if sys.platform == "linux" else {}
PRIORITY = {"worker_niceness": 0}  # as our own threads have it; Ray's would yield to everything else
RETRIES = 20  # of a task whose worker died; one that kills every worker must end some time


class ClusterError(KartarnaError):
    """The cluster cannot be reached, or has given a task up."""


class RemoteTask(Future[T]):
    """A task somewhere on the cluster; until its result is here it can be cancelled."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        super().__init__()
        self.cancel_remotely = cancel

    def cancel(self) -> bool:
        before, now = self.cancelled(), super().cancel()
        if now and not before:
            self.cancel_remotely()
        return now

    def settle(self, done: Future[T]) -> None:
        """Takes over what the cluster says of it."""
        if not self.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            self.set_result(done.result())
        else:
            self.set_exception(_told(error))


class RayPool(Executor):
    """`workers`: how many tasks the cluster runs at once."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.task = ray.remote(max_retries=RETRIES)(work)
        self.under_way: set[RemoteTask[Any]] = set()

    @property
    def workers(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        result = self.task.remote((VERSION, COMPILED), function, *args, **kwargs)
        task: RemoteTask[T] = RemoteTask(lambda: self.ray.cancel(result, force=True))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        result.future().add_done_callback(task.settle)
        return task

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is still under way is cancelled: nobody waits for it any more."""
        del wait, cancel_futures
        for task in list(self.under_way):
            task.cancel()


@contextmanager
def connected(address: str | None) -> Iterator[RayPool | None]:
    """A pool on the cluster at this address; None, where no cluster is wanted."""
    if address is None:
        yield None
        return
    ray = _ray()
    _begin(ray, address)
    try:
        with RayPool(ray) as pool:
            yield pool
    finally:
        ray.shutdown()


def work(made_by: tuple[str, bool], function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """What runs on the cluster. Another version might play otherwise, and nobody would see it in the results."""
    if made_by != (VERSION, COMPILED):
        raise ClusterError(
            f"a machine of the cluster has Kartárna {_named(VERSION, COMPILED)}, this one {_named(*made_by)}: "
            "install the same on all"
        )
    return function(*args, **kwargs)


def _named(version: str, compiled: bool) -> str:
    return f"{version} ({'compiled' if compiled else 'interpreted'})"


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told
    try:
        import ray  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise OptionError("--ray needs Ray: pip install 'kartarna[ray]'") from error
    return ray


def _begin(ray: Any, address: str) -> None:
    own = {"include_dashboard": False, **LOOPBACK, "_system_config": PRIORITY} if address == LOCAL else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # that a node does not start in time, Ray tells by a bare one
        told = " ".join(str(error).split())
        raise ClusterError(
            f"no Ray cluster at {address!r:.80} ({told:.200}): start one with `ray start --head`, or give no address"
        ) from error


def _knock(address: str) -> None:
    """Ray waits many minutes for a machine that does not answer."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=10).close()


def _told(error: BaseException) -> BaseException:
    """What went wrong within a task, as if it had run here; what went wrong with the cluster, in a sentence."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, Exception):
        return cause
    return ClusterError(f"the cluster gave up a task: {' '.join(str(error).split()):.300}")
