import * as z from 'zod/mini';
import { plainCode } from '../same-texts.ts';
import { bodyId, exactText, line, nullableText, numberOrText, SeenAt, trueOrFalse } from '../text.ts';

const promoTypes = ['free_trial', 'discount', 'hybrid'] as const;
export const PromoType = z.enum(promoTypes, { error: 'Choose one of the promo types' });
export type PromoType = z.infer<typeof PromoType>;

export const DiscountType = z.enum(['percentage', 'fixed'], { error: 'Choose percentage or fixed' });
export type DiscountType = z.infer<typeof DiscountType>;

/** Minimum and maximum length of a code; maximum days of a free trial at Stripe. */
const codeLimits = { min: 3, max: 50, days: 730 };

const textOf = (value: number | string | null) => String(value ?? '').trim();

type Whole = { field: string; max: number; tooSmall?: string };

/** Builds the schema of a whole number of at least 1, as a number or text; blank and null become null. */
function optionalWhole({ field, max, tooSmall = `${field} must be at least 1` }: Whole) {
  const sentence = `${field} must be a whole number`;
  return z.pipe(
    z.nullable(numberOrText(sentence)).check(
      z.refine((value) => /^(|-?\d{1,10})$/.test(textOf(value)), sentence),
      z.refine((value) => textOf(value) === '' || !(Number(value) < 1), tooSmall),
      z.refine((value) => !(Number(value ?? 0) > max), `${field} must be at most ${max}`),
    ),
    z.transform((value: number | string | null) => (textOf(value) === '' ? null : Number(value))),
  );
}

const tooFewDays = 'Must be at least 1 day';

const FreeDays = z.pipe(
  numberOrText(tooFewDays).check(
    z.refine((value) => /^\d{1,9}$/.test(textOf(value)) && Number(value) >= 1, tooFewDays),
    z.refine((value) => !(Number(value) > codeLimits.days), `Must be at most ${codeLimits.days} days`),
  ),
  z.transform((value: number | string) => Number(value)),
);

/**
 * Normalises a code as searches do, in capitals: codes are stored and looked up in this form (PROMO-11, ADM-PROMO-14).
 */
const normalCode = (typed: string) => plainCode(typed).toUpperCase();

/**
 * A typed code in the form in which codes are looked up. An invalid form is accepted here: the server then finds no
 * code.
 */
export const CodeText = z.pipe(
  line({ error: 'This is not a promo code.', max: 200, tooLong: 'A promo code has at most 50 characters.' }),
  z.transform(normalCode),
);

const tooShort = 'Code must be at least 3 characters';
const wrongCharacters = 'A code may have letters, digits, hyphens and underscores';
const hasCodeCharacters = (code: string) => /^[A-Z0-9_-]*$/.test(code);

const Code = z.pipe(
  line({ error: tooShort, max: codeLimits.max, tooLong: 'Code must be less than 50 characters' }).check(
    z.minLength(codeLimits.min, tooShort),
  ),
  z.transform(normalCode),
);

const noProduct = 'Must select at least one product';
const unknownProduct = 'A selected product does not exist';
const ProductId = bodyId(unknownProduct);
const ProductIds = z
  .array(ProductId, { error: noProduct })
  .check(z.maxLength(200, 'At most 200 products can be selected'));
const withoutRepeats = z.transform((ids: number[]) => [...new Set(ids)]);

const noPlan = 'Each selected product must have a Stripe Plan ID';
const PlanId = line({ error: noPlan, max: 200, tooLong: 'A Stripe Plan ID must be at most 200 characters' });

const notPositive = 'Discount value must be more than zero';

/** A percentage or an amount in major units, as decimal text; the server checks the number of decimals. */
const DiscountValue = z.pipe(
  z.nullable(numberOrText(notPositive)).check(
    z.refine((value) => /^(|\d{1,7}(\.\d{1,4})?)$/.test(textOf(value)), notPositive),
    z.refine((value) => textOf(value) === '' || !(Number(value) <= 0), notPositive),
  ),
  z.transform((value: number | string | null) => textOf(value) || null),
);

const notADate = 'Expiry must be a date';

/** An instant, as ISO 8601 in UTC. A day without a time ends with that day; a time without a zone is UTC. */
const Expiry = z.pipe(
  z
    .nullable(line({ error: notADate, max: 40 }))
    .check(z.refine((value) => textOf(value) === '' || instantOf(textOf(value)) !== null, notADate)),
  z.transform((value: string | null) => instantOf(textOf(value))),
);

function instantOf(text: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!parts) return null;
  const [, day, time = '23:59:59.999', zone = 'Z'] = parts;
  const instant = new Date(`${day}T${time}${zone}`);
  // Rejected here, because Date reads 30 February as a day in March.
  if (!z.iso.date().safeParse(day).success) return null;
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** Schema of each field; a partial save contains some of them. */
const values = {
  code: Code,
  description: nullableText({ field: 'Description', max: 1000, lines: true }),
  promoType: PromoType,
  /** Products in the order in which the administrator chose them. */
  mappedProducts: z.pipe(ProductIds.check(z.minLength(1, noProduct)), withoutRepeats),
  productStripePlanMapping: z.record(exactText({ max: 20 }), PlanId, { error: noPlan }),
  freeAccessDays: FreeDays,
  trialDuration: optionalWhole({ field: 'Trial duration', max: codeLimits.days, tooSmall: tooFewDays }),
  discountType: z.nullable(DiscountType),
  discountValue: DiscountValue,
  discountDuration: optionalWhole({ field: 'Discount duration', max: 60 }),
  applicableProducts: z.pipe(ProductIds, withoutRepeats),
  newCustomersOnly: trueOrFalse('newCustomersOnly'),
  isActive: trueOrFalse('isActive'),
  usageLimit: optionalWhole({ field: 'Usage limit', max: 1_000_000_000 }),
  expiresAt: Expiry,
};

const Fields = z.object({
  ...values,
  description: z._default(values.description, null),
  productStripePlanMapping: z._default(values.productStripePlanMapping, {}),
  freeAccessDays: z._default(values.freeAccessDays, 90),
  trialDuration: z._default(values.trialDuration, 90),
  discountType: z._default(values.discountType, null),
  discountValue: z._default(values.discountValue, null),
  discountDuration: z._default(values.discountDuration, null),
  applicableProducts: z._default(values.applicableProducts, []),
  newCustomersOnly: z._default(values.newCustomersOnly, false),
  isActive: z._default(values.isActive, true),
  usageLimit: z._default(values.usageLimit, null),
  expiresAt: z._default(values.expiresAt, null),
});
type Fields = z.infer<typeof Fields>;

const isDiscounted = ({ promoType }: Pick<Fields, 'promoType'>) => promoType !== 'free_trial';
const holdsForNone = ({ mappedProducts, applicableProducts: named }: Fields) =>
  named.length > 0 && !named.some((id) => mappedProducts.includes(id));
const hasPlan = ({ productStripePlanMapping }: Fields, id: number) => Boolean(productStripePlanMapping[id]);
const isAbove100 = (form: Fields) => form.discountType !== 'fixed' && Number(form.discountValue) > 100;

/**
 * Builds a check of several fields. It is skipped until each of these fields is valid, because their own errors come
 * first. zod runs no such check once a field's own check has `abort`.
 */
function rule(holds: (form: Fields) => boolean, path: keyof Fields, error: string, others: (keyof Fields)[] = []) {
  const fields: readonly unknown[] = [path, ...others];
  return z.refine<Fields>(holds, {
    path: [path],
    error,
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some((issue) => fields.includes(issue.path?.[0])),
  });
}

/**
 * Builds the schema of a whole promo code (ADM-PROMO-03 to ADM-PROMO-15). It drops plans of products that are not
 * selected, and a discount on a type without one.
 * @param kept the code's current name, which may have characters that new names may not have
 */
export function promoCodeForm(kept?: string) {
  return z.pipe(
    Fields.check(
      rule(({ code }) => code === kept || hasCodeCharacters(code), 'code', wrongCharacters),
      rule((form) => form.mappedProducts.every((id) => hasPlan(form, id)), 'productStripePlanMapping', noPlan, [
        'mappedProducts',
      ]),
      rule((form) => !isDiscounted(form) || form.discountValue !== null, 'discountValue', notPositive, ['promoType']),
      rule(
        (form) => !isDiscounted(form) || !isAbove100(form),
        'discountValue',
        'A percentage discount is at most 100',
        ['promoType', 'discountType'],
      ),
      rule(
        (form) => !isDiscounted(form) || !holdsForNone(form),
        'applicableProducts',
        'At least one applicable product must be among the selected products',
        ['promoType', 'mappedProducts'],
      ),
    ),
    z.transform((form: Fields) => ({
      ...form,
      productStripePlanMapping: Object.fromEntries(
        form.mappedProducts.map((id) => [String(id), form.productStripePlanMapping[id] ?? '']),
      ),
      ...(isDiscounted(form)
        ? { discountType: form.discountType ?? ('percentage' as const), discountDuration: form.discountDuration ?? 1 }
        : { discountType: null, discountValue: null, discountDuration: null }),
    })),
  );
}

export const PromoCodeForm = promoCodeForm();
export type PromoCodeForm = z.infer<typeof PromoCodeForm>;

/** Some fields of a promo code; the others remain. */
export const PromoCodePatch = z.extend(z.partial(z.object(values)), { updatedAt: SeenAt });
export type PromoCodePatch = z.infer<typeof PromoCodePatch>;
