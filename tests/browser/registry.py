"""`python -m tests.browser.registry`: the games, for tests that try them all."""

from __future__ import annotations

import json
import sys

from kartarna.games import GAMES, get


def main() -> None:
    games = [{"id": game, "options": [option.name for option in get(game).options]} for game in GAMES]
    sys.stdout.write(json.dumps(games))


if __name__ == "__main__":
    main()
