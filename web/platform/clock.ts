import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useIsInBrowser } from './in-browser.ts';

/** Returns the current time, for display only: the server decides everything that depends on time. */
export function today(): Date {
  return new Date();
}

const drawnAtKey = ['drawn at'];

/**
 * Stores the time and the zone of rendering with the page's data. The server must call it right before it renders a
 * page.
 */
export function keepTimeOfDrawing(client: QueryClient, timeZone: string): void {
  client.setQueryData(drawnAtKey, { at: today().toISOString(), timeZone });
}

/**
 * Returns the time and the zone for texts on screens that the server renders. While the browser hydrates a page they
 * are the server's, because the texts must match; right afterwards they are the reader's, with `timeZone` undefined.
 */
export function useClock(): { now: Date; timeZone: string | undefined } {
  const drawn = useQueryClient().getQueryData<{ at: string; timeZone: string }>(drawnAtKey);
  const isOfReader = useIsInBrowser();
  if (isOfReader || !drawn) return { now: today(), timeZone: undefined };
  return { now: new Date(drawn.at), timeZone: drawn.timeZone };
}
