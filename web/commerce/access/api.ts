import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the member's access to one resource, with the reason if there is none. */
export const accessQuery = (id: number) => queryOf(getResourceAccess, { params: { id } });

export const onlineProductQuery = (id: number) => queryOf(getOnlineProduct, { params: { id } });

/** Query of the access to several resources in one request. */
const accessToQuery = (ids: readonly number[]) => queryOf(listResourceAccess, { query: { resourceId: [...ids] } });

export async function loadAccessTo(client: QueryClient, resources: readonly { id: number }[]): Promise<void> {
  if (resources.length > 0) await client.prefetchQuery(accessToQuery(resources.map(({ id }) => id)));
}

export type AccessMap = {
  /** Returns the access to a resource; undefined until the response arrives. */
  of: (resourceId: number) => AccessDecision | undefined;
  isLoading: boolean;
};

/**
 * Fetches the access to all shown resources in one request.
 * @param resourceIds undefined until the resources are loaded; no request is made before (ACCESS-09)
 */
export function useAccess(resourceIds: readonly number[] | undefined): AccessMap {
  const ids = resourceIds ?? [];
  const { data: found, isLoading } = useQuery({
    ...accessToQuery(ids),
    enabled: ids.length > 0,
  });
  // Deferred, so that the cards render in steps and the browser can respond in between.
  const data = useDeferredValue(found);
  const byId = new Map(data?.map((access) => [access.resourceId, access]));
  return { of: (resourceId) => byId.get(resourceId), isLoading: isLoading || (found !== undefined && !data) };
}
