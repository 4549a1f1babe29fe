import { type Claims, claimCards } from '#server/features/promotions/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { KeptCard } from './card-store.ts';
import * as store from './card-store.ts';
import { nextSnapshotNumber } from './invoice-store.ts';

/** Begins a snapshot of a customer's cards; null when the customer is not ours. */
export async function beginSnapshot(ctx: Context, stripeCustomerId: string): Promise<number | null> {
  return (await store.isOwnCustomer(ctx.db, stripeCustomerId)) ? nextSnapshotNumber(ctx.db) : null;
}

export type CardsSnapshot = {
  stripeCustomerId: string;
  snapshotNumber: number;
  cards: readonly KeptCard[];
  claims: Claims;
};

/** Writes down which cards a member keeps at the provider. Repetition and order do not matter. */
export async function applyCards(
  ctx: Context,
  { stripeCustomerId, snapshotNumber, cards, claims }: CardsSnapshot,
): Promise<void> {
  const owner = await store.takeCustomer(ctx.db, stripeCustomerId, snapshotNumber);
  if (!owner) return;
  await store.replaceCards(ctx.db, owner.userId, cards);
  const cardPrints = cards.flatMap(({ fingerprint }) => fingerprint ?? []);
  await claimCards(ctx, claims, { userId: owner.userId, cardPrints });
}

/** The customer who keeps, or kept, a card. */
export async function findCustomerOfCard(ctx: Context, stripePaymentMethodId: string): Promise<string | null> {
  return store.findCustomerOfCard(ctx.db, stripePaymentMethodId);
}

/** Whether a customer at the provider is a member of this portal. */
export function isOwnCustomer(ctx: Context, stripeCustomerId: string): Promise<boolean> {
  return store.isOwnCustomer(ctx.db, stripeCustomerId);
}
