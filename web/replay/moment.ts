/** A moment of a replay as its address has it: `#17`, or `#17.SECRET` in a link that shows the game to anyone. */

export interface Moment {
  place: number; // of the step, counted from 0
  secret: string; // empty: none
}

export function readMoment(hash: string): Moment {
  const [place = "", secret = ""] = hash.split(".");
  return { place: Math.max(0, Math.trunc(Number(place)) || 0), secret };
}

export function writeMoment({ place, secret }: Moment): string {
  return secret ? `#${place}.${secret}` : `#${place}`;
}
