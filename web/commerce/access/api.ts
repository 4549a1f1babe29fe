import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { queryOf } from '../../platform/queries.ts';

/** Whether the member may use one resource, and if not, why. */
export const accessQuery = (id: number) => queryOf(getResourceAccess, { params: { id } });

/** The online product behind an online tool. */
export const onlineProductQuery = (id: number) => queryOf(getOnlineProduct, { params: { id } });

/** The access to these resources, asked for together. */
const accessToQuery = (ids: readonly number[]) => queryOf(listResourceAccess, { query: { resourceId: [...ids] } });

/** Loads the access to the resources of a list. */
export async function loadAccessTo(client: QueryClient, resources: readonly { id: number }[]): Promise<void> {
  if (resources.length > 0) await client.prefetchQuery(accessToQuery(resources.map(({ id }) => id)));
}

export type AccessMap = {
  /** Undefined while there is no answer. */
  of: (resourceId: number) => AccessDecision | undefined;
  isLoading: boolean;
};

/**
 * The access to the resources shown, asked for together.
 * @param resourceIds undefined until the resources are loaded: nothing is asked before (ACCESS-09)
 */
export function useAccess(resourceIds: readonly number[] | undefined): AccessMap {
  const ids = resourceIds ?? [];
  const { data: found, isLoading } = useQuery({
    ...accessToQuery(ids),
    enabled: ids.length > 0,
  });
  // Drawn in steps, between which the browser can answer.
  const data = useDeferredValue(found);
  const byId = new Map(data?.map((access) => [access.resourceId, access]));
  return { of: (resourceId) => byId.get(resourceId), isLoading: isLoading || (found !== undefined && !data) };
}
