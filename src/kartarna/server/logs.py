"""The server's log: one JSON object a line. It names tables and addresses, never cards, tokens or people."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

LOG = logging.getLogger("kartarna.server")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def note(event: str, **facts: Any) -> None:
    LOG.info(event, extra={"facts": facts})


def trouble(event: str, error: BaseException, **facts: Any) -> None:
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
        },
    }
