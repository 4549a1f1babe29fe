import { endpoint } from '../endpoint.ts';
import { PlanSeatPrices, PlanSeatPricesForm } from './subscriptions-seats.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Prices of seats of the plan';

export const getPlanSeatPrices = endpoint({
  method: 'GET',
  path: '/api/plan-seat-prices',
  response: PlanSeatPrices,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'What seats of the plan cost for an organisation, by their number',
  errors: ['purchases.plan-not-offered'],
});

export const getSetPlanSeatPrices = endpoint({
  method: 'GET',
  path: '/api/admin/plan-seat-prices',
  response: PlanSeatPrices,
  caller: 'administrator',
  scope: 'none',
  summary: 'The volume prices of seats of the plan as they were set',
  errors: ['purchases.plan-not-offered'],
});

export const setPlanSeatPrices = endpoint({
  method: 'PUT',
  path: '/api/admin/plan-seat-prices',
  body: PlanSeatPricesForm,
  response: PlanSeatPrices,
  caller: 'administrator',
  scope: 'none',
  summary: 'Sets the volume prices of seats of the plan; what was ordered keeps its price until its number changes',
  errors: ['purchases.plan-not-offered', 'purchases.seat-price', 'purchases.seat-steps'],
});
