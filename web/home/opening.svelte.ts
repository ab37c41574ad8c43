/** Tables that are being opened from this page: on one's own device the first one takes a while. */

let underWay = $state(0);

export const opening = {
  get busy(): boolean {
    return underWay > 0;
  },
};

/** Whatever it comes to, the sign goes with it. */
export async function showOpening<Result>(opened: Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await opened;
  } finally {
    underWay -= 1;
  }
}
