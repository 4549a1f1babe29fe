import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSaved, listSavedIds, saveResource, unsaveResource } from '#contract/library.endpoints.ts';
import type { SavedIds } from '#contract/library.ts';
import { call } from '../../platform/api.ts';
import { pageQueryOf, queryOf } from '../../platform/queries.ts';
import { toastFailure } from '../../platform/toast.ts';

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
      return others && { resourceIds: isSaved ? [resourceId, ...others] : others };
    });
  }

  const change = useMutation({
    scope: { id: `saved-${resourceId}` },
    mutationFn: (isSaved: boolean) => call(isSaved ? saveResource : unsaveResource, { params: { id: resourceId } }),
    onMutate: async (isSaved) => {
      await client.cancelQueries({ queryKey });
      show(isSaved);
    },
    onError: (error, isSaved) => {
      show(!isSaved);
      toastFailure(isSaved ? 'Not Saved' : 'Not Removed', error, 'Please try again.');
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listSaved.path], refetchType: 'none' });
      // The change came before the list of ids arrived and cancelled its request.
      if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey });
    },
  });

  const isSaved = change.isPending ? change.variables : isKnownSaved;
  return { isSaved, toggle: () => change.mutate(!isSaved) };
}
