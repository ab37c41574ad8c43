/** A pack: four bytes with the length of its index, the index as JSON (the length of each file by its path), the files. */

export function unpack(pack: Uint8Array<ArrayBuffer>, each: (path: string, bytes: Uint8Array<ArrayBuffer>) => void): void {
  const start = 4 + new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(4, start))) as Record<string, number>;
  let at = start;
  for (const [path, length] of Object.entries(index)) each(path, pack.subarray(at, (at += length)));
}
