import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether the browser renders on its own. False on the server and during hydration, because the HTML must match. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
