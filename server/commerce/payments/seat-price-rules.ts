import type { SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { minimumCharge, toMajor, toMinor } from '#contract/money.ts';

/** From so many seats on, each costs this; in minor units. */
export type SeatStep = { fromSeats: number; priceMinor: number };

/**
 * What a seat costs when so many are bought: the lowest price of the steps that are reached and the one without steps. So
 * a price that is lowered later is never dearer for many.
 */
export function seatPriceOf(priceMinor: number, steps: readonly SeatStep[], seats: number): number {
  const reached = steps.filter(({ fromSeats }) => fromSeats <= seats);
  return Math.min(priceMinor, ...reached.map((step) => step.priceMinor));
}

type SentSteps = SeatPricesForm['steps'];

/**
 * Volume prices as an administrator sends them: each begins at more seats and is cheaper than the one before.
 * @param price without steps, in major units
 * @returns why they are refused, if they are
 */
export function readSteps(
  sent: SentSteps,
  { price, currency }: { price: number; currency: string },
): SeatStep[] | ErrorCode {
  const read: SeatStep[] = [];
  let last = { fromSeats: 2, price };
  for (const step of sent) {
    const priceMinor = toMinor(step.price, currency);
    if (priceMinor === null || priceMinor * step.fromSeats < minimumCharge(currency)) return 'purchases.seat-price';
    if (step.fromSeats <= last.fromSeats || step.price >= last.price) return 'purchases.seat-steps';
    read.push({ fromSeats: step.fromSeats, priceMinor });
    last = step;
  }
  return read;
}

/** Volume prices as the API shows them. */
export function showSteps(steps: readonly SeatStep[], currency: string): SentSteps {
  return steps.map(({ fromSeats, priceMinor }) => ({ fromSeats, price: toMajor(priceMinor, currency) }));
}

/** Those that save something: a step that the price without steps has come down to does not. */
export const savingSteps = (steps: readonly SeatStep[], priceMinor: number): SeatStep[] =>
  steps.filter((step) => step.priceMinor < priceMinor);
