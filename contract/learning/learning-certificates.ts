import * as z from 'zod/mini';
import { Id, opaqueText, paging, soughtText, trueOrFalse } from '../text.ts';
import { PassedCheck } from './checks-standing.ts';

/** `expired`: the resource must be completed again. `revoked`: the account is deleted. */
export const CertificateState = z.enum(['valid', 'expired', 'revoked']);
export type CertificateState = z.infer<typeof CertificateState>;

/** Fields in every view of a certificate; times are ISO 8601 in UTC. */
const shown = {
  code: z.string(),
  state: CertificateState,
  /** Title of the resource when the certificate was issued. */
  resource: z.string(),
  version: z.int(),
  completedAt: z.string(),
  /** Last day on which the certificate is valid, such as 2027-11-12; null without an end. */
  validUntil: z.nullable(z.string()),
  /** Score with which the knowledge check was passed; null for a completion without a check. */
  check: PassedCheck,
};

/** A certificate for its holder (LEARN-04). */
export const Certificate = z.object({
  id: z.int(),
  ...shown,
  resourceId: z.int(),
  organisation: z.string(),
  issuedAt: z.string(),
  /** Whether the public page shows the holder's name. */
  showsName: z.boolean(),
});
export type Certificate = z.infer<typeof Certificate>;

/** The caller's certificates: all, or those of one resource. */
export const CertificatesQuery = z.object({ resourceId: z.optional(Id), ...paging() });
export type CertificatesQuery = z.infer<typeof CertificatesQuery>;

/** The choice whether the public page shows the holder's name. */
export const CertificateForm = z.object({ showName: trueOrFalse('showName') });
export type CertificateForm = z.infer<typeof CertificateForm>;

/** A certificate for owners and managers (ORG-10). */
export const OrganisationCertificate = z.object({ userId: z.int(), name: z.string(), ...shown });
export type OrganisationCertificate = z.infer<typeof OrganisationCertificate>;

/** Filters and page of an organisation's certificates. */
export const OrganisationCertificatesQuery = z.object({
  /** A part of a person's name or of a resource's title. */
  search: soughtText,
  ...paging(),
});
export type OrganisationCertificatesQuery = z.infer<typeof OrganisationCertificatesQuery>;

/** Pattern of the codes of certificates. */
export const certificateCode = /^[A-Za-z0-9]{22}$/;

/** A typed code; the server replies alike to unknown codes and to those that do not match the pattern. */
export const CertificateParams = z.object({ code: opaqueText({ max: 100 }) });
export type CertificateParams = z.infer<typeof CertificateParams>;

/** A certificate for anyone with its code (LEARN-04). */
export const PublicCertificate = z.object({
  ...shown,
  /** Name of the holder; null while the holder does not show it. */
  name: z.nullable(z.string()),
  /** Id of the resource, for its public page; null where it has none. */
  resourceId: z.nullable(z.int()),
  /** Whether the holder shares the badge of the certificate (BADGE-02). */
  hasBadge: z.boolean(),
  checkedAt: z.string(),
});
export type PublicCertificate = z.infer<typeof PublicCertificate>;
