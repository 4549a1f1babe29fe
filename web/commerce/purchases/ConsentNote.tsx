import { type ConsentTexts, consentTexts, currentConsent } from '#contract/commerce/consent-texts.ts';

/** The text that the member agrees to with the button; the request names its version. */
export function ConsentNote({ kind }: { kind: keyof ConsentTexts }) {
  return <p className="text-xs text-muted-foreground">{consentTexts[currentConsent][kind]}</p>;
}
