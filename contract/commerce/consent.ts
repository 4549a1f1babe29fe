import * as z from 'zod/mini';
import { consentTexts } from './consent-texts.ts';

/**
 * The version of the text that the member read; a page that was opened before a change still sends the previous
 * version.
 */
export const ConsentVersion = z.enum(Object.keys(consentTexts) as [keyof typeof consentTexts], {
  error: 'This text is not known',
});
export type ConsentVersion = z.infer<typeof ConsentVersion>;

/** Agreement to an order that is open already. */
export const GiveConsent = z.object({ textVersion: ConsentVersion });
export type GiveConsent = z.infer<typeof GiveConsent>;
