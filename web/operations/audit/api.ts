import { queryOptions } from '@tanstack/react-query';
import { downloadAuditLog, listAuditEntries } from '#contract/operations/audit.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { listOptions, pageQueryOf } from '#web/platform/queries.ts';
import { type AuditState, auditSearch } from './display.ts';

export const auditPageSize = 50;

export function auditEntries(state: AuditState) {
  return queryOptions({
    ...pageQueryOf(listAuditEntries, { query: { ...auditSearch.query(state), pageSize: auditPageSize } }),
    ...listOptions,
  });
}

/** Downloads the newest entries that match the filters, at most 10,000, as a CSV file. */
export function useAuditDownload(state: AuditState) {
  return useAction({
    send: () => download(addressOf(downloadAuditLog, { query: { ...auditSearch.query(state), before: undefined } })),
    failed: 'Export failed',
    done: () => ({ title: 'Export Complete', description: 'At most the newest 10,000 entries.' }),
  });
}
