import { startTransition, useOptimistic } from 'react';
import { isHere, useGo, useSearchParameters } from './link.tsx';
import type { Search } from './search.ts';

type AddressState<State> = {
  /** Makes the state of the address's query. */
  read: (search: Search) => State;
  /** The address that says the state. */
  addressOf: (state: State) => string;
};

/**
 * A page's state that lives in its address. A change is shown at once, as a ticked box must be, and written to the
 * address as a new entry of the history, or in place of the present one; not any more when the page is being left.
 */
export function useAddressState<State>({ read, addressOf }: AddressState<State>) {
  const go = useGo();
  const [state, showAlready] = useOptimistic(read(useSearchParameters()));

  function change(next: State, { replace = false, keepScroll = true } = {}) {
    if (!isHere(addressOf(next))) return;
    startTransition(async () => {
      showAlready(next);
      await go(addressOf(next), { replace, keepScroll });
    });
  }

  return [state, change] as const;
}
