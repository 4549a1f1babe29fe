import { useEffect } from 'react';
import type { SecondFactorSetup as Setup } from '#contract/identity/sign-in.ts';
import { CodeForm } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useEnableSecondFactor } from './security-api.ts';

type SecondFactorSetupProps = { setup: Setup; onCancel: () => void; onEnabled: (recoveryCodes: string[]) => void };

/** Shows the secret for the authenticator app as a QR code and as text, and asks for a first code as proof. */
export function SecondFactorSetup({ setup, onCancel, onEnabled }: SecondFactorSetupProps) {
  const enable = useEnableSecondFactor();
  const { register, formState, onSubmit, isBusy, setFocus } = useSchemaForm({
    shape: CodeForm,
    defaultValues: { code: '' },
    send: async ({ code }) => onEnabled((await enable.mutateAsync(code)).recoveryCodes),
  });

  // Moves the focus, because the button that had it is gone.
  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col gap-6 sm:flex-row">
      <QrCode text={setup.otpauthUrl} label="QR code for your authenticator" className="size-48 max-sm:self-center" />
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <p className="text-sm">
          Scan the QR code with your authenticator app, or type in this key:
          <code
            translate="no"
            className="mt-2 block rounded-md bg-muted px-3 py-2 text-sm tracking-wider wrap-anywhere select-all"
          >
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </p>
        <Field label="Verification Code" hint="The six digits it now shows" error={formState.errors.code?.message}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" {...register('code')} />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:flex-col-reverse">
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Verify
          </Button>
        </div>
      </div>
    </form>
  );
}
