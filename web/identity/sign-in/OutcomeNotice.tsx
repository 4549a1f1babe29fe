import { Banner } from '../../ui/Banner.tsx';
import { outcomeSentence } from './outcome-display.ts';

/** Says why a company's sign-in led back in vain, until the page is left (SSO-04). */
export function OutcomeNotice({ outcome }: { outcome: string }) {
  const sentence = outcomeSentence(outcome);
  return sentence ? (
    <Banner tone="warning" role="alert">
      {sentence}
    </Banner>
  ) : null;
}
