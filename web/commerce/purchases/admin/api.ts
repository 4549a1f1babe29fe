import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getSeatPrices, getSetSeatPrices, setSeatPrices } from '#contract/commerce/purchases-seats.endpoints.ts';
import type { SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import type { Plan } from '#contract/commerce/subscriptions.ts';
import {
  getPlanSeatPrices,
  getSetPlanSeatPrices,
  setPlanSeatPrices,
} from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { call } from '../../../platform/api.ts';
import { queryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';

/** Query of the volume prices of a resource, as an administrator set them. */
export const setSeatPricesQuery = (id: number) =>
  queryOptions({ ...queryOf(getSetSeatPrices, { params: { id } }), staleTime: 0, gcTime: 0 });

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

/** Query of the volume prices of the plans, as an administrator set them. */
export const setPlanPricesQuery = queryOptions({ ...queryOf(getSetPlanSeatPrices), staleTime: 0, gcTime: 0 });

/** Sets the volume prices of one plan; the other plan keeps its prices. */
export function useSetPlanPrices(plan: Plan, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ steps }: SeatPricesForm) => {
      const { monthly, annual } = await call(getSetPlanSeatPrices);
      return call(setPlanSeatPrices, { body: { monthly: monthly.steps, annual: annual.steps, [plan]: steps } });
    },
    onSuccess: async () => {
      await refresh(client, getPlanSeatPrices, getSetPlanSeatPrices);
      toast({ title: `The seat prices of the ${plan} plan are set`, tone: 'success' });
      onDone();
    },
    onError: (error) => toastFailure('The seat prices were not set', error),
  });
}
