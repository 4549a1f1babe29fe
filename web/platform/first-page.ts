import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { firstPageId } from '#contract/first-page.ts';

/** Puts the data that the page brought along into the cache, once, before anything is drawn. */
export function hydrateFirstPage(client: QueryClient): void {
  const text = document.getElementById(firstPageId)?.textContent;
  if (!text) return;
  const state: DehydratedState = JSON.parse(text);
  // The browser's clock decides what is stale, and the server's may differ.
  for (const query of state.queries) query.state.dataUpdatedAt = Date.now();
  hydrate(client, state);
}
