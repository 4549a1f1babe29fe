import { longDate } from '#contract/dates.ts';
import { composeMail, type Site } from '#server/platform/mail/layout.ts';

/** Says that an administrator took a cancellation back, so that the member is charged again. */
export function continuesMail(renewsAt: Date | null, reader: { firstName: string; timeZone: string }, site: Site) {
  const day = renewsAt ? `on ${longDate(renewsAt, reader.timeZone)}` : 'with its next period';
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `An administrator has taken the cancellation of your subscription back. It renews ${day}, as it did before.`,
      'If you do not want that, cancel on your billing page before that day: you are then charged nothing.',
    ],
    action: { label: 'See your billing', url: `${site.publicUrl}/billing` },
    reason: `You get this email because of your subscription to ${site.productName}.`,
  };
  return { subject: 'Your subscription continues', ...composeMail(letter, site) };
}
