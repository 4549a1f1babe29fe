import { useRef, useState } from 'react';
import { sentenceOf } from '#web/platform/errors.ts';
import { toast } from '#web/platform/toast.ts';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { useRedeem } from './api.ts';
import { sentCode } from './display.ts';
import { isVerificationNeeded, VerifyFirst } from './VerifyFirst.tsx';

const codeMissing = 'Please enter a promo code.';

/** Dialog that redeems a code in one step (DASH-07 to DASH-10). */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const redeeming = useRedeem(onClose);
  const { error } = redeeming;
  // The notice below says that the email address must be verified.
  const rejection = error && !isVerificationNeeded(error) ? sentenceOf(error) : undefined;

  function submit() {
    setIsEmpty(sentCode(typed) === '');
    if (sentCode(typed) !== '') return redeeming.mutate(sentCode(typed), { onError: () => field.current?.focus() });
    field.current?.focus();
    toast({ title: 'Code Required', description: codeMissing, tone: 'destructive' });
  }

  return (
    <SubmitDialog
      isBusy={redeeming.isPending}
      title="Redeem promo code"
      description="A free trial starts at once. With a payment method it continues as a paid subscription when it ends, unless you cancel."
      submitLabel="Redeem"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Promo Code" error={isEmpty ? codeMissing : rejection}>
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
    </SubmitDialog>
  );
}
