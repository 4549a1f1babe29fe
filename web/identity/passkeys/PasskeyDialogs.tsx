import { type Passkey, PasskeyForm } from '#contract/identity/passkeys.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useRemovePasskey, useRenamePasskey } from './api.ts';

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const rename = useRenamePasskey(id);
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: PasskeyForm,
    defaultValues: { name },
    send: (values) => rename.mutateAsync(values.name).then(onClose),
  });
  return (
    <SubmitDialog
      isBusy={isBusy}
      title="Rename passkey"
      description="The name is for you: say where the passkey is kept."
      submitLabel="Save"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Name" error={formState.errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
    </SubmitDialog>
  );
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const remove = useRemovePasskey(id);
  const run = useConfirmDialog(() => remove.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      {...run}
      title={`Remove ${name}?`}
      description="You can no longer sign in with this passkey, and every other device is signed out. Delete it on your device or in your password manager as well."
      confirmLabel="Remove passkey"
    />
  );
}
