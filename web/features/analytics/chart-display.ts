/** Where a chart is drawn within its picture, in the picture's units. */
export type Plot = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  textSize: number;
  /** How many names stand below at most. */
  names: number;
};

export const widePlot: Plot = {
  width: 640,
  height: 280,
  left: 40,
  right: 508,
  top: 10,
  bottom: 254,
  textSize: 13,
  names: 5,
};
export const narrowPlot: Plot = {
  width: 316,
  height: 220,
  left: 38,
  right: 308,
  top: 10,
  bottom: 194,
  textSize: 12,
  names: 3,
};

/** The lines of a scale, from the lowest to the highest: 0 and round steps that hold what is drawn. */
export function scaleOf(highest: number, lowest = 0): number[] {
  const step = stepOf(Math.max(highest, -lowest, 1) / 3);
  const first = -Math.ceil(-lowest / step);
  const last = Math.max(Math.ceil(highest / step), 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** 1, 2 or 5 with noughts, and at least so much. */
function stepOf(least: number): number {
  const noughts = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5, 10].find((one) => one * noughts >= least) ?? 10) * noughts;
}

/** How far down a value stands. */
export function heightOf({ top, bottom }: Plot, scale: readonly number[], value: number): number {
  const [lowest = 0, highest = 1] = [scale[0], scale.at(-1)];
  return round(bottom - ((value - lowest) / (highest - lowest)) * (bottom - top));
}

/** How far right a point of so many stands; a single one stands at the end. */
export function placeOf({ left, right }: Plot, index: number, count: number): number {
  return count < 2 ? right : round(left + (index / (count - 1)) * (right - left));
}

/** Which points are named below: the first, and others at even distances that leave room at the end. */
export function namedPoints({ names }: Plot, count: number): number[] {
  const step = Math.max(1, Math.ceil(count / names));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Moves names that would stand on each other apart, keeping their order from top to bottom. */
export function apart(heights: readonly number[], distance: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).toSorted((one, other) => one.height - other.height);
  const moved = [...heights];
  let free = Number.NEGATIVE_INFINITY;
  for (const { height, index } of order) {
    moved[index] = Math.max(height, free);
    free = (moved[index] ?? 0) + distance;
  }
  return moved;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
