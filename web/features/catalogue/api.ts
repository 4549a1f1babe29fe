import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { getResourceAccess, listResourceAccess } from '#contract/access.endpoints.ts';
import { getResource, listRelatedResources } from '#contract/catalogue.endpoints.ts';
import type { Resource } from '#contract/catalogue.ts';
import { downloadResource } from '#contract/library.endpoints.ts';
import { listPurchases } from '#contract/purchases.endpoints.ts';
import { countResources, listResources } from '#contract/search.endpoints.ts';
import { addressOf } from '../../platform/api.ts';
import { download } from '../../platform/download.ts';
import { pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { refreshProgressSoon } from '../library/api.ts';

/** How many cards the dashboard shows (DASH-02). */
const newestCount = 48;

/** The newest resources, for the dashboard. */
export const newestResources = pageQueryOf(listResources, { query: { page: 1, pageSize: newestCount } });

/** One resource. */
export const resourceQuery = (id: number) => queryOf(getResource, { params: { id } });

/** Resources like this one. */
export const relatedResources = (id: number) => queryOf(listRelatedResources, { params: { id } });

/** Refreshes purchases, resources and access after a payment (DETAIL-01). */
export async function refreshAfterPayment(client: QueryClient): Promise<void> {
  await Promise.all([
    refresh(client, listResources, countResources, getResource, getResourceAccess, listResourceAccess),
    client.fetchQuery({ ...queryOf(listPurchases), staleTime: 0 }),
  ]);
}

/** Downloads a resource's file and shows the outcome (DETAIL-22 to DETAIL-24). */
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
