import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query holds; follows a change at once. For what should not be drawn at all: what is only to be hidden
 * is hidden by the stylesheet.
 * @param isDrawn what the server draws, which knows no window
 */
export function useMedia(query: string, isDrawn = false): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => isDrawn,
  );
}
