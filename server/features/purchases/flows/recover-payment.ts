import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import * as recovery from '../recover-actions.ts';
import type { Attempt } from '../rules.ts';
import { type PaymentDeps, syncPayment } from './sync-payment.ts';

/** What became of a payment at the provider of which there is no record here. */
export type Recovered =
  | { kind: 'not-of-a-sale' }
  | { kind: 'member-unknown' | 'resource-unknown'; id: number }
  | { kind: 'recovered'; attempt: Attempt };

/**
 * Takes a payment in that this installation made before its database was restored to an earlier day: the attempt is
 * written again from what the payment carries, and then synced like any other.
 */
export async function recoverPayment(
  ctx: FlowContext,
  deps: PaymentDeps,
  { id, metadata, amount, currency }: Stripe.PaymentIntent,
): Promise<Recovered> {
  const { ownIds } = await getInstallation(ctx.db);
  const paid = { intentId: id, metadata, amountMinor: amount, currency: currency.toUpperCase() };
  const found = await ctx.transaction((inner) => recovery.recoverAttempt(inner, paid, ownIds));
  if (found.kind !== 'recovered') return found;
  const attempt = await syncPayment(ctx, deps, id);
  return attempt ? { kind: 'recovered', attempt } : { kind: 'not-of-a-sale' };
}
