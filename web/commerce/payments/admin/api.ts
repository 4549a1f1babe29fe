import { useMutation } from '@tanstack/react-query';
import { downloadAccounts } from '#contract/commerce/payments-admin.endpoints.ts';
import type { AccountsQuery } from '#contract/commerce/payments-admin.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

export function useAccountsExport(month: string) {
  return useMutation({
    mutationFn: (part: AccountsQuery['part']) => download(addressOf(downloadAccounts, { query: { month, part } })),
    onSuccess: () => toast({ title: 'Export Complete', description: 'The file was downloaded.', tone: 'success' }),
    onError: (error) => toastFailure('Export failed', error, 'The file could not be saved. Please try again.'),
  });
}
