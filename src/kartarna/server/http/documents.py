"""The one document of the browser app, for wherever it is shown."""

from __future__ import annotations

from html import escape

HERE = '="./'  # how the build names files beside the document
SOLO = ("server", "device", "only")  # where one plays alone (web/shell/base.ts); only: there is no server


def placed(document: str, root: str, solo: str) -> str:
    """`root` is the way from the page to where the app lies: `/`, `../../`."""
    told = f'<meta name="kartarna-solo" content="{escape(solo)}" />'
    return document.replace(HERE, f'="{root}').replace("  </head>", f"    {told}\n  </head>", 1)
