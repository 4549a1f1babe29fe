import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { EvidenceQuery } from './learning-evidence.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The evidence pack of an organisation';

export const downloadEvidence = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/evidence',
  params: IdParams,
  query: EvidenceQuery,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Who was asked what in a period and completed it, as a ZIP file for owners and managers',
  responseTypes: ['application/zip'],
  errors: ['organisations.not-found', 'organisations.not-allowed', 'learning.period-in-future', 'request.too-many'],
});
