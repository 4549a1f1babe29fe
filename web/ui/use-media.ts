import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media query holds, and follows its changes. Only for content that must not be rendered at all;
 * otherwise hide it by the stylesheet.
 * @param isRendered the value on the server, which knows no window
 */
export function useMedia(query: string, isRendered = false): boolean {
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
    () => isRendered,
  );
}
