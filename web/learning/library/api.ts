import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
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

/** Endpoints whose data contain the member's progress. */
export const progressLists = [listSessions, listLibrary, listUnfinished, getProgress, listOwnAssignments, listSavedIds];

export const refreshProgress = (client: QueryClient): Promise<void> => refresh(client, ...progressLists);

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

  /** Shows the outcome; a list of ids that was requested during the change may have arrived without it. */
  async function settle(isSaved: boolean) {
    show(isSaved);
    await client.invalidateQueries({ queryKey: [listSaved.path], refetchType: 'none' });
    // The change came before the list of ids arrived and cancelled its request, or the list is still loading.
    const isMissing = client.getQueryData(queryKey) === undefined;
    if (isMissing || client.isFetching({ queryKey }) > 0) await client.invalidateQueries({ queryKey });
  }

  const changing = useAction({
    queue: `saved-${resourceId}`,
    send: (isSaved: boolean) => call(isSaved ? addSaved : removeSaved, { params: { id: resourceId } }),
    failed: (_, isSaved) => (isSaved ? 'Not Saved' : 'Not removed'),
    otherwise: 'Please try again.',
    done: (_, isSaved) =>
      isSaved
        ? null
        : { title: 'No longer saved', tone: 'neutral', action: { label: 'Undo', onPress: () => change(true) } },
    onDone: (_, isSaved) => settle(isSaved),
    onFailed: (_, isSaved) => settle(!isSaved),
  });

  function change(isSaved: boolean) {
    void client.cancelQueries({ queryKey }).then(() => show(isSaved));
    changing.mutate(isSaved);
  }

  const isSaved = changing.isPending ? changing.variables : isKnownSaved;
  return { isSaved, toggle: () => change(!isSaved), save: () => change(true) };
}
