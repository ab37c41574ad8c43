/** The sentences that are the same for all games: of the core, of tables, of hints, of the server. */

import coach from "../../src/kartarna/coach/words.toml";
import core from "../../src/kartarna/core/words.toml";
import play from "../../src/kartarna/play/words.toml";
import server from "../../src/kartarna/protocol/words.toml";
import type { Catalogue } from "./kinds";

export const SHARED = { ...core, ...play, ...coach, ...server } as unknown as Catalogue;
