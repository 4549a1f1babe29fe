import { useMemo } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { useResetPassword } from './api.ts';
import { newPasswordShape } from './new-password.ts';

/** The new password, twice. */
export function NewPasswordForm({ token }: { token: string }) {
  const { passwordMin } = usePortalConfig();
  const resetPassword = useResetPassword(token);
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: useMemo(() => newPasswordShape(passwordMin), [passwordMin]),
    defaultValues: { password: '', confirmPassword: '' },
    send: resetPassword.mutateAsync,
    newPassword: 'password',
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field label="New Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Button type="submit" isBlock isBusy={isBusy}>
        Reset Password
      </Button>
    </form>
  );
}
