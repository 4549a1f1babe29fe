import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { System, SystemCheck } from './system.ts';

/** @public The group of these calls in the API's description. */
export const about = 'How the installation is doing: nodes, database, jobs, backups';

export const getSystem = endpoint<{ reply: System }>({
  method: 'GET',
  path: '/api/admin/system',
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'Version, nodes, database, jobs by lane, failed jobs, the last backup and reconciliation, files and mail',
  errors: [],
});

export const checkSystem = endpoint<{ reply: SystemCheck[] }>({
  method: 'GET',
  path: '/api/admin/system/checks',
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'Asks every service that the settings name, and says what is wrong',
  errors: ['request.too-many'],
});

export const retryJob = endpoint<{ params: IdParams; reply: Message }>({
  method: 'POST',
  path: '/api/admin/system/jobs/:id/retry',
  caller: 'administrator',
  scope: 'none',
  summary: 'Tries a failed job again, with all its attempts',
  errors: ['system.job-not-failed'],
});

export const dropJob = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/system/jobs/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes a failed job for good',
  errors: ['system.job-not-failed'],
});
