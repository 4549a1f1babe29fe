import { minimumCharge, toMajor, toMinor } from '#contract/money.ts';
import type { SeatPricesForm } from '#contract/purchases-seats.ts';
import { fail } from '#server/platform/failure.ts';

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
 * @throws purchases.seat-price, seat-steps
 */
export function readSteps(sent: SentSteps, { price, currency }: { price: number; currency: string }): SeatStep[] {
  let last = { fromSeats: 2, price };
  return sent.map((step) => {
    const priceMinor = toMinor(step.price, currency);
    if (priceMinor === null || priceMinor * step.fromSeats < minimumCharge(currency))
      throw fail('purchases.seat-price');
    if (step.fromSeats <= last.fromSeats || step.price >= last.price) throw fail('purchases.seat-steps');
    last = step;
    return { fromSeats: step.fromSeats, priceMinor };
  });
}

/** The same as the API shows them. */
export function showSteps(steps: readonly SeatStep[], currency: string): SentSteps {
  return steps.map(({ fromSeats, priceMinor }) => ({ fromSeats, price: toMajor(priceMinor, currency) }));
}

/** Those that save something: a step that the price without steps has come down to does not. */
export const savingSteps = (steps: readonly SeatStep[], priceMinor: number): SeatStep[] =>
  steps.filter((step) => step.priceMinor < priceMinor);
