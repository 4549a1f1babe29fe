import { queryOptions, useMutation } from '@tanstack/react-query';
import { getBilling } from '#contract/billing.endpoints.ts';
import type { Billing } from '#contract/billing.ts';
import { today } from '../../platform/clock.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { saveText } from '../../platform/download.ts';
import { queryOf } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { csvFileName, csvOf } from './csv-display.ts';
import { exportedOf, exportedSentence } from './display.ts';

/** What the member pays and paid, always asked for anew: payments arrive without this browser's doing. */
export const billingQuery = queryOptions({ ...queryOf(getBilling), staleTime: 0 });

/** Saves the history as CSV (BILL-07 to BILL-10). */
export function useExport({ transactions }: Pick<Billing, 'transactions'>) {
  const { productName } = usePortalConfig();
  return useMutation({
    mutationFn: async () => {
      const lines = exportedOf({ transactions });
      saveText(csvFileName(productName, today()), 'text/csv;charset=utf-8', csvOf(lines));
      return lines.length;
    },
    onSuccess: (count) => toast({ title: 'Export Complete', description: exportedSentence(count), tone: 'success' }),
    onError: (error) => toastFailure('Export Failed', error, 'The file could not be saved. Please try again.'),
  });
}
