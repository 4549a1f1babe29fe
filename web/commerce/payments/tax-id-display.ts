import type { BillingDetails } from '#contract/commerce/payments.ts';
import type { TaxMode } from '#contract/tax.ts';

/** What the state of a tax id means for the tax; null where the portal computes none, and where nothing is to be said. */
export function taxIdNote(status: BillingDetails['taxIdStatus'], mode: TaxMode): string | null {
  if (mode === 'none') return null;
  if (status === 'pending')
    return 'It counts until the authority has answered. If it is not known there, tax is charged.';
  if (status !== 'unverified') return null;
  return 'The authority does not know this tax id, so tax is charged as without one. Correct it or remove it.';
}

/** What Stripe found about a tax id. */
export const taxIdStatuses: Record<
  NonNullable<BillingDetails['taxIdStatus']>,
  { label: string; tone: 'neutral' | 'success' | 'warning' }
> = {
  pending: { label: 'Tax id is being checked', tone: 'neutral' },
  verified: { label: 'Tax id verified', tone: 'success' },
  unverified: { label: 'Tax id could not be verified', tone: 'warning' },
  unavailable: { label: 'Tax id accepted', tone: 'neutral' },
};
