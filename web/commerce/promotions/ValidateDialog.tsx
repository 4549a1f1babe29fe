import { useRef, useState } from 'react';
import type { OfferedCode } from '#contract/commerce/promotions.ts';
import type { CreateSubscription } from '#contract/commerce/subscriptions.ts';
import { useAction } from '#web/platform/action.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { useCheckout, useValidate } from './api.ts';
import { codeProblem, offerLines, offerTerms, sentCode } from './display.ts';
import { VerifyFirst } from './VerifyFirst.tsx';

/** Dialog that redeems a code in two steps: the code's benefits, then the checkout (PROMO-01 to PROMO-06). */
export function ValidateDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [offer, setOffer] = useState<OfferedCode | null>(null);
  return offer ? (
    <OfferStep offer={offer} onChangeCode={() => setOffer(null)} onClose={onClose} />
  ) : (
    <TypeStep typed={typed} onType={setTyped} onValid={setOffer} onClose={onClose} />
  );
}

type OfferStepProps = {
  offer: OfferedCode;
  /** Plan chosen on the subscribe page. */
  chosenPlan?: CreateSubscription;
  onChangeCode: () => void;
  onClose: () => void;
};

/** Second step: the code's benefits, before the checkout (PROMO-04, PROMO-06). */
export function OfferStep({ offer, chosenPlan, onChangeCode, onClose }: OfferStepProps) {
  const opening = useCheckout();
  // The buttons stay disabled while the browser opens the checkout.
  const isBusy = opening.isPending || opening.isSuccess;
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Redeem promo code"
      description="Your code is valid. Check what it gives you."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onChangeCode}>
            Change Code
          </Button>
          <Button isBusy={isBusy} onClick={() => opening.mutate({ promoCodeId: offer.id, chosenPlan })}>
            Proceed to Checkout
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {offer.description ? <p className="text-sm wrap-anywhere">{offer.description}</p> : null}
        <Facts
          isBoxed
          facts={offerLines(offer).map(({ label, value }) => ({
            label,
            value: <Value value={value} isCode={label === 'Code'} />,
          }))}
        />
        <p className="text-xs text-muted-foreground">{offerTerms(offer)}</p>
        <VerifyFirst error={opening.error} />
        <ConsentNote kind="promotion" />
      </div>
    </Dialog>
  );
}

function Value({ value, isCode }: { value: string | readonly string[]; isCode: boolean }) {
  if (typeof value === 'string') {
    return (
      <span translate={isCode ? 'no' : undefined} className={isCode ? 'font-mono' : undefined}>
        {value}
      </span>
    );
  }
  return value.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

type TypeStepProps = {
  typed: string;
  onType: (typed: string) => void;
  onValid: (offer: OfferedCode) => void;
  onClose: () => void;
};

/** First step: the member types a code, and the portal checks it (PROMO-01, PROMO-02). */
export function TypeStep({ typed, onType, onValid, onClose }: TypeStepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const validating = useValidate(onValid);
  const { mutate: validate } = useAction({
    send: async () => {
      const rejection = await validating
        .mutateAsync(sentCode(typed))
        .then(({ valid, message }) => (valid ? null : message), sentenceOf);
      setProblem(rejection);
      if (rejection) field.current?.focus();
    },
  });

  function submit() {
    const found = codeProblem(typed);
    setProblem(found);
    if (found) field.current?.focus();
    else validate();
  }

  return (
    <SubmitDialog
      isBusy={validating.isPending}
      title="Redeem promo code"
      description="Enter the code to see what it gives you."
      submitLabel="Validate"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Promo Code" error={problem ?? undefined}>
        <TextInput
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          placeholder="PREORDER-BONUS"
          value={typed}
          onChange={({ target }) => {
            onType(target.value.toUpperCase());
            setProblem(null);
          }}
        />
      </Field>
    </SubmitDialog>
  );
}
