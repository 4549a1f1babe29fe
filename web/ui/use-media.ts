import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query holds; follows a change at once. For what should not be drawn at all: what is only to be hidden
 * is hidden by the stylesheet.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  // The server knows no window: it draws as if the query did not hold.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
