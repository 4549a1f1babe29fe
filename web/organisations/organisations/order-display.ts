import type { Plan } from '#contract/commerce/plans.ts';
import { fewestSeats, mostSeats, type SeatPrices } from '#contract/commerce/purchases-seats.ts';
import type { PlanSeatPrices } from '#contract/commerce/subscriptions-seats.ts';
import { roundMajor } from '#contract/money.ts';
import { nameOf } from './people-display.ts';

/** Order of seats of a resource, or of the monthly or yearly plan, with its prices. */
export type Ordered = Pick<SeatPrices, 'currency' | 'price' | 'steps'> & {
  title: string;
  /** Null for the plan. */
  resourceId: number | null;
  plan: Plan | null;
};

export function orderedPlan({ currency, ...plans }: PlanSeatPrices, plan: Plan): Ordered {
  return { ...plans[plan], currency, title: nameOf({ title: null }), resourceId: null, plan };
}

/** Price of each seat for `from` to `to` seats, in major units, and the percentage saved on the price of one. */
export type PriceLine = { from: number; to: number; price: number; savedPercent: number };

type Prices = Pick<SeatPrices, 'price' | 'steps'>;

/** Returns the volume prices as lines, with each number of seats in exactly one line. */
export function priceLines({ price, steps }: Prices): PriceLine[] {
  const all = [{ fromSeats: fewestSeats, price }, ...steps];
  return all.map((step, index) => ({
    from: step.fromSeats,
    to: (all[index + 1]?.fromSeats ?? mostSeats + 1) - 1,
    price: step.price,
    savedPercent: Math.round((1 - step.price / price) * 100),
  }));
}

/** Returns "2 to 9", or "500" when the line has only one number. */
export const rangeText = ({ from, to }: Pick<PriceLine, 'from' | 'to'>) =>
  from === to ? `${from}` : `${from} to ${to}`;

/** Returns the line with a number of seats; the first line when the number is below all. */
export const lineOf = (lines: readonly PriceLine[], seats: number) =>
  lines.findLast(({ from }) => from <= seats) ?? lines[0];

/** Returns the price of a number of seats, in major units, for display only: the server computes the charge. */
export function sumOf({ price, steps, currency }: Prices & Pick<SeatPrices, 'currency'>, seats: number) {
  const each = lineOf(priceLines({ price, steps }), seats)?.price ?? price;
  const full = roundMajor(price * seats, currency);
  const total = roundMajor(each * seats, currency);
  return { full, total, saved: roundMajor(full - total, currency), each };
}

/** Returns the problem of a number of seats; null when it can be ordered. */
export function seatsProblem(seats: number): string | null {
  const isFine = Number.isInteger(seats) && seats >= fewestSeats && seats <= mostSeats;
  return isFine ? null : `Enter a whole number from ${fewestSeats} to ${mostSeats}`;
}
