"""What answers each request."""

from __future__ import annotations

from kartarna.protocol.handlers import about, courses, examples, me, records, tables

ROUTES = (*about.ROUTES, *courses.ROUTES, *examples.ROUTES, *me.ROUTES, *tables.ROUTES, *records.ROUTES)
