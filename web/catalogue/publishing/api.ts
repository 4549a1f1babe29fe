import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { getArticle } from '#contract/catalogue/articles.endpoints.ts';
import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { listOnlineProducts } from '#contract/catalogue/products.endpoints.ts';
import * as endpoints from '#contract/catalogue/publishing.endpoints.ts';
import type {
  AdminResource,
  AdminResourceColumn,
  AdminResourceCsvQuery,
  AdminResourceQuery,
  BulkOutcome,
} from '#contract/catalogue/publishing.ts';
import type { BulkChange, ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { countResources, listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { countOwners } from '#contract/commerce/purchases-admin.endpoints.ts';
import { dateAndTime } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { keptByText, saveFailureTitle } from './display.ts';

export function adminResources(given: Partial<AdminResourceQuery>) {
  const query = { pageSize: listPageSize, ...given };
  return queryOptions({ ...pageQueryOf(endpoints.listAdminResources, { query }), ...listOptions });
}

export const resourceCounts = { ...queryOf(endpoints.countAdminResources), staleTime: 0 };

/** Returns the URL of the list as a CSV file. */
export const resourcesCsv = (query: Partial<AdminResourceCsvQuery>, columns: ReadonlySet<AdminResourceColumn>) =>
  addressOf(endpoints.downloadResourceList, { query: { ...query, page: undefined, columns: [...columns] } });

/** Query of one resource with every field of its form except its text. */
export const adminResource = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getAdminResource, { params: { id } }), staleTime: 0 });

/** Query of the products that an online tool can be linked to. */
export const onlineProducts = queryOptions({ ...queryOf(listOnlineProducts), staleTime: 0 });

/** Returns the cheapest of the other published subscription resources, at most 20, to compare prices with. */
export function useOtherSubscriptionResources(resourceId: number | undefined): readonly ResourceSummary[] {
  const { data = [] } = useQuery(
    queryOf(listResources, { query: { accessType: ['subscription'], sort: 'price_low_high', pageSize: 20 } }),
  );
  return data.filter(({ id }) => id !== resourceId);
}

/** Endpoints that are fetched again after resources change, for administrators and members (ADM-RES-12). */
const catalogueLists = [
  endpoints.listAdminResources,
  endpoints.countAdminResources,
  endpoints.getAdminResource,
  listResources,
  countResources,
  getResource,
  listRelatedResources,
  getResourceAccess,
  listResourceAccess,
  getArticle,
];

export const refreshCatalogue = (client: QueryClient) => refresh(client, ...catalogueLists);

type Save = {
  /** Undefined for a new resource. */
  resource: AdminResource | undefined;
  onSaved: (saved: AdminResource) => void;
};

/** Creates or saves a resource. Calls `onSaved` when the lists contain the change. */
export const useSaveResource = ({ resource, onSaved }: Save) =>
  useAction({
    send: (body: ResourceForm) =>
      resource
        ? call(endpoints.saveResource, { params: { id: resource.id }, body })
        : call(endpoints.createResource, { body }),
    failed: (_, { type }) => saveFailureTitle(type, resource === undefined),
    isQuoted: true,
    done: (saved) => savedToast(saved, resource === undefined),
    changed: catalogueLists,
    onDone: onSaved,
  });

/** Returns the toast for a save, with the publication time of a scheduled draft. */
function savedToast({ title, publishAt }: AdminResource, isNew: boolean) {
  return publishAt === null
    ? { title: isNew ? 'Resource created' : 'Resource updated', description: title }
    : { title: 'Resource scheduled', description: `${title} will be published on ${dateAndTime(publishAt)}.` };
}

/** Publishes or unpublishes a resource; sends only that field (ADM-RES-02). Undo restores the former state. */
export function usePublishResource({ id, isPublished, publishAt }: AdminResource) {
  type State = { isPublished: boolean; publishAt?: string | null };
  const set = (body: State) => call(endpoints.patchResource, { params: { id }, body });
  const { mutate: restore } = useAction({
    // The former state is passed, because the list has the new one when Undo is pressed.
    send: (former: State) => set(former),
    failed: 'Error',
    changed: catalogueLists,
  });
  return useAction({
    send: () => set({ isPublished: !isPublished }),
    failed: 'Error',
    done: (saved) => ({
      title: saved.isPublished ? 'Resource published' : 'Resource unpublished',
      description: saved.title,
      action: {
        label: 'Undo',
        onPress: () => restore(publishAt === null ? { isPublished } : { isPublished, publishAt }),
      },
    }),
    changed: catalogueLists,
  });
}

/** Withdraws a resource from every list, and shows how many members keep it (ADM-RES-15). */
export const useDeleteResource = ({ id, title }: AdminResource, onDeleted: () => void) =>
  useAction({
    send: async () => {
      const [owned] = await call(countOwners, { query: { ids: [id] } });
      await call(endpoints.deleteResource, { params: { id } });
      return owned?.owners ?? 0;
    },
    failed: 'Error',
    done: (owners) =>
      owners === 0
        ? { title: 'Resource deleted', description: title }
        : { title: 'Resource withdrawn', description: `${title}. ${keptByText(owners)}` },
    changed: catalogueLists,
    onDone: onDeleted,
  });

/** Adds a draft with the values of a resource. */
export const useDuplicateResource = ({ id }: AdminResource, onDone: () => void) =>
  useAction({
    send: () => call(endpoints.duplicateResource, { params: { id } }),
    failed: 'Error',
    done: (copy) => ({ title: 'Resource duplicated', description: copy.title }),
    changed: catalogueLists,
    onDone,
  });

/** Runs a bulk action. Calls `onDone` when the lists contain the result. */
export const useBulkChange = (onDone: (outcomes: BulkOutcome[]) => void) =>
  useAction({
    send: (body: BulkChange) => call(endpoints.changeResources, { body }),
    failed: 'Error',
    changed: catalogueLists,
    onDone,
  });

/** Counts the resources that members own; fetched only when needed. */
export function useOwnedCount(ids: readonly number[], isNeeded: boolean) {
  return useQuery({
    ...queryOf(countOwners, { query: { ids: [...ids] } }),
    staleTime: 0,
    gcTime: 0,
    enabled: isNeeded,
    select: (owned) => owned.length,
  });
}
