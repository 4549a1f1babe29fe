import { inZones, longDay, portalZone } from '#contract/dates.ts';
import { passedCheckText } from '#contract/learning/checks-limits.ts';
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

/** Returns "Passed the check with 90 %, pass mark 80 %, version 3"; null for a completion without a check (CHECK-07). */
export function checkLine({ check }: Pick<Certificate, 'check'>): string | null {
  if (check === null) return null;
  const text = passedCheckText(check);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Returns "Valid until 12 November 2027", or "Was valid until …" for an expired certificate; null without an end. */
export const validLine = ({ state, validUntil }: Pick<Certificate, 'state' | 'validUntil'>) =>
  validUntil && `${state === 'expired' ? 'Was valid' : 'Valid'} until ${longDay(validUntil)}`;
