import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Provable, proofOf, proofSchema } from './proof.ts';

type ProofFieldsProps = {
  formId: string;
  account: Provable;
  send: (proof: Proof) => Promise<unknown>;
};

/** Form with the password and code that prove the identity; empty for an account that has neither. */
export function ProofFields({ formId, account, send }: ProofFieldsProps) {
  const { register, formState, onSubmit } = useSchemaForm({
    shape: proofSchema(account),
    defaultValues: { password: '', code: '' },
    send: (values) => send(proofOf(values)),
  });
  const { errors } = formState;
  return (
    <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {account.hasPassword ? (
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
      ) : null}
      {account.twoFactorEnabled ? (
        <Field label="Code" hint="From your authenticator, or a recovery code" error={errors.code?.message}>
          <TextInput autoComplete="one-time-code" autoCapitalize="characters" {...register('code')} />
        </Field>
      ) : null}
    </form>
  );
}
