import { useState } from 'react';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type CloseDialogProps = {
  name: string;
  /** An action that takes the typed name. */
  closing: { mutateAsync: (name: string) => Promise<unknown> };
  onClose: () => void;
};

/** Closes an organisation after its name was typed as a confirmation (ORG-09). */
export function CloseDialog({ name, closing, onClose }: CloseDialogProps) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const close = useConfirmDialog(() => closing.mutateAsync(typed), onClose);
  const isRight = typed.trim() === name;
  return (
    <ConfirmDialog
      isOpen
      {...close}
      title={`Close ${name}?`}
      description="All people in it are removed, and pending invitations end. Seats in use end in 30 days; those of the plan end with the time that was granted or paid. This cannot be undone."
      confirmLabel="Close organisation"
      onConfirm={() => {
        setWrong(!isRight);
        if (isRight) close.onConfirm();
      }}
    >
      <Field
        label={`Type “${name}” to confirm`}
        error={isWrong && !isRight ? 'Type the name exactly as it is written.' : undefined}
      >
        <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
