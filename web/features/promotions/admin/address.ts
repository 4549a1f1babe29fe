import { type PromoType, promoTypes } from '#contract/promotions-form.ts';
import type { Search } from '../../../platform/search.ts';

/** What the address says of the tab: the codes, narrowed down and page by page, or the usage logs. */
export type PromoState = { isLogs: boolean; search: string; promoType: PromoType | null; page: number };

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** Reads the tab's state; what makes no sense has its usual value. */
export function readPromoState({ view, search, promoType, page }: Search): PromoState {
  const number = Number(one(page));
  return {
    isLogs: view === 'usage-logs',
    search: one(search).trim().slice(0, 100),
    promoType: promoTypes.find((type) => type === promoType) ?? null,
    page: Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1,
  };
}

/** The same as the address's query. */
export function promoQueryOf({ isLogs, search, promoType, page }: PromoState) {
  return {
    tab: 'promo-codes',
    view: isLogs ? 'usage-logs' : undefined,
    search: isLogs ? undefined : search,
    promoType: isLogs || promoType === null ? undefined : promoType,
    page: page > 1 ? page : undefined,
  };
}
