import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { firstPageId } from '#contract/first-page.ts';

/** Puts the data in the page into the cache. The caller must call it once, before the first render. */
export function hydrateFirstPage(client: QueryClient): void {
  const text = document.getElementById(firstPageId)?.textContent;
  if (!text) return;
  const state: DehydratedState = JSON.parse(text);
  // Set to the browser's time, because the browser's clock decides what is stale and the server's may differ.
  for (const query of state.queries) query.state.dataUpdatedAt = Date.now();
  hydrate(client, state);
}

/**
 * @returns a function that says whether a query has got new data since this call, which the server's page does not show
 */
export function noticeNewData(client: QueryClient): () => boolean {
  let isNew = false;
  const end = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    isNew = true;
    end();
  });
  return () => isNew;
}
