import type { Context } from '#server/platform/context.ts';
import type { KeptCard } from './card-rules.ts';
import * as store from './card-store.ts';
import { nextLook } from './invoice-store.ts';

/** Begins a look at a customer's cards; null when the customer is not ours. */
export async function beginLook(ctx: Context, stripeCustomerId: string): Promise<number | null> {
  return (await store.isOwnCustomer(ctx.db, stripeCustomerId)) ? nextLook(ctx.db) : null;
}

export type SeenCards = { stripeCustomerId: string; look: number; cards: readonly KeptCard[] };

/** Writes down which cards a member keeps at the provider. Repetition and order do not matter. */
export async function applyCards(ctx: Context, { stripeCustomerId, look, cards }: SeenCards): Promise<void> {
  const owner = await store.takeCustomer(ctx.db, stripeCustomerId, look);
  if (owner) await store.replaceCards(ctx.db, owner.userId, cards);
}

/** The customer who keeps, or kept, a card. */
export async function findCustomerOfCard(ctx: Context, stripePaymentMethodId: string): Promise<string | null> {
  return store.findCustomerOfCard(ctx.db, stripePaymentMethodId);
}
