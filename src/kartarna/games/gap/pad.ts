/** GAP-8 for the score pad and the columns of the board: cards of each colour in, plus and minus out. */

export interface Counted {
  plus: number;
  minus: number;
  most: number; // cards of the colours that count plus
  fewest: number; // cards of those that count minus; 0: none does
}

export function count(cards: readonly number[]): Counted {
  const had = cards.filter((number) => number > 0);
  const most = Math.max(0, ...had);
  const fewest = had.length > 0 ? Math.min(...had) : 0;
  const sum = (wanted: number): number => had.filter((number) => number === wanted).length * wanted;
  if (most === fewest) return { plus: sum(most), minus: 0, most, fewest: 0 };
  return { plus: sum(most), minus: sum(fewest), most, fewest };
}
