import { inZones, longDay, portalZone } from '#contract/dates.ts';
import type { BadgeForm, BadgeState, CheckedBadge } from '#contract/learning/badges.ts';

// In UTC, as on the page of a certificate.
const time = inZones({ timeStyle: 'short' });

type Verdict = { title: string; sentence: string; look: string };

const looks = {
  good: 'bg-success-soft text-success-text',
  old: 'bg-warning-soft text-warning-text',
  bad: 'bg-danger-soft text-danger-text',
};

/** Returns the statement on a badge that was checked (BADGE-03). */
export function verdictOf({ state, contents, checkedAt }: CheckedBadge): Verdict {
  const checked = `Checked on ${longDay(checkedAt)} at ${time(checkedAt, portalZone)} UTC.`;
  const last = contents?.validUntil ? `It was valid until ${longDay(contents.validUntil)}.` : checked;
  const verdicts: Record<BadgeState, Verdict> = {
    valid: { title: 'This badge is valid', sentence: checked, look: looks.good },
    expired: { title: 'This badge has expired', sentence: last, look: looks.old },
    superseded: {
      title: 'This badge was replaced',
      sentence: 'The holder has made a newer badge of the same certificate. Ask the holder for that one.',
      look: looks.old,
    },
    revoked: {
      title: 'This badge was revoked',
      sentence: 'The account of the holder was deleted.',
      look: looks.bad,
    },
    altered: {
      title: 'This badge was altered',
      sentence:
        'This portal has not signed the file as it is, so nothing in it can be relied on. Ask the holder for the original file.',
      look: looks.bad,
    },
    foreign: {
      title: 'This badge is not of this portal',
      sentence: 'The file names another issuer. Check the badge with that issuer.',
      look: looks.old,
    },
  };
  return verdicts[state];
}

/** Returns "your name and a hash of your email address", or "nothing about you". */
export function shownText({ showName, proveAddress }: BadgeForm): string {
  const shown = [...(showName ? ['your name'] : []), ...(proveAddress ? ['a hash of your email address'] : [])];
  return shown.length === 0 ? 'nothing about you' : shown.join(' and ');
}
