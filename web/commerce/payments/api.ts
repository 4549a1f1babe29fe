import { downloadDocument, getBillingDetails, saveBillingDetails } from '#contract/commerce/payments.endpoints.ts';
import type { BillingDetailsForm } from '#contract/commerce/payments.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { ApiError } from '#web/platform/errors.ts';
import { queryOf } from '#web/platform/queries.ts';
import { type DocumentName, documentNouns } from './display.ts';

export function useDocument({ id, kind, subject }: DocumentName & { id: number }) {
  const noun = documentNouns[kind].toLowerCase();
  return useAction({
    send: () => download(addressOf(downloadDocument, { params: { id } })),
    failed: 'Download Failed',
    otherwise: `There was an error downloading the ${noun}. Please try again.`,
    done: () => ({ title: 'Download Started', description: `The ${noun} for ${subject} is being downloaded.` }),
  });
}

/**
 * Query of the details on the member's invoices, fetched on every visit because Stripe's result for a tax id arrives
 * later.
 */
export const billingDetailsQuery = { ...queryOf(getBillingDetails), staleTime: 0 };

export const useSaveBillingDetails = () =>
  useAction({
    send: (body: BillingDetailsForm) => call(saveBillingDetails, { body }),
    failed: 'Your invoice details were not saved',
    keep: (client, details) => client.setQueryData(billingDetailsQuery.queryKey, details),
    done: () => ({ title: 'Invoice details saved' }),
  });

/** Whether the server rejected details because the country, which decides the tax, is missing. */
export function isPlaceNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === ('payments.place-needed' satisfies ErrorCode);
}
