import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Query key of the flag whether a member has signed in with this browser. The server renders it into the pages of a
 * visitor, and `followMember` sets it as soon as the page knows a member.
 */
export const knownBrowserKey = ['known-browser'];

/**
 * Whether a member has signed in with this browser before the screen appeared; undefined when the page does not say, as
 * one that is cached for every visitor does not.
 */
export function useIsKnownBrowser(): boolean | undefined {
  // The observer calls nothing; it keeps the flag in the cache, for when the screen appears again.
  const { data } = useQuery<boolean>({
    queryKey: knownBrowserKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [isKnown] = useState(data);
  return isKnown;
}
