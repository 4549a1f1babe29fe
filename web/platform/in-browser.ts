import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether the browser renders; false on the server and while React takes over the server's HTML, which must be the same. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
