import { useId } from 'react';
import { OwnPassword, PasswordForm } from '#contract/sign-in-forms.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { useDeleteAccount } from './profile-api.ts';

type DeleteAccountDialogProps = { hasPassword: boolean; onClose: () => void };

/** Deletes the account after its password, or after a recent sign-in if it has none (SET-15, SET-19). */
export function DeleteAccountDialog({ hasPassword, onClose }: DeleteAccountDialogProps) {
  const formId = useId();
  const deleting = useDeleteAccount();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: hasPassword ? PasswordForm : OwnPassword,
    defaultValues: { password: '' },
    send: ({ password }) => deleting.mutateAsync(hasPassword ? password : undefined),
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={onClose}
      title="Delete your account?"
      description="You are signed out everywhere, you lose your purchases and your progress, and a running subscription is cancelled. This cannot be undone."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Keep Account
          </Button>
          <Button variant="destructive" type="submit" form={formId} isBusy={isBusy}>
            Delete Account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        {hasPassword ? (
          <Field label="Password" error={formState.errors.password?.message}>
            <PasswordInput autoComplete="current-password" {...register('password')} />
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
