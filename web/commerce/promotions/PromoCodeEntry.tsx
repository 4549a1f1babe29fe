import { useState } from 'react';
import type { OfferedCode } from '#contract/commerce/promotions.ts';
import type { CreateSubscription } from '#contract/commerce/subscriptions.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { CodeForm } from '../purchases/PromoCodeField.tsx';
import { useCodeCheck } from './api.ts';
import { sentCode } from './display.ts';

const offerStep = lazyDialog(async () => (await import('./ValidateDialog.tsx')).OfferStep);

/** Promo code on the subscribe page. A valid one shows its benefits and leads to its own checkout (PROMO-20). */
export function PromoCodeEntry({ chosenPlan }: { chosenPlan: CreateSubscription }) {
  const [offer, setOffer] = useState<OfferedCode | null>(null);
  const checking = useCodeCheck(chosenPlan, setOffer);
  const { error } = checking;
  return (
    <>
      <CodeForm
        problem={error && (error instanceof ApiError ? sentenceOf(error) : error.message)}
        isBusy={checking.isPending}
        onType={checking.reset}
        onApply={(code) => checking.mutateAsync(sentCode(code))}
      />
      {offer ? (
        <offerStep.Dialog
          offer={offer}
          chosenPlan={chosenPlan}
          onChangeCode={() => setOffer(null)}
          onClose={() => setOffer(null)}
        />
      ) : null}
    </>
  );
}
