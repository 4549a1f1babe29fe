import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Query key of the flag whether a member has signed in with this browser. The server renders it into the pages of a
 * visitor, and `followMember` sets it as soon as the page knows a member.
 */
export const knownBrowserKey = ['known-browser'];

/**
 * Whether a member has signed in with this browser before the screen appeared; null when the page does not say, such as
 * one that is cached for every visitor.
 */
export function useIsKnownBrowser(): boolean | null {
  // The observer calls nothing; it keeps the flag in the cache, for when the screen appears again.
  const { data } = useQuery<boolean>({
    queryKey: knownBrowserKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [isKnown] = useState(data ?? null);
  return isKnown;
}
