import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Reader = {
  email: string;
  firstName: string;
  resourceId: number;
  title: string;
  bestPercent: number;
  passed: boolean;
  reason: string;
};

/** Says that a faulty question counts as right, so that a score of the reader has risen (CHECK-02). */
export function raisedScoreMail(
  { email, firstName, resourceId, title, bestPercent, passed, reason }: Reader,
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `A question in the knowledge check of “${title}” was faulty. It now counts as right for everybody, so your score has risen.`,
      `What was wrong: ${reason}`,
      `Your best score is ${bestPercent} %. ${passed ? 'You have passed the check.' : 'You have not passed the check yet.'}`,
    ],
    action: { label: 'See the check', url: `${site.publicUrl}/resource/${resourceId}/check` },
    reason: `You get this email because you took this check at ${site.productName}.`,
  };
  return { to: email, subject: `Your score for “${title}” has risen`, ...composeMail(letter, site) };
}
