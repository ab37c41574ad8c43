/** The shapes that say what a colour says. Each is drawn around 0,0 and about 100 wide. */

import type { ShapeName } from "$web/protocol";

export const SHAPES: Record<ShapeName, string> = {
  circle: "M0-46A46 46 0 1 1 0 46 46 46 0 1 1 0-46Z",
  triangle: "M0-48 52 42Q53 46 48 46H-48Q-53 46-52 42Z",
  star: "M0-52 14.7-18.2 51.4-14.7 23.8 9.7 31.8 45.8 0 27 -31.8 45.8 -23.8 9.7 -51.4-14.7 -14.7-18.2Z",
  square: "M-36-42H36Q42-42 42-36V36Q42 42 36 42H-36Q-42 42-42 36V-36Q-42-42-36-42Z",
  diamond: "M0-54 40 0 0 54-40 0Z",
  hexagon: "M-27-46H27L53 0 27 46H-27L-53 0Z",
  cross: "M-16-48H16V-16H48V16H16V48H-16V16H-48V-16H-16Z",
};
