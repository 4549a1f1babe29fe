import type { SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { minimumCharge, toMajor, toMinor } from '#contract/money.ts';

/** A step of the volume prices: from `fromSeats` seats, each costs `priceMinor` (minor units). */
export type SeatStep = { fromSeats: number; priceMinor: number };

/**
 * Returns the price of one seat in an order of `seats`, in minor units: the lowest of `priceMinor` and the steps that
 * are reached, because the price without steps may have been lowered below theirs.
 */
export function seatPriceOf(priceMinor: number, steps: readonly SeatStep[], seats: number): number {
  const reached = steps.filter(({ fromSeats }) => fromSeats <= seats);
  return Math.min(priceMinor, ...reached.map((step) => step.priceMinor));
}

type SentSteps = SeatPricesForm['steps'];

/**
 * Reads the volume prices that an administrator sends: each step must begin at more seats and be cheaper than the one
 * before.
 * @param price without steps, in major units
 * @returns the steps, or the code of the error
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

export function showSteps(steps: readonly SeatStep[], currency: string): SentSteps {
  return steps.map(({ fromSeats, priceMinor }) => ({ fromSeats, price: toMajor(priceMinor, currency) }));
}

/** Leaves out steps that save nothing, because the price without steps has been lowered to theirs. */
export const savingSteps = (steps: readonly SeatStep[], priceMinor: number): SeatStep[] =>
  steps.filter((step) => step.priceMinor < priceMinor);
