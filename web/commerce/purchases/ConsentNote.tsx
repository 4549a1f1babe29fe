import { type ConsentTexts, consentTexts, currentConsent } from '#contract/commerce/consent-texts.ts';

/** Text that the member agrees to by pressing the button; the request names its version. */
export function ConsentNote({ kind }: { kind: keyof ConsentTexts }) {
  return <p className="text-xs text-muted-foreground">{consentTexts[currentConsent][kind]}</p>;
}
