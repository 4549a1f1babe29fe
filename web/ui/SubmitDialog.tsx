import { type FormEvent, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export type SubmitDialogProps = Omit<DialogProps, 'isOpen' | 'onOpenChange' | 'isShownOnce' | 'footer'> & {
  isOpen?: boolean;
  /** Label of the submitting button, which names the action, such as "Invite 3 People". */
  submitLabel: string;
  /** "Cancel" by default. */
  cancelLabel?: string;
  /** Colour of the submitting button; `primary` by default. */
  tone?: 'destructive' | 'primary';
  /** Called for the button and for Enter, never while `isBusy`. */
  onSubmit: () => void;
  /** Called for input in any field of the form. */
  onChange?: () => void;
  onClose: () => void;
};

/**
 * Dialog with a short form, which closes without a question. The caller must close it when the work is done. Where
 * much can be lost, `admin/FormDialog.tsx` asks first.
 */
export function SubmitDialog(props: SubmitDialogProps) {
  const { isOpen = true, submitLabel, cancelLabel = 'Cancel', tone = 'primary', children, ...rest } = props;
  const { onSubmit, onChange, onClose, ...dialog } = rest;
  const formId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events also reach a form that renders this dialog, although the dialog is outside it on the page.
    event.stopPropagation();
    if (!dialog.isBusy) onSubmit();
  }

  return (
    <Dialog
      {...dialog}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button variant="outline" disabled={dialog.isBusy} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant={tone} isBusy={dialog.isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="contents" onSubmit={submit} onChange={onChange}>
        {children}
      </form>
    </Dialog>
  );
}
