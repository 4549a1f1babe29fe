import type { PromoType } from '#contract/commerce/promotions-form.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { choice, listSearch, setting, text } from '#web/platform/search.ts';

export const promoTypeNames: Record<PromoType, string> = {
  free_trial: 'Free trial',
  discount: 'Discount',
  hybrid: 'Hybrid',
};

export const promoList = listSearch(
  { search: text, promoType: choice(keysOf(promoTypeNames)) },
  { view: setting(['codes', 'usage-logs'], 'codes') },
);
