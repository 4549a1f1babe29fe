import * as z from 'zod/mini';
import { consentTexts } from './consent-texts.ts';

/** The version of a text that was read; a page that was opened before a change still sends the one before. */
export const ConsentVersion = z.enum(Object.keys(consentTexts) as [keyof typeof consentTexts], {
  error: 'This text is not known',
});
export type ConsentVersion = z.infer<typeof ConsentVersion>;

/** Agreement to an order that was opened before. */
export const GiveConsent = z.object({ textVersion: ConsentVersion });
export type GiveConsent = z.infer<typeof GiveConsent>;
