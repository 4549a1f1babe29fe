import { type FormEvent, useId, useRef, useState } from 'react';
import type { OfferedCode } from '#contract/promotions.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useValidate } from './api.ts';
import { codeProblem, sentCode } from './display.ts';

type TypeStepProps = {
  typed: string;
  onType: (typed: string) => void;
  onValid: (offer: OfferedCode) => void;
  onClose: () => void;
};

/** The first step: a code is typed and looked up (PROMO-01, PROMO-02). */
export function TypeStep({ typed, onType, onValid, onClose }: TypeStepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const validating = useValidate(onValid);
  const validate = useSingleRun(() => validating.mutateAsync(sentCode(typed)));

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = codeProblem(typed);
    setProblem(found);
    if (found) field.current?.focus();
    else void validate();
  }

  return (
    <Dialog
      isOpen
      isBusy={validating.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Redeem promo code"
      description="Enter the code to see what it gives you."
      footer={
        <>
          <Button variant="outline" disabled={validating.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={validating.isPending}>
            Validate
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
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
      </form>
    </Dialog>
  );
}
