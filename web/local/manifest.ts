/** What the build says of the runtime: its version, which the app is bound to, and the sizes of its files. */

import built from "virtual:local-manifest";
import { BASE } from "$web/shell/base";

export interface Manifest {
  readonly version: string;
  readonly pyodide: string;
  /** Bytes by name, as they are and as the network carries them at best. */
  readonly files: Readonly<Record<string, { bytes: number; brotli: number }>>;
}

/** Null in an app that was built without a local house. */
export const MANIFEST: Manifest | null = built;

/** Where its files are: a folder of their own for every version, so that two versions never mix. */
export function folderOf(manifest: Manifest): string {
  return new URL(`${BASE}local/${manifest.version}/`, location.href).href;
}
