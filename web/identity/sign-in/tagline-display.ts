/** Tagline of a portal that has not set one. */
export const usualTagline = 'Adopt AI at a pace people can trust.';
