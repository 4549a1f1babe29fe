import * as z from 'zod/mini';

/** Whether prices contain tax; with `none` the portal computes no tax (TAX-08). */
export const TaxMode = z.enum(['none', 'inclusive', 'exclusive']);
export type TaxMode = z.infer<typeof TaxMode>;

/** Tax of a payment, shown before paying (TAX-09); amounts in major units. */
export const ShownTax = z.object({
  /** Whether the price contains the tax; otherwise it is added. */
  isIncluded: z.boolean(),
  net: z.number(),
  tax: z.number(),
  /** Country code of the buyer's place. */
  country: z.string(),
  /** Whether the buyer's company pays the tax to its own country (TAX-10). */
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
