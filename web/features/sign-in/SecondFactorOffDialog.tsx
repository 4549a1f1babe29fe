import { useId } from 'react';
import { OwnPassword, PasswordForm } from '#contract/sign-in-forms.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { useDisableSecondFactor } from './api.ts';

type SecondFactorOffDialogProps = { hasPassword: boolean; onClose: () => void };

/** Switches the second factor off with the password; without one a fresh sign-in counts. */
export function SecondFactorOffDialog({ hasPassword, onClose }: SecondFactorOffDialogProps) {
  const formId = useId();
  const disable = useDisableSecondFactor();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: hasPassword ? PasswordForm : OwnPassword,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      await disable.mutateAsync(hasPassword ? password : undefined);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={onClose}
      title="Turn two-factor authentication off?"
      description="You then sign in with your password alone, and your recovery codes are deleted."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Keep It On
          </Button>
          <Button variant="destructive" type="submit" form={formId} isBusy={isBusy}>
            Turn Off
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
