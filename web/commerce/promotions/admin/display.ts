import type { PromoCode, PromoColumn } from '#contract/commerce/promotions-admin.ts';
import type { DiscountType, PromoType } from '#contract/commerce/promotions-form.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';

/** Names of the columns that the administrator can show or hide. */
export const promoColumnNames: Record<PromoColumn, string> = {
  description: 'Description',
  type: 'Type',
  gift: 'Gives',
  products: 'Products',
  used: 'Used',
  expires: 'Expires',
  state: 'Status',
};

export const discountTypeNames: Record<DiscountType, string> = { percentage: 'Percentage', fixed: 'Fixed amount' };

export const promoTypeHints: Record<PromoType, string> = {
  free_trial: 'Free days, then the price of the plan.',
  discount: 'A lower price for some billing cycles, or for one purchase. No free days.',
  hybrid: 'Free days, then a lower price for some billing cycles.',
};

type Given = Pick<PromoCode, 'promoType' | 'freeAccessDays' | 'discountType' | 'discountValue' | 'discountDuration'>;

/** Returns "90 days free, then 20% off for 3 billing cycles". */
export function giftText(code: Given, currency: string): string {
  const days = `${counted(code.freeAccessDays, 'day')} free`;
  if (code.promoType === 'free_trial') return days;
  const value = code.discountValue ?? 0;
  const off = code.discountType === 'fixed' ? formatMoney(value, currency) : `${value}%`;
  const discount = `${off} off for ${counted(code.discountDuration ?? 1, 'billing cycle')}`;
  return code.promoType === 'hybrid' ? `${days}, then ${discount}` : discount;
}

/** Returns "3 of 10", or "3" when there is no limit. */
export function usesText({ usedCount, usageLimit }: Pick<PromoCode, 'usedCount' | 'usageLimit'>): string {
  return usageLimit === null ? String(usedCount) : `${usedCount} of ${usageLimit}`;
}

/** Returns `active`, or the reason why a code cannot be redeemed now. */
export function stateOf(
  { isActive, usedCount, usageLimit, expiresAt }: PromoCode,
  now: number,
): 'active' | 'inactive' | 'expired' | 'used-up' {
  if (!isActive) return 'inactive';
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  return usageLimit !== null && usedCount >= usageLimit ? 'used-up' : 'active';
}
