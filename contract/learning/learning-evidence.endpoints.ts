import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { EvidenceQuery } from './learning-evidence.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The evidence pack of an organisation';

export const downloadEvidence = endpoint<{ params: IdParams; query: EvidenceQuery }>({
  method: 'GET',
  path: '/api/organisations/:id/evidence',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Who was asked what in a period and completed it, as a ZIP file for owners and managers',
  replyTypes: ['application/zip'],
  errors: ['organisations.not-found', 'organisations.not-allowed', 'learning.period-in-future', 'request.too-many'],
});
