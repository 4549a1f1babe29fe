import type { AccountsQuery } from '#contract/commerce/payments-admin.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { entriesCsv, feesCsv, taxesCsv } from './accounts-rules.ts';
import { listEntries, listFees, listTaxes } from './accounts-store.ts';

/**
 * Returns one of the accountant's CSV files of a month (TAX-07, TAX-13). `entries` and `fees` name buyers, so they
 * leave an audit entry.
 */
export async function exportAccounts(ctx: Context, { month, part }: AccountsQuery): Promise<string> {
  if (part !== 'taxes') {
    await audit(ctx, { action: 'download', object: 'accounts', objectId: month, after: { part } });
  }
  if (part === 'entries') return entriesCsv(await listEntries(ctx.db, month));
  return part === 'fees' ? feesCsv(await listFees(ctx.db, month)) : taxesCsv(await listTaxes(ctx.db, month));
}
