import * as z from 'zod/mini';
import type { PromoCode } from '#contract/commerce/promotions-admin.ts';
import {
  type DiscountType,
  type PromoCodeForm,
  type PromoType,
  promoCodeForm,
} from '#contract/commerce/promotions-form.ts';
import type { FieldWords } from '#web/admin/EditConflict.tsx';
import { momentWords } from '#web/catalogue/publishing/conflict.ts';
import { instantOf, localTimeOf } from '#web/local-time.ts';
import { labelIn, listOf, recordWords } from '#web/platform/words.ts';
import { discountTypeNames } from './display.ts';
import { promoTypeNames } from './list-display.ts';

/** Values of the form during editing: numbers as text, the expiry as a time in the reader's zone. */
export type PromoValues = {
  code: string;
  description: string;
  promoType: PromoType;
  freeAccessDays: string;
  trialDuration: string;
  discountType: DiscountType;
  discountValue: string;
  discountDuration: string;
  mappedProducts: number[];
  /** Plan by the product's id; unselected products have none (ADM-PROMO-10). */
  productStripePlanMapping: Record<string, string>;
  applicableProducts: number[];
  newCustomersOnly: boolean;
  usageLimit: string;
  expiresAt: string;
  isActive: boolean;
};

/** Values of a new code: 90 free days, active, without limit (ADM-PROMO-06, ADM-PROMO-08, ADM-PROMO-11). */
export const blankValues: PromoValues = {
  code: '',
  description: '',
  promoType: 'free_trial',
  freeAccessDays: '90',
  trialDuration: '90',
  discountType: 'percentage',
  discountValue: '',
  discountDuration: '1',
  mappedProducts: [],
  productStripePlanMapping: {},
  applicableProducts: [],
  newCustomersOnly: false,
  usageLimit: '',
  expiresAt: '',
  isActive: true,
};

export function valuesOf(code: PromoCode): PromoValues {
  const { id: _id, usedCount: _used, createdAt: _created, updatedAt: _updated, ...values } = code;
  return {
    ...values,
    description: code.description ?? '',
    freeAccessDays: String(code.freeAccessDays),
    trialDuration: textOf(code.trialDuration),
    discountType: code.discountType ?? 'percentage',
    discountValue: textOf(code.discountValue),
    discountDuration: code.discountDuration === null ? '1' : String(code.discountDuration),
    usageLimit: textOf(code.usageLimit),
    expiresAt: localTimeOf(code.expiresAt),
  };
}

/** Labels of the fields when two administrators' changes are compared. */
export const fieldLabels: Record<keyof PromoValues, string> = {
  code: 'Code',
  description: 'Description',
  promoType: 'Type',
  freeAccessDays: 'Free access days',
  trialDuration: 'Trial duration',
  discountType: 'Discount type',
  discountValue: 'Discount value',
  discountDuration: 'Discount duration',
  mappedProducts: 'Products',
  productStripePlanMapping: 'Plan ids of the products',
  applicableProducts: 'Applicable products',
  newCustomersOnly: 'New customers only',
  usageLimit: 'Usage limit',
  expiresAt: 'Expires',
  isActive: 'Active',
};

type Product = { id: number; name: string };

/** Returns texts for the fields with technical values. */
export function wordsFor(products: readonly Product[]): FieldWords {
  const nameOf = (id: unknown) => products.find((product) => product.id === Number(id))?.name ?? `Product ${id}`;
  return (name, value) => {
    if (name === 'promoType') return labelIn(promoTypeNames, value);
    if (name === 'discountType') return labelIn(discountTypeNames, value);
    if (name === 'expiresAt') return momentWords(value);
    if (name === 'productStripePlanMapping') return recordWords(value, nameOf);
    return name === 'mappedProducts' || name === 'applicableProducts' ? listOf(value, nameOf) : undefined;
  };
}

/** Returns the parts of the form that belong to a type (ADM-PROMO-09). */
export function partsOf(promoType: PromoType) {
  return { hasDiscount: promoType !== 'free_trial', hasDays: promoType !== 'discount' };
}

/**
 * Returns the contract's schema for the form's values. Of the fields that the type hides, the free days are sent as
 * their default, the others as null or empty.
 * @param kept the code's current name
 */
export function promoSchema(kept?: string) {
  return z.pipe(
    z.transform((values: PromoValues): z.input<typeof PromoCodeForm> => {
      const { hasDiscount, hasDays } = partsOf(values.promoType);
      return {
        ...values,
        freeAccessDays: hasDays ? values.freeAccessDays : blankValues.freeAccessDays,
        trialDuration: hasDays ? values.trialDuration : null,
        discountType: hasDiscount ? values.discountType : null,
        discountValue: hasDiscount ? values.discountValue : null,
        discountDuration: hasDiscount ? values.discountDuration : null,
        applicableProducts: hasDiscount ? values.applicableProducts : [],
        expiresAt: instantOf(values.expiresAt),
      };
    }),
    promoCodeForm(kept),
  );
}

type ProductValues = Pick<PromoValues, 'mappedProducts' | 'productStripePlanMapping' | 'applicableProducts'>;

/**
 * Adds a product after the other selected ones, or removes it with its plan and from the discount's products
 * (ADM-PROMO-10).
 */
export function toggledProduct(
  { mappedProducts, productStripePlanMapping, applicableProducts }: ProductValues,
  id: number,
): ProductValues {
  if (!mappedProducts.includes(id)) {
    return {
      mappedProducts: [...mappedProducts, id],
      productStripePlanMapping: { ...productStripePlanMapping, [id]: '' },
      applicableProducts,
    };
  }
  const { [id]: _, ...plans } = productStripePlanMapping;
  const others = (ids: number[]) => ids.filter((one) => one !== id);
  return {
    mappedProducts: others(mappedProducts),
    productStripePlanMapping: plans,
    applicableProducts: others(applicableProducts),
  };
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
