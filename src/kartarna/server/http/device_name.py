"""What a device is called in the list of its owner's devices: the browser and the system, as far as it says so."""

from __future__ import annotations

BROWSERS = (  # the first that is named: most of them name others, too
    ("kartarna", "Kartárna"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Nothing else of what it says is kept; empty if it says neither."""
    found = [_first(names, user_agent) for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
