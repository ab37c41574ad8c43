"""The server's log: one JSON object a line. It names tables and addresses, never cards, tokens or people."""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOG = logging.getLogger("kartarna.server")
REQUESTS = "uvicorn.error.requests"


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": _event(record),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1]:
            entry["trace"] = list(_trace(record.exc_info[1]))
        return json.dumps(entry, ensure_ascii=False)


def _event(record: logging.LogRecord) -> str:
    """asyncio writes out, from its second line on, the tasks and errors that it complains of."""
    message = record.getMessage()
    return message.partition("\n")[0] if record.name == "asyncio" else message


def _trace(error: BaseException) -> Iterator[str]:
    """The types and places of an error and of what led to it. Never its text, which may hold cards."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause and id(cause) not in seen:
        seen.add(id(cause))
        yield type(cause).__name__
        for frame in traceback.extract_tb(cause.__traceback__):
            yield f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}"
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def note(event: str, **facts: Any) -> None:
    LOG.info(event, extra={"facts": facts})


def failure(event: str, error: BaseException, **facts: Any) -> None:
    """A bug of ours, with its traceback."""
    LOG.error(event, exc_info=error, extra={"facts": facts})


def configure(level: str = "info") -> dict[str, Any]:
    """For logging.config: ours and uvicorn's own messages, all as JSON lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "lines"}},
        "loggers": {
            "kartarna": {"handlers": ["lines"], "level": level.upper(), "propagate": False},
            "uvicorn": {"handlers": ["lines"], "level": "WARNING", "propagate": False},
            REQUESTS: {"level": "ERROR"},  # a line for every request that is none would fill the disk
            "asyncio": {"handlers": ["lines"], "level": "WARNING", "propagate": False},
        },
    }
