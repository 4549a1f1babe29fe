import * as z from 'zod/mini';

/** Whether prices contain tax; `none`: the portal computes no tax (TAX-08). */
export const TaxMode = z.enum(['none', 'inclusive', 'exclusive']);
export type TaxMode = z.infer<typeof TaxMode>;

/** The tax of what is paid, shown before paying (TAX-09); amounts in major units. */
export const ShownTax = z.object({
  /** Whether the price contains it; otherwise it is added. */
  isIncluded: z.boolean(),
  net: z.number(),
  tax: z.number(),
  /** Where the buyer is: a country code. */
  country: z.string(),
  /** The company pays the tax to its own country (TAX-10). */
  isReverseCharge: z.boolean(),
  parts: z.array(
    z.object({
      name: z.string(),
      country: z.nullable(z.string()),
      /** Decimal text, such as "20". */
      percent: z.nullable(z.string()),
      amount: z.number(),
    }),
  ),
});
export type ShownTax = z.infer<typeof ShownTax>;
