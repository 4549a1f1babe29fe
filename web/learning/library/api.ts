import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import {
  addSaved,
  countLibrary,
  listLibrary,
  listSaved,
  listSavedIds,
  listUnfinished,
  removeSaved,
} from '#contract/learning/library.endpoints.ts';
import type { SavedIds, Shelf } from '#contract/learning/library.ts';
import { getProgress, listSessions } from '#contract/learning/progress.endpoints.ts';
import { call } from '../../platform/api.ts';
import { pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { doneWord } from './done-display.ts';
import { shelfPageSize } from './shelf-display.ts';

/**
 * A tool in its own tab changes the progress without this page noticing, so each visit fetches it again. What a loader
 * has fetched for the visit is not fetched twice.
 */
export const eachVisit = { staleTime: 2000 } as const;

/** One page of a tab. */
export function shelfQuery(shelf: Shelf, page: number) {
  return queryOptions({
    ...pageQueryOf(listLibrary, { query: { shelf, page, pageSize: shelfPageSize } }),
    ...eachVisit,
  });
}

/** How many rows each tab has. */
export const shelfCountsQuery = queryOptions({ ...queryOf(countLibrary), ...eachVisit });

/** The resources that the member used last. */
export const unfinishedQuery = queryOptions({ ...queryOf(listUnfinished), ...eachVisit });

/** The member's assignments, the next due first. */
export const assignedQuery = queryOptions({ ...queryOf(listOwnAssignments, { query: {} }), ...eachVisit });

/** The member's progress with one resource. */
export const progressQuery = (id: number) =>
  queryOptions({ ...queryOf(getProgress, { params: { id } }), ...eachVisit });

/** Fetches everything that shows progress again. */
export function refreshProgress(client: QueryClient): Promise<void> {
  return refresh(client, listSessions, listLibrary, listUnfinished, getProgress, listOwnAssignments, listSavedIds);
}

/** How long the browser may take to ask the portal for what was opened in another tab, or saved. */
const handOverMilliseconds = 1500;

/** The same after a download, whose end no browser event reports. */
export function refreshProgressSoon(client: QueryClient): void {
  setTimeout(() => void refreshProgress(client), handOverMilliseconds);
}

/** The ids of the saved resources, fetched once for all cards. */
export const savedIdsQuery = queryOf(listSavedIds);

/** How many cards a page of the saved resources has. */
export const savedPageSize = 12;

/** One page of the saved resources. A removed one stays until the next visit, so that it can be saved again. */
export function savedQuery(page: number) {
  return queryOptions({
    ...pageQueryOf(listSaved, { query: { page, pageSize: savedPageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
  });
}

/** What the card of a resource says of the member's progress; null while nothing was finished or downloaded. */
export function useDoneWord({ id, type }: Pick<ResourceSummary, 'id' | 'type'>): string | null {
  const { data = null } = useQuery({
    ...savedIdsQuery,
    select: ({ begun }: SavedIds) => {
      const mark = begun.find(({ resourceId }) => resourceId === id);
      return mark ? doneWord({ ...mark, type }) : null;
    },
  });
  return data;
}

/**
 * Whether a resource is saved, and the mutation that changes it. A change is shown at once and rolled back with a
 * message when it fails. Changes of one resource reach the portal in their order.
 */
export function useSaved(resourceId: number) {
  const client = useQueryClient();
  const { queryKey } = savedIdsQuery;
  const { data: isKnownSaved = false } = useQuery({
    ...savedIdsQuery,
    select: ({ resourceIds }: SavedIds) => resourceIds.includes(resourceId),
  });

  function show(isSaved: boolean) {
    client.setQueryData(queryKey, (known) => {
      const others = known?.resourceIds.filter((id) => id !== resourceId);
      return known && others && { ...known, resourceIds: isSaved ? [resourceId, ...others] : others };
    });
  }

  const change = useMutation({
    scope: { id: `saved-${resourceId}` },
    mutationFn: (isSaved: boolean) => call(isSaved ? addSaved : removeSaved, { params: { id: resourceId } }),
    onMutate: async (isSaved) => {
      await client.cancelQueries({ queryKey });
      show(isSaved);
    },
    onError: (error, isSaved) => {
      show(!isSaved);
      toastFailure(isSaved ? 'Not Saved' : 'Not removed', error, 'Please try again.');
    },
    // A list of ids that was asked for during the change may have arrived without it.
    onSuccess: (_, isSaved) => {
      show(isSaved);
      if (isSaved) return;
      toast({ title: 'No longer saved', action: { label: 'Undo', onPress: () => change.mutate(true) } });
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listSaved.path], refetchType: 'none' });
      // The change came before the list of ids arrived and cancelled its request, or the list is still on its way.
      const isMissing = client.getQueryData(queryKey) === undefined;
      if (isMissing || client.isFetching({ queryKey }) > 0) await client.invalidateQueries({ queryKey });
    },
  });

  const isSaved = change.isPending ? change.variables : isKnownSaved;
  return { isSaved, toggle: () => change.mutate(!isSaved), save: () => change.mutate(true) };
}
