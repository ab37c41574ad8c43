/** The two files of the journal, in the browser's private file system: only a worker can write there at once and for good. */

const FOLDER = "kartarna";
const NAMES = ["journal-0", "journal-1"];
const TRIES = 50; // the worker of a page that has just gone may still have them
const REST = 100; // milliseconds

/** What TypeScript knows of in workers only. */
interface SyncFile {
  getSize(): number;
  read(into: Uint8Array<ArrayBuffer>, where: { at: number }): number;
  write(data: Uint8Array<ArrayBuffer>, where: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
}

export type Do = (which: number, what: string, ...given: (Uint8Array | number)[]) => Uint8Array | number | null;

/** What to do with them, and whether nothing is in them yet. */
export async function openFiles(): Promise<{ act: Do; empty: boolean }> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const files = await Promise.all(NAMES.map(async (name) => opened(await folder.getFileHandle(name, { create: true }))));
  const empty = files.every((file) => file.getSize() === 0);
  return { act: (which, what, ...given) => act(files[which] as SyncFile, what, given), empty };
}

async function opened(file: FileSystemFileHandle): Promise<SyncFile> {
  for (let left = TRIES; ; left--) {
    try {
      return await (file as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((rested) => setTimeout(rested, REST));
    }
  }
}

function act(file: SyncFile, what: string, given: (Uint8Array | number)[]): Uint8Array | number | null {
  if (what === "read") {
    const data = new Uint8Array(file.getSize());
    file.read(data, { at: 0 });
    return data;
  }
  if (what === "write") {
    const [data, at] = given as [Uint8Array<ArrayBuffer>, number];
    if (file.write(data, { at }) < data.length) throw new Error("the disk is full");
  } else if (what === "truncate") file.truncate(given[0] as number);
  else file.flush();
  return null;
}
