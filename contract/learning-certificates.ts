import * as z from 'zod/mini';
import { opaqueText, paging, soughtText } from './text.ts';

/** Expired: the resource is to be completed again. Revoked: the account is deleted. */
export const CertificateState = z.enum(['valid', 'expired', 'revoked']);
export type CertificateState = z.infer<typeof CertificateState>;

/** What every view of a certificate shows; times are ISO 8601 in UTC. */
const shown = {
  code: z.string(),
  state: CertificateState,
  /** The title at the time of completion. */
  resource: z.string(),
  version: z.int(),
  completedAt: z.string(),
  /** The last day on which it is valid, such as 2027-11-12; null without an end. */
  validUntil: z.nullable(z.string()),
};

/** A certificate as its holder sees it (LEARN-04). */
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

export const CertificatesQuery = z.object(paging());
export type CertificatesQuery = z.infer<typeof CertificatesQuery>;

/** Whether the public page may show the holder's name. */
export const CertificateForm = z.object({ showName: z.boolean({ error: 'showName must be true or false' }) });
export type CertificateForm = z.infer<typeof CertificateForm>;

/** A certificate as owners and managers see it (ORG-10). */
export const OrganisationCertificate = z.object({ userId: z.int(), name: z.string(), ...shown });
export type OrganisationCertificate = z.infer<typeof OrganisationCertificate>;

/** Which certificates of an organisation are asked for. */
export const OrganisationCertificatesQuery = z.object({
  /** A part of a person's name or of a resource's title. */
  search: soughtText,
  ...paging(),
});
export type OrganisationCertificatesQuery = z.infer<typeof OrganisationCertificatesQuery>;

/** The form of each code. */
export const certificateCode = /^[A-Za-z0-9]{22}$/;

/** A code as it is typed; unknown ones and those of another form are answered alike. */
export const CertificateParams = z.object({ code: opaqueText({ max: 100 }) });
export type CertificateParams = z.infer<typeof CertificateParams>;

/** What anyone with the code sees (LEARN-04). */
export const PublicCertificate = z.object({
  ...shown,
  /** Null while the holder does not show it. */
  name: z.nullable(z.string()),
  /** The resource's public page; null where it has none. */
  resourceId: z.nullable(z.int()),
  checkedAt: z.string(),
});
export type PublicCertificate = z.infer<typeof PublicCertificate>;
