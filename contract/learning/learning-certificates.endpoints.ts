import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import {
  Certificate,
  CertificateForm,
  CertificatesQuery,
  OrganisationCertificate,
  OrganisationCertificatesQuery,
} from './learning-certificates.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Certificates of completed learning';

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/user/certificates',
  query: CertificatesQuery,
  response: z.array(Certificate),
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's certificates, newest first",
  errors: [],
});

export const downloadCertificate = endpoint({
  method: 'GET',
  path: '/api/user/certificates/:id/pdf',
  params: IdParams,
  caller: 'member',
  scope: 'completions:read',
  summary: 'A certificate of the caller as a PDF',
  responseTypes: ['application/pdf'],
  errors: ['learning.certificate-not-found', 'request.too-many'],
});

export const changeCertificate = endpoint({
  method: 'PATCH',
  path: '/api/user/certificates/:id',
  params: IdParams,
  body: CertificateForm,
  response: Certificate,
  caller: 'member',
  scope: 'none',
  summary: "Shows or hides the caller's name on the public page of a certificate",
  errors: ['learning.certificate-not-found'],
});

export const listOrganisationCertificates = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/certificates',
  params: IdParams,
  query: OrganisationCertificatesQuery,
  response: z.array(OrganisationCertificate),
  caller: 'member',
  scope: 'completions:read',
  summary: 'Certificates of what the organisation assigned to its people, newest first, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});
