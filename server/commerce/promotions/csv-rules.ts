import type { PromoCode, PromoColumn } from '#contract/commerce/promotions-admin.ts';
import type { CsvTable } from '#contract/csv.ts';

/**
 * Returns the columns of the CSV file of promo codes.
 * @param now decides which codes have expired
 * @param productNames names of the online products by their ids
 */
export function promoCsv(now: Date, productNames: ReadonlyMap<number, string>): CsvTable<PromoCode, PromoColumn> {
  return {
    first: { Id: ({ id }) => id, Code: ({ code }) => code },
    columns: {
      description: { Description: ({ description }) => description },
      type: { Type: ({ promoType }) => promoType },
      gift: {
        'Free days': ({ promoType, freeAccessDays }) => (promoType === 'discount' ? null : freeAccessDays),
        Discount: (code) => discountOf(code, code.discountValue),
        'Discount type': (code) => discountOf(code, code.discountType),
        'Billing cycles': (code) => discountOf(code, code.discountDuration),
      },
      products: { Products: ({ mappedProducts }) => mappedProducts.map((id) => productNames.get(id) ?? id).join('; ') },
      used: { Used: ({ usedCount }) => usedCount, Limit: ({ usageLimit }) => usageLimit },
      expires: { 'Expires (UTC)': ({ expiresAt }) => expiresAt },
      state: { Status: (code) => stateOf(code, now) },
    },
  };
}

/** Hides the discount of a code for free days only, which may be left from an earlier type. */
function discountOf<Value>({ promoType }: PromoCode, value: Value): Value | null {
  return promoType === 'free_trial' ? null : value;
}

function stateOf({ isActive, expiresAt, usageLimit, usedCount }: PromoCode, now: Date): string {
  if (!isActive) return 'inactive';
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'expired';
  return usageLimit !== null && usedCount >= usageLimit ? 'used up' : 'active';
}
