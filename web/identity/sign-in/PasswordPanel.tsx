import { useId, useMemo, useState } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { KeepChoices } from './KeepChoices.tsx';
import { changePasswordShape } from './new-password.ts';
import type { Provable } from './proof.ts';
import { useChangePassword } from './security-api.ts';

/** The password with its form (SET-06). Members without a password set a first one here. */
export function PasswordPanel({ account }: { account: Provable }) {
  const { hasPassword } = account;
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div>
      <PanelHeading
        title="Password"
        description={
          hasPassword
            ? 'Changing it signs every other device out and ends the other ways in that you do not keep.'
            : 'You have no password yet. Set one to sign in with your email and a password.'
        }
        action={
          <Button
            variant="outline"
            size="small"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {hasPassword ? 'Change Password' : 'Set Password'}
          </Button>
        }
      />
      <div id={panelId} hidden={!isOpen}>
        {isOpen ? <PasswordForm account={account} onDone={() => setIsOpen(false)} /> : null}
      </div>
    </div>
  );
}

type PasswordFormProps = { account: Provable; onDone: () => void };

const mismatch = "New password and confirmation don't match.";

/** The new password twice, after the current one and a code where the account has them. */
function PasswordForm({ account, onDone }: PasswordFormProps) {
  const { hasPassword, twoFactorEnabled } = account;
  const { passwordMin } = usePortalConfig();
  const changePassword = useChangePassword();
  const { register, formState, onSubmit, isBusy, setError } = useSchemaForm({
    shape: useMemo(
      () => changePasswordShape({ passwordMin, hasPassword, twoFactorEnabled }),
      [passwordMin, hasPassword, twoFactorEnabled],
    ),
    defaultValues: {
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
      code: '',
      keep: [],
    },
    send: async (form) => {
      if (form.newPassword !== form.confirmPassword) {
        setError('confirmPassword', { message: mismatch }, { shouldFocus: true });
        toast({ title: 'Password mismatch', description: mismatch, tone: 'destructive' });
        return;
      }
      await changePassword.mutateAsync({
        ...form,
        currentPassword: hasPassword ? form.currentPassword : undefined,
        code: twoFactorEnabled ? form.code : undefined,
        // A first password keeps all of them.
        keep: hasPassword ? form.keep : undefined,
      });
      onDone();
    },
    newPassword: 'newPassword',
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex max-w-100 flex-col gap-5">
      {hasPassword ? (
        <Field label="Current Password" error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </Field>
      ) : null}
      <Field label="New Password" hint={`At least ${passwordMin} characters`} error={errors.newPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('newPassword')} />
      </Field>
      <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      {twoFactorEnabled ? (
        <Field label="Code" hint="From your authenticator, or a recovery code" error={errors.code?.message}>
          <TextInput autoComplete="one-time-code" autoCapitalize="characters" {...register('code')} />
        </Field>
      ) : null}
      {hasPassword ? <KeepChoices keep={register('keep')} /> : null}
      <Button type="submit" isBusy={isBusy} className="self-start max-sm:self-stretch">
        Update Password
      </Button>
    </form>
  );
}
