import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { counted } from '#contract/counted.ts';

/**
 * Returns the sum of the prices of a bundle's parts in major units, with 0 for free parts; null when some of them need
 * a subscription.
 */
export function separatePrice(parts: readonly Pick<ResourceSummary, 'accessType' | 'price'>[]): number | null {
  if (parts.some(({ accessType }) => accessType === 'subscription')) return null;
  const minor = parts.map(({ accessType, price }) => (accessType === 'purchase' ? Math.round((price ?? 0) * 1000) : 0));
  return minor.reduce((sum, amount) => sum + amount, 0) / 1000;
}

/** Returns a sentence about a bundle's parts, and about later parts where the publisher includes them. */
export function laterPartsText(parts: number, includesLaterParts: boolean): string {
  const all = `${counted(parts, 'resource')}, all yours with one payment`;
  return includesLaterParts ? `${all}. Resources that are added later are included.` : `${all}.`;
}
