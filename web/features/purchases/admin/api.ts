import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getSeatPrices, getSetSeatPrices, setSeatPrices } from '#contract/purchases-seats.endpoints.ts';
import type { SeatPricesForm } from '#contract/purchases-seats.ts';
import { call } from '../../../platform/api.ts';
import { queryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';

/** The volume prices of a resource, as they were set. */
export const setSeatPricesQuery = (id: number) =>
  queryOptions({ ...queryOf(getSetSeatPrices, { params: { id } }), staleTime: 0, gcTime: 0 });

/** Sets them. */
export function useSetSeatPrices(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SeatPricesForm) => call(setSeatPrices, { params: { id }, body }),
    onSuccess: async ({ title, steps }) => {
      await refresh(client, getSeatPrices, getSetSeatPrices);
      toast({
        title: steps.length === 0 ? `Each seat of ${title} has the same price` : `The seat prices of ${title} are set`,
        tone: 'success',
      });
      onDone();
    },
    onError: (error) => toastFailure('The seat prices were not set', error),
  });
}
