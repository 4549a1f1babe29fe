import type { RappPrinciple } from '#contract/catalogue.ts';

// Written out here so that the shell does not load the contract's schemas for four words; the type keeps them right.
/** The four principles in the product's order. */
export const rappPrincipleOrder: readonly RappPrinciple[] = [
  'responsible',
  'adaptive',
  'people_centred',
  'purpose_driven',
];
