import { useEffect, useSyncExternalStore } from 'react';
import type { Arrival } from '#contract/identity/sign-in-forms.ts';
import type { Landing } from '#contract/landings.ts';
import { useCurrentUser } from '#web/identity/accounts/api.ts';

/** Arrival of this page's visitor. Only in memory, so it is lost when another page is loaded. */
let arrival: Arrival | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records the visitor's arrival; returns false when it was already known. */
function note(found: Arrival): boolean {
  if (arrival) return false;
  arrival = found;
  for (const listener of listeners) listener();
  return true;
}

/** Returns the visitor's arrival, for links to registration; null while it is unknown, and on the server. */
export function useArrival(): Arrival | null {
  return useSyncExternalStore(
    subscribe,
    () => arrival,
    () => null,
  );
}

/**
 * Records a visitor's arrival and counts the visit of a public page, once for each page load, and never for members
 * (FRONT-15).
 */
export function useVisit(landing: Landing): void {
  const { user, isLoading } = useCurrentUser();
  const isVisitor = !isLoading && !user;
  useEffect(() => {
    if (!isVisitor || arrival) return;
    // The page does not wait for the counting code, and a failed count does not matter to the visitor.
    void import('./count-visit.ts').then(({ countVisit }) => countVisit(landing, note)).catch(() => undefined);
  }, [landing, isVisitor]);
}
