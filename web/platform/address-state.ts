import { useMatch } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { isHere, useGo, useSearchParameters } from './link.tsx';
import type { Search } from './search.ts';

type AddressState<State> = {
  /** Makes the state of the address's query. */
  read: (search: Search) => State;
  /** An address whose query states it. */
  addressOf: (state: State) => string;
};

/**
 * A page's state that lives in its address. A change is shown at once, as a ticked box must be, and written to the query
 * of the address as a new entry of the history, or in place of the present one. A change that arrives when the page is
 * already being left is dropped. A page with two paths (/admin, /admin-dashboard) keeps the one it was opened with.
 */
export function useAddressState<State>({ read, addressOf }: AddressState<State>) {
  const go = useGo();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const [state, showAlready] = useOptimistic(read(useSearchParameters()));

  function change(next: State, { replace = false, keepScroll = true } = {}) {
    if (!isHere(path)) return;
    const [, query] = addressOf(next).split('?');
    startTransition(async () => {
      showAlready(next);
      await go(query ? `${path}?${query}` : path, { replace, keepScroll });
    });
  }

  return [state, change] as const;
}
