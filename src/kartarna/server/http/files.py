"""Files that are served as they lie there, compressed where that is worth it."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from fastapi.responses import FileResponse
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

COMPRESSED = (
    *("text/", "application/javascript", "application/json", "application/manifest+json"),
    "image/svg+xml",
)
KEPT = 500  # files in their compressed form: more than there are


class CompressedFiles(StaticFiles):
    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        wants = Headers(scope=scope)
        accepted = wants.get("accept-encoding", "")
        if not isinstance(response, FileResponse) or "range" in wants:
            return response
        kept = {name: response.headers[name] for name in ("content-type", "etag", "last-modified")}
        kept["vary"] = "Accept-Encoding"
        made = Path(f"{os.fspath(full_path)}.br")  # of what is too large to be compressed here
        if made.exists():
            return FileResponse(made, status_code, {**kept, "content-encoding": "br"}) if "br" in accepted else response
        if "gzip" not in accepted or not str(response.media_type).startswith(COMPRESSED):
            return response
        packed = compressed_file(os.fspath(full_path), stat_result.st_mtime_ns, stat_result.st_size)
        return Response(packed, status_code, {**kept, "content-encoding": "gzip"})


@lru_cache(KEPT)
def compressed_file(path: str, _changed: int, _size: int) -> bytes:
    """Once, however many ask for it."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)
