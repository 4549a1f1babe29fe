import { downloadExport, requestExport } from '#contract/operations/privacy.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';

/** Requests a copy of the member's data (SET-13). */
export const useRequestExport = () =>
  useAction({
    send: () => call(requestExport),
    failed: 'Data export was not requested',
    done: ({ message }) => ({ title: 'Data export requested', description: message }),
  });

/** Downloads the archive of a mailed link. */
export function useDownloadExport() {
  return useAction({
    send: (token: string) => download(addressOf(downloadExport, { query: { token } })),
    failed: 'Download Failed',
  });
}
