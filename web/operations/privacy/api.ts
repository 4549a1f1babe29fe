import { useMutation } from '@tanstack/react-query';
import { downloadExport, requestExport } from '#contract/operations/privacy.endpoints.ts';
import { addressOf, call } from '../../platform/api.ts';
import { download } from '../../platform/download.ts';
import { toast, toastFailure } from '../../platform/toast.ts';

/** Requests a copy of the member's data (SET-13). */
export function useRequestExport() {
  return useMutation({
    mutationFn: () => call(requestExport),
    onSuccess: ({ message }) => toast({ title: 'Data export requested', description: message, tone: 'success' }),
    onError: (error) => toastFailure('Data export was not requested', error),
  });
}

/** Downloads the archive of a mailed link. */
export function useDownloadExport() {
  return useMutation({
    mutationFn: (token: string) => download(addressOf(downloadExport, { query: { token } })),
    onError: (error) => toastFailure('Download Failed', error),
  });
}
