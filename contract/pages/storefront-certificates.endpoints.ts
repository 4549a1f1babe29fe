import { endpoint } from '../endpoint.ts';
import { CertificateParams, PublicCertificate } from '../learning/learning-certificates.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Certificates for anyone with their code';

/** Returns the path of the public page of a certificate. */
export const verifyPath = (code: string) => `/verify/${code}`;

export const checkCertificate = endpoint({
  method: 'GET',
  path: '/api/public/certificates/:code',
  params: CertificateParams,
  response: PublicCertificate,
  caller: 'visitor',
  scope: 'completions:read',
  summary: 'Whether a certificate is valid, for anyone with its code',
  errors: ['storefront.certificate-unknown', 'request.too-many'],
});
