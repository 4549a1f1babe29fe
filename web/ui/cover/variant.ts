/** How a cover differs from others of its type: which arrangement, and whether it is mirrored. */
export type CoverVariant = {
  /** A whole number from 0 to 2^32 - 1, the same for the same id. */
  seed: number;
  isMirrored: boolean;
};

/** The variant of a resource's generated cover. Neighbouring ids differ, and an id keeps its cover for ever. */
export function coverVariant(id: number): CoverVariant {
  // A small integer hash (multiply, fold the high bits down), so that 1, 2, 3 do not give a visible pattern.
  let seed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  seed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  seed = (seed ^ (seed >>> 16)) >>> 0;
  return { seed, isMirrored: (seed & 8) !== 0 };
}

/** One of the choices, decided by the seed; `part` tells independent decisions about one cover apart. */
export function chooseBySeed<Choice>(choices: readonly [Choice, ...Choice[]], seed: number, part = 0): Choice {
  const index = (seed >>> (part * 5)) % choices.length;
  return choices[index] ?? choices[0];
}
