import * as z from 'zod/mini';

/** A month in UTC, such as "2026-11", and which of the accountant's two files of it. */
export const AccountsQuery = z.object({
  month: z
    .string({ error: 'month is required' })
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'month must be a month such as 2026-11')),
  part: z.enum(['entries', 'taxes'], { error: 'part must be entries or taxes' }),
});
export type AccountsQuery = z.infer<typeof AccountsQuery>;
