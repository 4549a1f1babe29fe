import { useMemo } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useRegister } from './api.ts';
import { registerShape } from './new-password.ts';

const emptyForm = { firstName: '', lastName: '', email: '', password: '', organization: '' };

/** Everything a new account needs; the organization may stay empty. */
export function RegisterForm() {
  const { passwordMin } = usePortalConfig();
  const openAccount = useRegister();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: useMemo(() => registerShape(passwordMin), [passwordMin]),
    defaultValues: emptyForm,
    send: openAccount.mutateAsync,
    newPassword: 'password',
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label="Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="organization" {...register('organization')} />
      </Field>
      <Button type="submit" isBlock isBusy={isBusy}>
        Create Account
      </Button>
    </form>
  );
}
