import { queryOptions, useMutation } from '@tanstack/react-query';
import { downloadAuditLog, listAuditEntries } from '#contract/operations/audit.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { listOptions, pageQueryOf } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { type AuditState, auditSearch } from './display.ts';

export const auditPageSize = 50;

export function auditEntries(state: AuditState) {
  return queryOptions({
    ...pageQueryOf(listAuditEntries, { query: { ...auditSearch.query(state), pageSize: auditPageSize } }),
    ...listOptions,
  });
}

/** Downloads the entries that match the filters as a CSV file. */
export function useAuditDownload(state: AuditState) {
  return useMutation({
    mutationFn: () =>
      download(addressOf(downloadAuditLog, { query: { ...auditSearch.query(state), before: undefined } })),
    onSuccess: () =>
      toast({ title: 'Export Complete', description: 'At most the newest 10,000 entries.', tone: 'success' }),
    onError: (error) => toastFailure('Export failed', error),
  });
}
