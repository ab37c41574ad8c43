/** The sentences that are the same for all games: of the core, of tables, of the server. */

import core from "../../src/kartarna/core/words.toml";
import play from "../../src/kartarna/play/words.toml";
import server from "../../src/kartarna/server/words.toml";
import type { Catalogue } from "./kinds";

export const SHARED = { ...core, ...play, ...server } as unknown as Catalogue;
