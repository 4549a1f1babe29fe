/** The texts beside a button that orders or starts a trial, and beside one that redeems a code. */
export type ConsentTexts = { payment: string; promotion: string };

const begins = 'you ask for access at once and accept that your right to withdraw ends when access begins.';

/**
 * All consent texts ever shown, by version, so that a text can be read years after a member agreed to it. Never change
 * a text that has been shown: add a new one under a separate version.
 */
export const consentTexts = {
  '2026-11-21': {
    payment: `By pressing the button ${begins}`,
    promotion: `By redeeming the code ${begins} The 30-day money-back guarantee for new subscribers still holds.`,
  },
} as const satisfies Record<string, ConsentTexts>;

/** Version of the text that pages show now. */
export const currentConsent = '2026-11-21' satisfies keyof typeof consentTexts;
