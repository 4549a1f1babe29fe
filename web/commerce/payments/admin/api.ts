import { downloadAccounts } from '#contract/commerce/payments-admin.endpoints.ts';
import type { AccountsQuery } from '#contract/commerce/payments-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';

/** Downloads a file of a month; the others can be downloaded at the same time. */
export const useAccountsExport = (month: string) =>
  useAction({
    isConcurrent: true,
    send: (part: AccountsQuery['part']) => download(addressOf(downloadAccounts, { query: { month, part } })),
    failed: 'Export failed',
    otherwise: 'The file could not be saved. Please try again.',
    done: () => ({ title: 'Export Complete', description: 'The file was downloaded.' }),
  });
