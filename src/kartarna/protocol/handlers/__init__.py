"""What answers each request."""

from __future__ import annotations

from kartarna.protocol.handlers import about, courses, decks, examples, me, records, tables

ROUTES = (*about.ROUTES, *decks.ROUTES, *courses.ROUTES, *examples.ROUTES, *me.ROUTES, *tables.ROUTES, *records.ROUTES)
