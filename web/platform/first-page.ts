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

/** @returns whether a query has got data since this call, which a drawn page does not show yet */
export function noticeNewData(client: QueryClient): () => boolean {
  let isNew = false;
  const end = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    isNew = true;
    end();
  });
  return () => isNew;
}
