import { endpoint } from '../endpoint.ts';
import type { AuditEntry, AuditExportQuery, AuditQuery } from './audit.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The log of what administrators and the portal changed';

export const listAuditEntries = endpoint<{ query: AuditQuery; reply: AuditEntry[] }>({
  method: 'GET',
  path: '/api/admin/audit-log',
  caller: 'administrator',
  scope: 'none',
  summary: 'Entries of the audit log, newest first; X-Total-Count is the number found, 1,000 at most',
  errors: [],
});

export const downloadAuditLog = endpoint<{ query: AuditExportQuery }>({
  method: 'GET',
  path: '/api/admin/audit-log/csv',
  caller: 'administrator',
  scope: 'none',
  summary: 'The same as a CSV file, at most the newest 10,000 entries',
  replyTypes: ['text/csv'],
  errors: [],
});
