import type { Certificate, CertificateState, PublicCertificate } from '#contract/learning-certificates.ts';

// In UTC, as on the printed certificate: the server and the browser write the same.
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** "12 November 2026" of an instant or of a day such as 2026-11-12. */
export const utcDay = (instant: string) => long.format(new Date(instant));

type Verdict = { title: string; sentence: string; look: string };

/** What the page says first of a certificate. */
export function verdictOf({ state, validUntil, checkedAt }: PublicCertificate): Verdict {
  const checked = `Checked on ${utcDay(checkedAt)} at ${time.format(new Date(checkedAt))} UTC.`;
  if (state === 'valid') {
    return { title: 'This certificate is valid', sentence: checked, look: 'bg-success-soft text-success-text' };
  }
  if (state === 'expired') {
    const sentence = validUntil ? `It was valid until ${utcDay(validUntil)}.` : checked;
    return { title: 'This certificate has expired', sentence, look: 'bg-warning-soft text-warning-text' };
  }
  return { title: 'This certificate was revoked', sentence: checked, look: 'bg-danger-soft text-danger-text' };
}

/** A state in words. */
export const stateNames: Record<CertificateState, string> = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' };

/** "Completed 12 November 2026 for Northmere Council". */
export const completedLine = ({ completedAt, organisation }: Certificate) =>
  `Completed ${utcDay(completedAt)} for ${organisation}`;

/** "Valid until 12 November 2027"; null without an end. */
export const validLine = ({ state, validUntil }: Pick<Certificate, 'state' | 'validUntil'>) =>
  validUntil && `${state === 'expired' ? 'Was valid' : 'Valid'} until ${utcDay(validUntil)}`;
