import type { Actor } from '../context.ts';
import { fail } from '../failure.ts';

const freshSeconds = 15 * 60;
const demoFreshSeconds = 12 * 3600;

/** How old a sign-in may be for what needs a fresh one (PERM-05). */
export function freshSignInSeconds(demo: boolean): number {
  return demo ? demoFreshSeconds : freshSeconds;
}

/**
 * Refuses a sign-in that is too old, so that the screen asks who sits there. Endpoints that always need it say
 * `needsFreshSignIn` instead; this is for those that need it in some cases only.
 */
export function requireFreshSignIn({ isFresh }: Pick<Actor, 'isFresh'>): void {
  if (!isFresh) throw fail('accounts.confirm-sign-in');
}
