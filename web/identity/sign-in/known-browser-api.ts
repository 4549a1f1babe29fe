import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Query key of the flag that the server renders into the page of a visitor: whether a member has signed in with this
 * browser.
 */
export const knownBrowserKey = ['known-browser'];

/**
 * Whether a member has signed in with this browser before the screen appeared; true when the page does not say. The
 * flag is removed afterwards, because the screen appears again after a sign-out.
 */
export function useIsKnownBrowser(): boolean {
  const client = useQueryClient();
  const [isKnown] = useState(() => client.getQueryData<boolean>(knownBrowserKey) ?? true);
  useEffect(() => client.removeQueries({ queryKey: knownBrowserKey }), [client]);
  return isKnown;
}
