import { inZones, longDay, portalZone } from '#contract/dates.ts';
import type { Certificate, CertificateState, PublicCertificate } from '#contract/learning/learning-certificates.ts';

// In UTC, as on the printed certificate, so that everyone reads the same time.
const time = inZones({ timeStyle: 'short' });

type Verdict = { title: string; sentence: string; look: string };

/** Returns the first statement on a certificate's page. */
export function verdictOf({ state, validUntil, checkedAt }: PublicCertificate): Verdict {
  const checked = `Checked on ${longDay(checkedAt)} at ${time(checkedAt, portalZone)} UTC.`;
  if (state === 'valid') {
    return { title: 'This certificate is valid', sentence: checked, look: 'bg-success-soft text-success-text' };
  }
  if (state === 'expired') {
    const sentence = validUntil ? `It was valid until ${longDay(validUntil)}.` : checked;
    return { title: 'This certificate has expired', sentence, look: 'bg-warning-soft text-warning-text' };
  }
  return { title: 'This certificate was revoked', sentence: checked, look: 'bg-danger-soft text-danger-text' };
}

export const stateNames: Record<CertificateState, string> = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' };

/** Returns "Completed 12 November 2026 for Northmere Council". */
export const completedLine = ({ completedAt, organisation }: Certificate) =>
  `Completed ${longDay(completedAt)} for ${organisation}`;

/** Returns "Valid until 12 November 2027"; null without an end. */
export const validLine = ({ state, validUntil }: Pick<Certificate, 'state' | 'validUntil'>) =>
  validUntil && `${state === 'expired' ? 'Was valid' : 'Valid'} until ${longDay(validUntil)}`;
