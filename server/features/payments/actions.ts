import type { Context, MemberContext } from '#server/platform/context.ts';
import * as store from './store.ts';

/**
 * Records that the caller agreed to an order: who, which order, which text, when by the database's clock.
 * @param textVersion a key of `consentTexts`
 */
export function recordConsent(ctx: MemberContext, order: store.ConsentOrder, textVersion: string): Promise<void> {
  return store.insertConsent(ctx.db, { userId: ctx.actor.userId, order, textVersion });
}

/** The member's customer at Stripe as we know it; null before the first payment. */
export function findCustomer(ctx: Context, userId: number): Promise<store.Customer | null> {
  return store.findCustomer(ctx.db, userId);
}

/** Records a new customer; a member who already has one keeps that one. */
export function addCustomer(ctx: Context, userId: number, customerId: string): Promise<void> {
  return store.insertCustomer(ctx.db, userId, customerId);
}

/** Removes a customer that Stripe no longer knows. */
export function removeCustomer(ctx: Context, customerId: string): Promise<void> {
  return store.clearCustomer(ctx.db, customerId);
}

/** Customers to bring in line with their accounts, those of deleted accounts first. */
export function listChangedCustomers(ctx: Context): Promise<store.ChangedCustomer[]> {
  return store.listChangedCustomers(ctx.db, 200);
}

/** Records that the customer at Stripe has the account's name and address. */
export function recordCustomerSync(ctx: Context, userId: number): Promise<void> {
  return store.updateCustomerSynced(ctx.db, userId);
}
