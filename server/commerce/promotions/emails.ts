import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { UnaddressedMail } from '#server/platform/mail/mail.ts';

type Rejected = {
  /** Null for a free trial without a code. */
  code: string | null;
  /** Whether the member paid: a discount is paid at once, a free trial is not. */
  wasCharged: boolean;
};

/**
 * Says that the subscription of a checkout was cancelled, because the code had no uses left, or this member could not
 * use the code or the free trial.
 */
export function limitReachedMail(
  { code, wasCharged }: Rejected,
  reader: { firstName: string },
  site: Site,
): UnaddressedMail {
  const money = wasCharged
    ? 'Your payment goes back the way you paid; it usually arrives within ten days.'
    : 'You have not been charged, and you will not be.';
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      code === null
        ? 'The free trial of your checkout could not begin: you already have a subscription, or a free trial was used before with your email address or this card.'
        : `When you completed your checkout, the promo code ${code} could no longer be redeemed: its limit had been reached, you already have a subscription, or a free trial was used before with your email address or this card.`,
      `So we have cancelled the subscription that the checkout began. ${money}`,
    ],
    action: { label: 'See your billing page', url: `${site.publicUrl}/billing` },
    reason: `You get this email because you ${code === null ? 'began a free trial' : 'used a promo code'} at ${site.productName}.`,
  };
  const subject = code === null ? 'Your free trial could not begin' : `Your promo code ${code} could not be redeemed`;
  return { subject, ...composeMail(letter, site) };
}
