import { endpoint } from '../endpoint.ts';
import type { PlanSeatPrices, PlanSeatPricesForm } from './subscriptions-seats.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Prices of seats of the plan';

export const getPlanSeatPrices = endpoint<{ reply: PlanSeatPrices }>({
  method: 'GET',
  path: '/api/plan-seat-prices',
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'What seats of the plan cost for an organisation, by their number',
  errors: ['purchases.plan-not-offered'],
});

export const getSetPlanSeatPrices = endpoint<{ reply: PlanSeatPrices }>({
  method: 'GET',
  path: '/api/admin/plan-seat-prices',
  caller: 'administrator',
  scope: 'none',
  summary: 'The volume prices of seats of the plan as they were set',
  errors: ['purchases.plan-not-offered'],
});

export const setPlanSeatPrices = endpoint<{ body: PlanSeatPricesForm; reply: PlanSeatPrices }>({
  method: 'PUT',
  path: '/api/admin/plan-seat-prices',
  caller: 'administrator',
  scope: 'none',
  summary: 'Sets the volume prices of seats of the plan; what was ordered keeps its price until its number changes',
  errors: ['purchases.plan-not-offered', 'purchases.seat-price', 'purchases.seat-steps'],
});
