/** The text of a rule in pieces: plain, strong, slanted, links to other rules, and where a sentence comes from. */

export interface Piece {
  kind: "plain" | "strong" | "slanted" | "rule" | "source";
  text: string;
}

const PIECES = /\*\*(.+?)\*\*|\*(.+?)\*|\b((?:ALL|[A-Z]{3,5})-\d+)\b|\[([BPR])\]/g;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match.index > end) found.push({ kind: "plain", text: text.slice(end, match.index) });
    const [whole, strong, slanted, rule, source] = match;
    if (strong) found.push({ kind: "strong", text: strong });
    else if (slanted) found.push({ kind: "slanted", text: slanted });
    else if (rule) found.push({ kind: "rule", text: rule });
    else if (source) found.push({ kind: "source", text: source });
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ kind: "plain", text: text.slice(end) });
  return found;
}

/** Plain letters for searching: small, without diacritics. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
