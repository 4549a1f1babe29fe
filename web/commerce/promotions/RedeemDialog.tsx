import { type FormEvent, useId, useRef, useState } from 'react';
import { sentenceOf } from '#web/platform/errors.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { useRedeem } from './api.ts';
import { sentCode } from './display.ts';
import { isVerificationNeeded, VerifyFirst } from './VerifyFirst.tsx';

const codeMissing = 'Please enter a promo code.';

/** Dialog that redeems a code in one step (DASH-07 to DASH-10). */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const formId = useId();
  const [isEmpty, setIsEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const redeeming = useRedeem(onClose);
  const redeem = useSingleRun(() => redeeming.mutateAsync(sentCode(typed)).catch(() => field.current?.focus()));
  const { error } = redeeming;
  // The notice below says that the email address must be verified.
  const refusal = error && !isVerificationNeeded(error) ? sentenceOf(error) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsEmpty(sentCode(typed) === '');
    if (sentCode(typed) !== '') return void redeem();
    field.current?.focus();
    toast({ title: 'Code Required', description: codeMissing, tone: 'destructive' });
  }

  return (
    <Dialog
      isOpen
      isBusy={redeeming.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Redeem promo code"
      description="A free trial starts at once. With a payment method it continues as a paid subscription when it ends, unless you cancel."
      footer={
        <>
          <Button variant="outline" disabled={redeeming.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={redeeming.isPending}>
            Redeem
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Promo Code" error={isEmpty ? codeMissing : refusal}>
          <TextInput
            ref={field}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            placeholder="PREORDER-BONUS"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value.toUpperCase());
              setIsEmpty(false);
              redeeming.reset();
            }}
          />
        </Field>
        <div className="mt-4 flex flex-col gap-4">
          <VerifyFirst error={error} />
          <ConsentNote kind="promotion" />
        </div>
      </form>
    </Dialog>
  );
}
