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
import { call } from '#web/platform/api.ts';
import { pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { doneWord } from './done-display.ts';
import { shelfPageSize } from './shelf-display.ts';

/**
 * Options of a query that is fetched on each visit, because a tool in its own tab changes the progress without this
 * page noticing. Data that a loader has fetched for the visit are not fetched twice.
 */
export const eachVisit = { staleTime: 2000 } as const;

export function shelfQuery(shelf: Shelf, page: number) {
  return queryOptions({
    ...pageQueryOf(listLibrary, { query: { shelf, page, pageSize: shelfPageSize } }),
    ...eachVisit,
  });
}

export const shelfCountsQuery = queryOptions({ ...queryOf(countLibrary), ...eachVisit });

/** Query of the unfinished resources that the member used last. */
export const unfinishedQuery = queryOptions({ ...queryOf(listUnfinished), ...eachVisit });

/** Query of the member's assignments, the next due first. */
export const assignedQuery = queryOptions({ ...queryOf(listOwnAssignments, { query: {} }), ...eachVisit });

export const progressQuery = (id: number) =>
  queryOptions({ ...queryOf(getProgress, { params: { id } }), ...eachVisit });

/**
 * Refreshes the queries of sessions, the library, progress, assignments and saved ids, which contain the member's
 * progress.
 */
export function refreshProgress(client: QueryClient): Promise<void> {
  return refresh(client, listSessions, listLibrary, listUnfinished, getProgress, listOwnAssignments, listSavedIds);
}

/** Time until the browser has surely requested a download, or the page of another tab. */
const handOverMilliseconds = 1500;

/**
 * Refreshes progress a moment after a download, or after a tool was opened in a new tab, because no browser event
 * reports when the portal has recorded it.
 */
export function refreshProgressSoon(client: QueryClient): void {
  setTimeout(() => void refreshProgress(client), handOverMilliseconds);
}

/** Query of the ids of the saved resources and of the progress of begun ones, fetched once for all cards. */
export const savedIdsQuery = queryOf(listSavedIds);

export const savedPageSize = 12;

/**
 * Query of one page of the saved resources. A removed one stays until the next visit, so that it can be saved again.
 */
export function savedQuery(page: number) {
  return queryOptions({
    ...pageQueryOf(listSaved, { query: { page, pageSize: savedPageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
  });
}

/**
 * Returns the word for the member's progress on the card of a resource; null while nothing was finished or downloaded.
 */
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
 * Returns whether a resource is saved, and the functions that change it. A change is shown at once and rolled back with
 * a message when it fails. Changes of one resource reach the portal in their order.
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
    // A list of ids that was requested during the change may have arrived without it.
    onSuccess: (_, isSaved) => {
      show(isSaved);
      if (isSaved) return;
      toast({ title: 'No longer saved', action: { label: 'Undo', onPress: () => change.mutate(true) } });
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listSaved.path], refetchType: 'none' });
      // The change came before the list of ids arrived and cancelled its request, or the list is still loading.
      const isMissing = client.getQueryData(queryKey) === undefined;
      if (isMissing || client.isFetching({ queryKey }) > 0) await client.invalidateQueries({ queryKey });
    },
  });

  const isSaved = change.isPending ? change.variables : isKnownSaved;
  return { isSaved, toggle: () => change.mutate(!isSaved), save: () => change.mutate(true) };
}
