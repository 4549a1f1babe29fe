import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The key of what a visitor's page says of the browser: a member has signed in with it before. */
export const knownBrowserKey = ['known-browser'];

/**
 * Whether a member has signed in with this browser, as it is when the screen appears; true where the page does not say.
 * What the page says holds for its first screen only: the screen comes back after a sign-out.
 */
export function useIsKnownBrowser(): boolean {
  const client = useQueryClient();
  const [isKnown] = useState(() => client.getQueryData<boolean>(knownBrowserKey) ?? true);
  useEffect(() => client.removeQueries({ queryKey: knownBrowserKey }), [client]);
  return isKnown;
}
