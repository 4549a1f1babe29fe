import { type ConsentTexts, consentTexts, currentConsent } from '#contract/consent-texts.ts';

/** What pressing the button beside it means; what is sent with the press names this text's version. */
export function ConsentNote({ kind }: { kind: keyof ConsentTexts }) {
  return <p className="text-xs text-muted-foreground">{consentTexts[currentConsent][kind]}</p>;
}
