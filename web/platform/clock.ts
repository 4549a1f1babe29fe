import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useIsInBrowser } from './in-browser.ts';

/** The present time, for display only: the server decides everything that depends on time. */
export function today(): Date {
  return new Date();
}

const drawnAtKey = ['drawn at'];

/** The server calls it right before it draws a page, which brings time and zone along with its data. */
export function keepTimeOfDrawing(client: QueryClient, timeZone: string): void {
  client.setQueryData(drawnAtKey, { at: today().toISOString(), timeZone });
}

/**
 * Now, and the zone, for texts on screens that the server draws. While the browser takes a page over they are those of the
 * server, because the texts must be the same; right after that they are the reader's.
 */
export function useClock(): { now: Date; timeZone: string | undefined } {
  const drawn = useQueryClient().getQueryData<{ at: string; timeZone: string }>(drawnAtKey);
  const isOfReader = useIsInBrowser();
  if (isOfReader || !drawn) return { now: today(), timeZone: undefined };
  return { now: new Date(drawn.at), timeZone: drawn.timeZone };
}
