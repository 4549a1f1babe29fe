import type { PromoPlan } from '#contract/commerce/promotions-admin.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';
import { planWords, pricePer } from '#web/commerce/subscriptions/display.ts';
import { longDate } from '#web/dates.ts';
import { type PromoValues, partsOf } from './values.ts';

type Plan = Omit<PromoPlan, 'id'>;

/** Returns "Annual, £89.99 per year", with the resource whose price it is. */
export function planName({ plan, amount, currency, resource }: Plan): string {
  const name = `${planWords[plan].name}, ${pricePer(plan, amount, currency)}`;
  return resource ? `${name} (${resource.title})` : name;
}

type Known = {
  plans: readonly PromoPlan[];
  products: readonly { id: number; name: string }[];
  currency: string;
};

/** Part of the sentence; facts are emphasised. */
type EffectPart = { text: string; isFact: boolean };

const fact = (text: string): EffectPart => ({ text, isFact: true });
const words = (text: string): EffectPart => ({ text, isFact: false });

/**
 * Returns the effect of a code as a sentence about its form (ADM-PROMO-19); null while the form is incomplete: no
 * product with a plan, no days or no discount.
 */
export function effectOf(values: PromoValues, known: Known): EffectPart[] | null {
  const plan = planText(values, known);
  const gift = giftParts(values, known.currency);
  if (plan === null || gift === null) return null;
  const { hasDiscount, hasDays } = partsOf(values.promoType);
  return [
    ...gift,
    words(hasDiscount ? ' of ' : hasDays ? ', then ' : ''),
    fact(plan),
    ...(values.promoType === 'discount' ? [words(', or off '), fact(purchaseText(values, known))] : []),
    ...(values.newCustomersOnly ? [words(', for '), fact('new customers')] : []),
    ...(values.expiresAt ? [words(', until '), fact(longDate(values.expiresAt))] : [words(', without an end date')]),
    words(', '),
    fact(values.usageLimit ? counted(Number(values.usageLimit), 'use') : 'any number of uses'),
    words(values.isActive ? '.' : '. It is not active yet.'),
  ];
}

function giftParts(values: PromoValues, currency: string): EffectPart[] | null {
  const { hasDiscount, hasDays } = partsOf(values.promoType);
  const days = hasDays ? counted(Number(values.freeAccessDays), 'day') : null;
  if (days !== null && !(Number(values.freeAccessDays) >= 1)) return null;
  if (hasDiscount && !(Number(values.discountValue) > 0)) return null;
  const amount = Number(values.discountValue);
  const off = values.discountType === 'fixed' ? formatMoney(amount, currency) : `${amount}%`;
  const payments = Number(values.discountDuration) > 1 ? `first ${values.discountDuration} payments` : 'first payment';
  return [
    ...(days === null ? [] : [fact(`${days} free`)]),
    ...(hasDiscount ? [words(days === null ? '' : ', then '), fact(`${off} off`), words(' the '), fact(payments)] : []),
  ];
}

/** Returns the single purchases that a discount applies to (PROMO-18). */
function purchaseText({ applicableProducts }: PromoValues, { products }: Known): string {
  if (applicableProducts.length === 0) return 'one purchase of any resource';
  const names = applicableProducts.map((id) => products.find((product) => product.id === id)?.name ?? `product ${id}`);
  return `one purchase of a resource that leads to ${names.join(' or ')}`;
}

/**
 * Returns the plan of the first product that the code applies to. A redemption uses the same plan (PROMO-15, PROMO-17).
 */
function planText(values: PromoValues, { plans }: Known): string | null {
  const { mappedProducts, applicableProducts, productStripePlanMapping } = values;
  const { hasDiscount } = partsOf(values.promoType);
  const [first] = mappedProducts.filter(
    (id) => !hasDiscount || applicableProducts.length === 0 || applicableProducts.includes(id),
  );
  const id = first === undefined ? '' : (productStripePlanMapping[first] ?? '').trim();
  if (id === '') return null;
  const plan = plans.find((one) => one.id === id);
  if (!plan) return `the plan ${id}`;
  return hasDiscount
    ? `the ${planWords[plan.plan].name.toLowerCase()} plan`
    : pricePer(plan.plan, plan.amount, plan.currency);
}
