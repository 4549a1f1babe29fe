import { nextSnapshotNumber } from '#server/commerce/payments/refund-actions.ts';
import { type Claims, claimCards, keepCustomer } from '#server/commerce/promotions/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { KeptMethod } from './payment-method-store.ts';
import * as store from './payment-method-store.ts';

/** Begins a snapshot of a customer's payment methods; null when the customer is not a member's. */
export async function beginSnapshot(ctx: Context, stripeCustomerId: string): Promise<number | null> {
  return (await store.isOwnCustomer(ctx.db, stripeCustomerId)) ? nextSnapshotNumber(ctx) : null;
}

export type MethodsSnapshot = {
  stripeCustomerId: string;
  snapshotNumber: number;
  methods: readonly KeptMethod[];
  claims: Claims;
};

/**
 * Records the payment methods that a member has at Stripe, and claims their cards for the member's trials and codes.
 * Repetition and order do not matter.
 */
export async function applyMethods(
  ctx: Context,
  { stripeCustomerId, snapshotNumber, methods, claims }: MethodsSnapshot,
): Promise<void> {
  const owner = await store.takeCustomer(ctx.db, stripeCustomerId, snapshotNumber);
  if (!owner) return;
  await store.replaceMethods(ctx.db, owner.userId, methods);
  const cardPrints = methods.flatMap(({ fingerprint }) => fingerprint ?? []);
  await claimCards(ctx, claims, { userId: owner.userId, cardPrints });
  await keepCustomer(ctx, claims, { userId: owner.userId, cardPrints });
}
