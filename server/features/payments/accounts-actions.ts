import type { AccountsQuery } from '#contract/payments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { entriesCsv, taxesCsv } from './accounts-rules.ts';
import { listEntries, listTaxes } from './accounts-store.ts';

/** One of the accountant's two files of a month (TAX-07). */
export async function exportAccounts(ctx: Context, { month, part }: AccountsQuery): Promise<string> {
  return part === 'entries' ? entriesCsv(await listEntries(ctx.db, month)) : taxesCsv(await listTaxes(ctx.db, month));
}
