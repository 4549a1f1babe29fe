import * as z from 'zod/mini';
import { exactText, Id, opaqueText, trueOrFalse } from '../text.ts';
import { CertificateState } from './learning-certificates.ts';

/**
 * Choice of what a badge says of its holder (BADGE-02): the name, a salted hash of the email address, both, or neither.
 */
export const BadgeForm = z.object({ showName: trueOrFalse('showName'), proveAddress: trueOrFalse('proveAddress') });
export type BadgeForm = z.infer<typeof BadgeForm>;

/** The choice whether anyone with the code of the certificate can get the badge. */
export const BadgeSharing = z.object({ isShared: trueOrFalse('isShared') });
export type BadgeSharing = z.infer<typeof BadgeSharing>;

/** The current badge of a certificate, for its holder (BADGE-01). */
export const HolderBadge = z.object({
  ...BadgeForm.shape,
  ...BadgeSharing.shape,
  issuedAt: z.string(),
  /** Whether the badge names a former URL of the portal, where verifiers no longer find its key. */
  namesFormerAddress: z.boolean(),
});
export type HolderBadge = z.infer<typeof HolderBadge>;

/** The badge of a certificate; null until the holder makes one. */
export const CertificateBadge = z.object({ badge: z.nullable(HolderBadge) });
export type CertificateBadge = z.infer<typeof CertificateBadge>;

/** Maximum size of a file in which a badge is looked for; the portal's own are far smaller. */
export const maxBadgeBytes = 512 * 1024;

const tooLarge = 'The file is larger than 512 KB, so it is no badge of this portal. Choose the file of the badge.';

/** A file to be checked, in base64: the badge itself (JSON), or a PNG that contains it. */
export const BadgeFile = z.object({
  file: opaqueText({ error: 'Choose the file of a badge.', max: Math.ceil(maxBadgeBytes / 3) * 4, tooLong: tooLarge }),
});
export type BadgeFile = z.infer<typeof BadgeFile>;

/**
 * `altered`: signed differently or not recorded here. `foreign`: of another issuer, which this portal does not check.
 * `superseded`: the holder has made a newer badge of the certificate.
 */
export const BadgeState = z.enum([...CertificateState.options, 'superseded', 'altered', 'foreign']);
export type BadgeState = z.infer<typeof BadgeState>;

/** The result of checking a badge (BADGE-03). */
export const CheckedBadge = z.object({
  state: BadgeState,
  /** Contents of the badge; null for an altered or foreign one, whose contents prove nothing. */
  contents: z.nullable(
    z.object({
      resource: z.string(),
      version: z.int(),
      completedAt: z.string(),
      /** Last day of validity, such as 2027-11-12; null without an end. */
      validUntil: z.nullable(z.string()),
      /** The holder's name; null unless the badge shows it, and for a revoked badge. */
      name: z.nullable(z.string()),
      provesAddress: z.boolean(),
    }),
  ),
  checkedAt: z.string(),
});
export type CheckedBadge = z.infer<typeof CheckedBadge>;

/** The purpose of a status list: whether its badges are revoked, or have a newer version. */
export const statusPurposes = ['revocation', 'refresh'] as const;
export type StatusPurpose = (typeof statusPurposes)[number];

export const StatusListParams = z.object({ id: Id, purpose: z.enum(statusPurposes) });
export type StatusListParams = z.infer<typeof StatusListParams>;

/** A code in the path of a shared badge; unknown codes and badges that are not shared get the same response. */
export const SharedBadgeParams = z.object({ code: exactText({ max: 100 }) });
export type SharedBadgeParams = z.infer<typeof SharedBadgeParams>;
