import { queryOptions } from '@tanstack/react-query';
import type { Plan } from '#contract/commerce/plans.ts';
import { getSeatPrices, getSetSeatPrices, setSeatPrices } from '#contract/commerce/purchases-seats.endpoints.ts';
import type { SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import {
  getPlanSeatPrices,
  getSetPlanSeatPrices,
  setPlanSeatPrices,
} from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the volume prices of a resource, as an administrator set them. */
export const setSeatPricesQuery = (id: number) =>
  queryOptions({ ...queryOf(getSetSeatPrices, { params: { id } }), staleTime: 0, gcTime: 0 });

export const useSetSeatPrices = (id: number, onDone: () => void) =>
  useAction({
    send: (body: SeatPricesForm) => call(setSeatPrices, { params: { id }, body }),
    failed: 'The seat prices were not set',
    done: ({ title, steps }) => ({
      title: steps.length === 0 ? `Each seat of ${title} has the same price` : `The seat prices of ${title} are set`,
    }),
    changed: [getSeatPrices, getSetSeatPrices],
    onDone,
  });

/** Query of the volume prices of the plans, as an administrator set them. */
export const setPlanPricesQuery = queryOptions({ ...queryOf(getSetPlanSeatPrices), staleTime: 0, gcTime: 0 });

/** Sets the volume prices of one plan; the other plan keeps its prices. */
export const useSetPlanPrices = (plan: Plan, onDone: () => void) =>
  useAction({
    send: async ({ steps }: SeatPricesForm) => {
      const { monthly, annual } = await call(getSetPlanSeatPrices);
      return call(setPlanSeatPrices, { body: { monthly: monthly.steps, annual: annual.steps, [plan]: steps } });
    },
    failed: 'The seat prices were not set',
    done: () => ({ title: `The seat prices of the ${plan} plan are set` }),
    changed: [getPlanSeatPrices, getSetPlanSeatPrices],
    onDone,
  });
