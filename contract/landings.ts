// Without schemas, because public pages load it first.

/** Kinds of public pages, by which visits are counted (FRONT-15). */
export const landings = ['catalogue', 'resource', 'assessment'] as const;
export type Landing = (typeof landings)[number];

/**
 * Pattern of a host such as "example.org", without IP addresses and names of one label; also "direct" and "other".
 */
export const arrivalHost =
  /^(?:direct|other|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9]))$/;

/** Maximum length of a host. */
export const longestHost = 253;
