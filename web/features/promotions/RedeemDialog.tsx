import { type FormEvent, useId, useState } from 'react';
import { useSingleRun } from '../../platform/single-run.ts';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { useRedeem } from './api.ts';
import { sentCode } from './display.ts';
import { VerifyFirst } from './VerifyFirst.tsx';

/** Redeems a code in one step (DASH-07 to DASH-10). */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const formId = useId();
  const redeeming = useRedeem(onClose);
  const redeem = useSingleRun(() => redeeming.mutateAsync(sentCode(typed)));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sentCode(typed) !== '') return void redeem();
    toast({ title: 'Code Required', description: 'Please enter a promo code.', tone: 'destructive' });
  }

  return (
    <Dialog
      isOpen
      isBusy={redeeming.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Redeem promo code"
      description="A free trial starts at once. With a payment method it goes on as a paid subscription when it ends, unless you cancel."
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
        <Field label="Promo Code">
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            placeholder="PREORDER-BONUS"
            value={typed}
            onChange={({ target }) => setTyped(target.value.toUpperCase())}
          />
        </Field>
        <div className="mt-4 flex flex-col gap-4">
          <VerifyFirst error={redeeming.error} />
          <ConsentNote kind="promotion" />
        </div>
      </form>
    </Dialog>
  );
}
