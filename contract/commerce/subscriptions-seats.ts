import * as z from 'zod/mini';
import { exactBody } from '../exact-body.ts';
import { SeatSteps } from './purchases-seats.ts';

/** Prices of seats of one plan, in major units per period. */
const PlanPrices = z.object({ price: z.number(), steps: SeatSteps });

/**
 * Prices of seats of the plan (SEAT-01), each of which opens all resources of the subscription. The price of a seat is
 * the lowest price at which a member can subscribe.
 */
export const PlanSeatPrices = z.object({
  currency: z.string(),
  /** Number of resources that a seat opens now. */
  resources: z.int(),
  monthly: PlanPrices,
  annual: PlanPrices,
});
export type PlanSeatPrices = z.infer<typeof PlanSeatPrices>;

/** The volume prices of both plans; empty lists remove them. */
export const PlanSeatPricesForm = exactBody({ monthly: SeatSteps, annual: SeatSteps });
export type PlanSeatPricesForm = z.infer<typeof PlanSeatPricesForm>;
