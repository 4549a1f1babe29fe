import * as z from 'zod/mini';
import { exactBody } from '../exact-body.ts';
import { SeatSteps } from './purchases-seats.ts';

/** What seats of one plan cost, in major units for a period. */
const PlanPrices = z.object({ price: z.number(), steps: SeatSteps });

/**
 * What seats of the plan cost (SEAT-01): each opens what the subscription opens. The price of a seat is the lowest at
 * which a member can subscribe.
 */
export const PlanSeatPrices = z.object({
  currency: z.string(),
  /** How many resources a seat opens now. */
  resources: z.int(),
  monthly: PlanPrices,
  annual: PlanPrices,
});
export type PlanSeatPrices = z.infer<typeof PlanSeatPrices>;

/** The volume prices of both plans; none clears them. */
export const PlanSeatPricesForm = exactBody({ monthly: SeatSteps, annual: SeatSteps });
export type PlanSeatPricesForm = z.infer<typeof PlanSeatPricesForm>;
