// Without schemas, because public pages load it first.

/** The kinds of public pages, by which visits are counted (FRONT-15). */
export const landings = ['catalogue', 'resource', 'assessment'] as const;
export type Landing = (typeof landings)[number];

/** A host such as "example.org", without addresses in numbers and names of a network; or "direct" or "other". */
export const arrivalHost =
  /^(?:direct|other|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9]))$/;

/** The longest name that a host can have. */
export const longestHost = 253;
