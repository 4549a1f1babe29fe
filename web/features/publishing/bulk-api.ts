import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeResources } from '#contract/publishing.endpoints.ts';
import type { BulkOutcome } from '#contract/publishing.ts';
import type { BulkChange } from '#contract/publishing-forms.ts';
import { countOwners } from '#contract/purchases-admin.endpoints.ts';
import { call } from '../../platform/api.ts';
import { queryOf } from '../../platform/queries.ts';
import { toastFailure } from '../../platform/toast.ts';
import { refreshCatalogue } from './api.ts';

/** Does one thing with several resources; `onDone` is called when the lists show it. */
export function useBulkChange(onDone: (outcomes: BulkOutcome[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkChange) => call(changeResources, { body }),
    onSuccess: async (outcomes) => {
      await refreshCatalogue(client);
      onDone(outcomes);
    },
    onError: (error) => toastFailure('Error', error),
  });
}

/** How many of these resources members own, asked anew; only while it is needed. */
export function useOwnedCount(ids: readonly number[], isNeeded: boolean) {
  return useQuery({
    ...queryOf(countOwners, { query: { ids: [...ids] } }),
    staleTime: 0,
    gcTime: 0,
    enabled: isNeeded,
    select: (owned) => owned.length,
  });
}
