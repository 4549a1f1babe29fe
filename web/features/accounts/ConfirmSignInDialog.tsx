import { useId } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { Proof } from '#contract/accounts.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { useConfirmSignIn } from './api.ts';

type ConfirmSignInDialogProps = { user: CurrentUser; onAnswer: (isConfirmed: boolean) => void };

/** Asks who sits there, for a call that needs a fresh sign-in; the call that waits is then repeated (PERM-05). */
export function ConfirmSignInDialog({ user, onAnswer }: ConfirmSignInDialogProps) {
  const formId = useId();
  const confirm = useConfirmSignIn();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: Proof,
    defaultValues: { password: '' },
    send: async (proof) => {
      await confirm.mutateAsync(proof);
      onAnswer(true);
    },
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={() => onAnswer(false)}
      title="Confirm that it is you"
      description={`You signed in a while ago. To go on, enter the password of ${user.email}.`}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Field label="Password" error={formState.errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
      </form>
    </Dialog>
  );
}
