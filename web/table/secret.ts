/** What this tab keeps about a table: the secret of its link (never in the address), and who shares this device. */

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

/** The link that lets others in. The game in it is for the preview that messengers show; nobody is told more by it. */
export function linkTo({ id, game }: { id: string; game: string }, secret: string): string {
  return `${location.origin}/t/${id}/${game}#${secret}`;
}

/** Where an invitation that somebody pastes leads to, whatever stands around it; empty: it is none of this house. */
export function invitationIn(text: string): string {
  const found = /\/t\/[0-9a-z]+(?:\/\w+)?#\S+/.exec(text);
  const other = /https?:\/\/[^/\s]+/.exec(text)?.[0] ?? location.origin;
  return found && other === location.origin ? found[0] : "";
}

/** Friends at this device who sit down as soon as the table is there. */
export function expectFriends(table: string, names: readonly string[]): void {
  if (names.length > 0) sessionStorage.setItem(`kartarna.friends.${table}`, JSON.stringify(names));
}

/** Who is expected; asked once. */
export function expectedFriends(table: string): string[] {
  const names = JSON.parse(sessionStorage.getItem(`kartarna.friends.${table}`) ?? "[]") as string[];
  sessionStorage.removeItem(`kartarna.friends.${table}`);
  return names;
}
