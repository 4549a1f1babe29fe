import type { BillingDetails } from '#contract/commerce/payments.ts';
import type { TaxMode } from '#contract/tax.ts';

/**
 * Returns a sentence about the effect of a tax id's state; null in a portal that computes no tax, and when there is
 * nothing to say.
 */
export function taxIdNote(status: BillingDetails['taxIdStatus'], mode: TaxMode): string | null {
  if (mode === 'none') return null;
  if (status === 'pending')
    return 'It counts until the authority has answered. If it is not known there, tax is charged.';
  if (status !== 'unverified') return null;
  return 'The authority does not know this tax id, so tax is charged as without one. Correct it or remove it.';
}

export const taxIdStatuses: Record<
  NonNullable<BillingDetails['taxIdStatus']>,
  { label: string; tone: 'neutral' | 'success' | 'warning' }
> = {
  pending: { label: 'Tax id is being checked', tone: 'neutral' },
  verified: { label: 'Tax id verified', tone: 'success' },
  unverified: { label: 'Tax id could not be verified', tone: 'warning' },
  unavailable: { label: 'Tax id accepted', tone: 'neutral' },
};
