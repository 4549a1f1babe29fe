import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type {
  Certificate,
  CertificateForm,
  CertificatesQuery,
  OrganisationCertificate,
  OrganisationCertificatesQuery,
} from './learning-certificates.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Certificates of completed learning';

export const listCertificates = endpoint<{ query: CertificatesQuery; reply: Certificate[] }>({
  method: 'GET',
  path: '/api/user/certificates',
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's certificates, newest first",
  errors: [],
});

export const downloadCertificate = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/user/certificates/:id/pdf',
  caller: 'member',
  scope: 'completions:read',
  summary: 'A certificate of the caller as a PDF',
  replyTypes: ['application/pdf'],
  errors: ['learning.certificate-not-found', 'request.too-many'],
});

export const changeCertificate = endpoint<{ params: IdParams; body: CertificateForm; reply: Certificate }>({
  method: 'PATCH',
  path: '/api/user/certificates/:id',
  caller: 'member',
  scope: 'none',
  summary: "Shows or hides the caller's name on the public page of a certificate",
  errors: ['learning.certificate-not-found'],
});

export const listOrganisationCertificates = endpoint<{
  params: IdParams;
  query: OrganisationCertificatesQuery;
  reply: OrganisationCertificate[];
}>({
  method: 'GET',
  path: '/api/organisations/:id/certificates',
  caller: 'member',
  scope: 'completions:read',
  summary: 'Certificates of what the organisation assigned to its people, newest first, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});
