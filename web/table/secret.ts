/** The secret of a table's link: kept for this tab's lifetime of the browser session, never in the address. */

function key(table: string): string {
  return `kartarna.secret.${table}`;
}

export function keepSecret(table: string, secret: string): void {
  try {
    sessionStorage.setItem(key(table), secret);
  } catch {
    // without storage the link must be opened again after a reload
  }
}

export function keptSecret(table: string): string | null {
  try {
    return sessionStorage.getItem(key(table));
  } catch {
    return null;
  }
}
