import type { RappPrinciple } from '#contract/catalogue.ts';

/** The framework in four lines, beside the sign-in form and at the start of the public catalogue. */
export const principlePromises: Record<RappPrinciple, string> = {
  responsible: 'Clear owners, evidence and limits.',
  adaptive: 'Learn early, change course safely.',
  people_centred: 'Designed with those it affects.',
  purpose_driven: 'A real need before a tool.',
};

/** What a portal without a tagline of its own says of itself. */
export const usualTagline = 'Adopt AI at a pace people can trust.';
