import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getResourceAccess, listResourceAccess } from '#contract/access.endpoints.ts';
import {
  countResources,
  getResource,
  listRelatedResources,
  listResources,
  suggestResources,
} from '#contract/catalogue.endpoints.ts';
import type { Resource } from '#contract/catalogue.ts';
import { downloadResource } from '#contract/library.endpoints.ts';
import { listPurchases } from '#contract/purchases.endpoints.ts';
import { addressOf } from '../../platform/api.ts';
import { download } from '../../platform/download.ts';
import { pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { refreshProgressSoon } from '../library/api.ts';
import { type BrowseQuery, browsePageSize } from './browse-display.ts';

/** How many cards the dashboard shows (DASH-02). */
const newestCount = 48;

/** The newest resources, for the dashboard. */
export const newestResources = pageQueryOf(listResources, { query: { page: 1, pageSize: newestCount } });

/** One page of what Browse Resources is asked for; the page before stays until it has come. */
export function browseResources({ search, ...query }: BrowseQuery) {
  return queryOptions({
    ...pageQueryOf(listResources, { query: { ...query, search: search.trim(), pageSize: browsePageSize } }),
    placeholderData: keepPreviousData,
  });
}

/** How many resources each box would find; the numbers before stay until these have come. */
export function browseCounts({ search, sort: _sort, page: _page, ...filters }: BrowseQuery) {
  return queryOptions({
    ...queryOf(countResources, { query: { ...filters, search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
}

/** Shorter texts suggest nothing. */
const shortestTyped = 2;

/** What a text being typed may be about; those before stay until these have come, an answer that is late is dropped. */
export function suggestionsOf(typed: string) {
  const search = typed.trim();
  const isEnough = search.length >= shortestTyped;
  return queryOptions({
    ...queryOf(suggestResources, { query: { search } }),
    enabled: isEnough,
    placeholderData: isEnough ? keepPreviousData : undefined,
    staleTime: 60_000,
  });
}

export const resourceQuery = (id: number) => queryOf(getResource, { params: { id } });

export const relatedResources = (id: number) => queryOf(listRelatedResources, { params: { id } });

/** Somebody comes back from paying: purchases, resources and what they open are asked for again (DETAIL-01). */
export async function refreshAfterPayment(client: QueryClient): Promise<void> {
  await Promise.all([
    refresh(client, listResources, countResources, getResource, getResourceAccess, listResourceAccess),
    client.fetchQuery({ ...queryOf(listPurchases), staleTime: 0 }),
  ]);
}

/** Saves a resource's file and says so, or why not (DETAIL-22 to DETAIL-24). */
export function useDownload({ id, title, fileUrl }: Pick<Resource, 'id' | 'title' | 'fileUrl'>) {
  const client = useQueryClient();
  const saving = useMutation({
    // The endpoint's own address: an administrator's `fileUrl` is the upload's.
    mutationFn: () => download(addressOf(downloadResource, { params: { id } })),
    onSuccess: () => {
      toast({ title: 'Download Started', description: `${title} is being downloaded.`, tone: 'success' });
      refreshProgressSoon(client);
    },
    onError: (error) =>
      toastFailure('Download Failed', error, 'There was an error downloading the file. Please try again.'),
  });

  const startSaving = useSingleRun(() => saving.mutateAsync());

  function start() {
    if (fileUrl) void startSaving();
    else toast({ title: 'Download Error', description: 'No file available for download.', tone: 'destructive' });
  }

  return { start, isBusy: saving.isPending };
}
