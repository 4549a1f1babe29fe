import type { QueryClient } from '@tanstack/react-query';
import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import { countResources, listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { listPurchases } from '#contract/commerce/purchases.endpoints.ts';
import { pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';

/** Number of cards on the dashboard (DASH-02). */
const newestCount = 12;

/** Query of the newest resources, for the dashboard. */
export const newestResources = pageQueryOf(listResources, { query: { page: 1, pageSize: newestCount } });

export const resourceQuery = (id: number) => queryOf(getResource, { params: { id } });

export const relatedResources = (id: number) => queryOf(listRelatedResources, { params: { id } });

/**
 * Refreshes purchases, resources and access after a payment (DETAIL-01).
 * @param nextId the resource whose page the member sees next, and whose data are loaded; null for another page
 */
export async function refreshAfterPayment(client: QueryClient, nextId: number | null): Promise<void> {
  await Promise.all([
    refresh(client, listResources, countResources, listResourceAccess),
    client.fetchQuery({ ...queryOf(listPurchases), staleTime: 0 }),
    nextId === null ? refresh(client, getResource, getResourceAccess) : loadPage(client, nextId),
  ]);
}

/** Loads a resource and the member's access to it again. */
export async function loadPage(client: QueryClient, id: number): Promise<void> {
  await refresh(client, getResource, getResourceAccess);
  await Promise.all([
    client.ensureQueryData(resourceQuery(id)),
    client.ensureQueryData(queryOf(getResourceAccess, { params: { id } })),
  ]);
}
