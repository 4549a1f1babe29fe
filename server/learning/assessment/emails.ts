import { longDay } from '#contract/dates.ts';
import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Reader = {
  email: string;
  firstName: string;
  organisation: string;
  rounds: readonly { id: number; title: string; closesOn: string }[];
};

/** Asks the reader to answer open rounds of the organisation (TEAM-01). */
export function waitingRoundsMail({ email, firstName, organisation, rounds }: Reader, site: Site): Mail {
  const [first] = rounds;
  const isOne = rounds.length === 1;
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      isOne
        ? `${organisation} asks you to answer the readiness assessment “${first?.title}” by ${longDay(first?.closesOn ?? '')}.`
        : `${organisation} asks you to answer ${rounds.length} assessments:`,
      ...(isOne ? [] : rounds.map(({ title, closesOn }) => `“${title}” by ${longDay(closesOn)}`)),
      'It is twelve questions and takes about ten minutes. No other person sees your answers. When the assessment closes, they are counted and no longer linked to you.',
    ],
    action:
      first && isOne
        ? { label: 'Answer now', url: `${site.publicUrl}/organisation/assessment/${first.id}/answers` }
        : { label: 'See your organisation', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because you are in an organisation at ${site.productName} that invited you to an assessment. You get at most one such email a day.`,
  };
  const subject = isOne
    ? `${organisation} asks for your answers`
    : `${organisation} asks for your answers to assessments`;
  return { to: email, subject, ...composeMail(letter, site) };
}
