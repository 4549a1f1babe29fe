import { useId } from 'react';
import { type Passkey, PasskeyForm } from '#contract/identity/passkeys.ts';
import { useShapeForm } from '#web/platform/form.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useRemovePasskey, useRenamePasskey } from './api.ts';

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const formId = useId();
  const rename = useRenamePasskey(id);
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: PasskeyForm,
    defaultValues: { name },
    send: (values) => rename.mutateAsync(values.name).then(onClose),
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={onClose}
      title="Rename passkey"
      description="The name is for you: say where the passkey is kept."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Field label="Name" error={formState.errors.name?.message}>
          <TextInput autoComplete="off" {...register('name')} />
        </Field>
      </form>
    </Dialog>
  );
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const remove = useRemovePasskey(id);
  const run = useSingleRun(() => remove.mutateAsync());
  return (
    <ConfirmDialog
      isOpen
      isBusy={remove.isPending}
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description="You can no longer sign in with this passkey, and every other device is signed out. Delete it on your device or in your password manager as well."
      confirmLabel="Remove passkey"
      onConfirm={() => void run().then(onClose)}
    />
  );
}
