import { PromoCodeForm } from '#contract/commerce/promotions-form.ts';
import { demoProducts } from './products.ts';

const products = demoProducts.filter(({ key }) => key === 'fairness-workspace').map(({ id }) => String(id));

/** The promo code of every demo: 90 free days for anyone, without an expiry date (BOOT-10). */
export const demoCode = PromoCodeForm.parse({
  code: 'WELCOME90',
  description: 'Thank you for pre-ordering the book: 90 days of the subscription, free.',
  promoType: 'free_trial',
  mappedProducts: products,
  // The sandbox has no price of this name, so the default monthly price is used (PROMO-15).
  productStripePlanMapping: Object.fromEntries(products.map((id) => [id, 'price_monthly'])),
  freeAccessDays: 90,
});
