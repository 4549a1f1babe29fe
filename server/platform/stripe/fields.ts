/** A field of an object at Stripe that names another one: its id, or the object itself when it was expanded. */
export type Reference = string | { id: string };

export function idOf(given: Reference): string;
export function idOf(given: Reference | null | undefined): string | undefined;
export function idOf(given: Reference | null | undefined): string | undefined {
  return typeof given === 'string' ? given : given?.id;
}

/** Returns the time that Stripe gives in seconds; null without one. */
export function dateOf(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
