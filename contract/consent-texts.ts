/** What is beside a button that orders something: one that pays, or one that redeems a code. */
export type ConsentTexts = { payment: string; promotion: string };

const begins = 'you ask for access at once and accept that your right to withdraw ends when access begins.';

/**
 * Every text that was ever shown, by its version, so that it can be read years after a member agreed to it. A text that
 * has been shown is never changed: a new one gets a version of its own.
 */
export const consentTexts = {
  '2026-11-21': {
    payment: `By pressing the button ${begins}`,
    promotion: `By redeeming the code ${begins} The 30-day money-back guarantee for new subscribers still holds.`,
  },
} as const satisfies Record<string, ConsentTexts>;

/** The text that is shown now. */
export const currentConsent = '2026-11-21' satisfies keyof typeof consentTexts;
