import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { AuditEntry, AuditExportQuery, AuditQuery } from './audit.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The log of what administrators and the portal changed';

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  query: AuditQuery,
  response: z.array(AuditEntry),
  caller: 'administrator',
  scope: 'none',
  summary: 'Entries of the audit log, newest first; X-Total-Count is the number found, 1,000 at most',
  errors: [],
});

export const downloadAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/csv',
  query: AuditExportQuery,
  caller: 'administrator',
  scope: 'none',
  summary: 'The same as a CSV file, at most the newest 10,000 entries',
  responseTypes: ['text/csv'],
  errors: [],
});
