import { toMinor } from '#contract/money.ts';
import type { Plan } from '#contract/subscriptions.ts';
import type { PlanSeatPrices, PlanSeatPricesForm } from '#contract/subscriptions-seats.ts';
import { readSteps, savingSteps, seatPriceOf, showSteps } from '#server/features/payments/seat-price-rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { getTerms } from './price-actions.ts';
import * as store from './seat-price-store.ts';

/** What seats of the plan cost (SEAT-01). @throws purchases.plan-not-offered while the subscription opens nothing */
export async function getSeatPrices(ctx: Context, currency: string): Promise<PlanSeatPrices> {
  return showPrices(ctx, currency, savingSteps);
}

/** The same for administrators, with each step as it was set. */
export function getSetSeatPrices(ctx: Context, currency: string): Promise<PlanSeatPrices> {
  return showPrices(ctx, currency, (steps) => [...steps]);
}

async function showPrices(ctx: Context, currency: string, shown: typeof savingSteps): Promise<PlanSeatPrices> {
  const terms = await getTerms(ctx, currency);
  if (!terms) throw fail('purchases.plan-not-offered');
  const ofPlan = async (plan: Plan, price: number) => {
    const steps = shown(await store.listSeatSteps(ctx.db, plan), toMinor(price, currency) ?? 0);
    return { price, steps: showSteps(steps, currency) };
  };
  return {
    currency,
    resources: terms.resources,
    monthly: await ofPlan('monthly', terms.monthlyPrice),
    annual: await ofPlan('annual', terms.annualPrice),
  };
}

/**
 * Sets the volume prices of the plans (SEAT-01). What was ordered before keeps its price until its number of seats
 * changes.
 * @throws purchases.plan-not-offered, purchases.seat-price, seat-steps
 */
export async function setSeatPrices(
  ctx: MemberContext,
  form: PlanSeatPricesForm,
  currency: string,
): Promise<PlanSeatPrices> {
  await store.lockSeatSteps(ctx.db);
  const before = await getSetSeatPrices(ctx, currency);
  for (const plan of ['monthly', 'annual'] as const) {
    const steps = readSteps(form[plan], { price: before[plan].price, currency });
    if (typeof steps === 'string') throw fail(steps);
    await store.replaceSeatSteps(ctx.db, plan, steps);
  }
  const after = await getSetSeatPrices(ctx, currency);
  const steps = ({ monthly, annual }: PlanSeatPrices) => ({ monthly: monthly.steps, annual: annual.steps });
  await audit(ctx, {
    action: 'set-seat-prices',
    object: 'subscription',
    objectId: 'plan',
    before: steps(before),
    after: steps(after),
  });
  return after;
}

/** What one of so many seats of a plan costs today, in minor units. @throws purchases.plan-not-offered */
export async function seatPriceMinor(
  ctx: Context,
  { plan, seats, currency }: { plan: Plan; seats: number; currency: string },
): Promise<number> {
  const prices = await getSeatPrices(ctx, currency);
  const minor = (price: number) => toMinor(price, currency) ?? 0;
  const steps = prices[plan].steps.map(({ fromSeats, price }) => ({ fromSeats, priceMinor: minor(price) }));
  return seatPriceOf(minor(prices[plan].price), steps, seats);
}
