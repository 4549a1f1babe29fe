import { useState } from 'react';
import { PrivateCodeForm } from '#contract/identity/connections.ts';
import { ForgotPasswordForm as AddressShape } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { useConfirmPrivateAddress, useSetPrivateAddress } from './company-sign-in-api.ts';

type PrivateAddressFormsProps = {
  /** Address whose code was not entered yet; null without one. */
  unconfirmed: string | null;
  onDone: () => void;
};

/** The private address, then the code of the email that was sent there. */
export function PrivateAddressForms({ unconfirmed, onDone }: PrivateAddressFormsProps) {
  const [isOther, setOther] = useState(false);
  return unconfirmed && !isOther ? (
    <CodeStep email={unconfirmed} onOther={() => setOther(true)} onDone={onDone} />
  ) : (
    <AddressStep onSent={() => setOther(false)} onDone={onDone} />
  );
}

function AddressStep({ onSent, onDone }: { onSent: () => void; onDone: () => void }) {
  const setting = useSetPrivateAddress();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: AddressShape,
    defaultValues: { email: '' },
    send: async (values) => {
      await setting.mutateAsync(values);
      onSent();
    },
    failureAt: () => 'email',
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-wrap items-start gap-3">
      <Field
        label="Your private email address"
        hint="A code goes there. Your company does not see the address."
        className="min-w-56 flex-1"
        error={formState.errors.email?.message}
      >
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...register('email')} />
      </Field>
      <span className="flex gap-3 sm:mt-6.5">
        <Button type="submit" isBusy={isBusy}>
          Send code
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

type CodeStepProps = { email: string; onOther: () => void; onDone: () => void };

function CodeStep({ email, onOther, onDone }: CodeStepProps) {
  const confirming = useConfirmPrivateAddress();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: PrivateCodeForm,
    defaultValues: { code: '' },
    send: async (values) => {
      await confirming.mutateAsync(values);
      onDone();
    },
    failureAt: () => 'code',
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-wrap items-start gap-3">
      <Field
        label="Code from the email"
        hint={`It was sent to ${email} and works for a day.`}
        className="min-w-56 flex-1"
        error={formState.errors.code?.message}
      >
        <TextInput autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} {...register('code')} />
      </Field>
      <span className="flex flex-wrap items-center gap-3 sm:mt-6.5">
        <Button type="submit" isBusy={isBusy}>
          Save private address
        </Button>
        <TextButton onClick={onOther}>Use another address</TextButton>
      </span>
    </form>
  );
}
