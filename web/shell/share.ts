/** A link goes out: by the device's own share sheet, or to the clipboard. Plain http has neither, only the old way. */

export async function copy(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyOldWay(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** True if it was copied; false if the share sheet took it, or nothing worked. */
export async function share(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return copy(url);
  await navigator.share({ title, url }).catch(() => undefined);
  return false;
}
