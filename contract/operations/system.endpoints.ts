import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { System, SystemChecks } from './system.ts';

/** @public The group of these calls in the API's description. */
export const about = 'How the installation is doing: nodes, database, jobs, backups';

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  response: System,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'Version, nodes, database, jobs by lane, failed jobs, the last backup and reconciliation, files and mail',
  errors: [],
});

export const checkSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system/checks',
  response: SystemChecks,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'Asks every service that the settings name, and says what is wrong',
  errors: ['request.too-many'],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/system/jobs/:id/retry',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  summary: 'Tries a failed job again, with all its attempts',
  errors: ['system.job-not-failed'],
});

export const dropJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/system/jobs/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes a failed job for good',
  errors: ['system.job-not-failed'],
});
