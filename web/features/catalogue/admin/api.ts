import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getResourceAccess, listResourceAccess } from '#contract/access.endpoints.ts';
import { countResources, getResource, listRelatedResources, listResources } from '#contract/catalogue.endpoints.ts';
import type { Resource, ResourceSummary, ResourceType } from '#contract/catalogue.ts';
import * as endpoints from '#contract/catalogue-admin.endpoints.ts';
import type { ResourceForm } from '#contract/catalogue-forms.ts';
import { call } from '../../../platform/api.ts';
import { pageQueryOf, queryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';
import { type ResourceState, resourceQueryOf } from './address.ts';
import { saveFailureTitle } from './display.ts';

/** How many resources a page of the administrator's list holds. */
export const adminPageSize = 20;

/** One page of what the list is narrowed to, always asked for anew (ADM-RES-12); the page before stays until it has come. */
export function adminResources(state: ResourceState) {
  const query = { ...resourceQueryOf(state), page: state.page, pageSize: adminPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listAdminResources, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** What an online tool can be linked to. */
export const onlineProducts = queryOptions({ ...queryOf(endpoints.listOnlineProducts), staleTime: 0 });

/** The cheapest of the other published subscription resources, to compare prices with. */
export function useOtherSubscriptionResources(resourceId: number | undefined): readonly ResourceSummary[] {
  const { data = [] } = useQuery(
    queryOf(listResources, { query: { accessType: ['subscription'], sort: 'price_low_high', pageSize: 20 } }),
  );
  return data.filter(({ id }) => id !== resourceId);
}

/** Everything that shows resources, to administrators and to members (ADM-RES-12). */
function refreshCatalogue(client: QueryClient): Promise<void> {
  const memberLists = [
    listResources,
    countResources,
    getResource,
    listRelatedResources,
    getResourceAccess,
    listResourceAccess,
  ];
  return refresh(client, endpoints.listAdminResources, ...memberLists);
}

type Save = {
  type: ResourceType;
  /** Undefined for a new one. */
  resource: Resource | undefined;
  onSaved: (saved: Resource) => void;
};

/** Creates or saves a resource; `onSaved` is called when the lists show it. */
export function useSaveResource({ type, resource, onSaved }: Save) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ResourceForm) =>
      resource
        ? call(endpoints.saveResource, { params: { id: resource.id }, body })
        : call(endpoints.createResource, { body }),
    onSuccess: async (saved) => {
      await refreshCatalogue(client);
      toast({ title: resource ? 'Resource updated' : 'Resource created', description: saved.title, tone: 'success' });
      onSaved(saved);
    },
    onError: (error) => toastFailure(saveFailureTitle(type, resource === undefined), error),
  });
}

/** Publishes a draft, or takes a published resource back; sends nothing but that (ADM-RES-02). */
export function usePublishResource({ id, isPublished }: Resource) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.patchResource, { params: { id }, body: { isPublished: !isPublished } }),
    onSuccess: async (saved) => {
      await refreshCatalogue(client);
      const title = saved.isPublished ? 'Resource published' : 'Resource unpublished';
      toast({ title, description: saved.title, tone: 'success' });
    },
    onError: (error) => toastFailure('Error', error),
  });
}

/** Withdraws a resource from every list. */
export function useDeleteResource({ id, title }: Resource, onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.deleteResource, { params: { id } }),
    onSuccess: async () => {
      await refreshCatalogue(client);
      toast({ title: 'Resource deleted', description: title, tone: 'success' });
      onDeleted();
    },
    onError: (error) => toastFailure('Error', error),
  });
}
