/** What a portal without a tagline of its own says of itself. */
export const usualTagline = 'Adopt AI at a pace people can trust.';
