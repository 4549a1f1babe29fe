import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Text that says what will happen and what cannot be undone. */
  description: ReactNode;
  /** Words of the result, such as "Delete". */
  confirmLabel: string;
  dismissLabel?: string;
  /** Colour of the confirming button; `destructive` by default. */
  tone?: 'destructive' | 'primary';
  isBusy?: boolean;
  onConfirm: () => void;
  /** Field or more details between description and buttons. */
  children?: ReactNode;
};

/** Dialog that asks before something that cannot be undone. The caller must close it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, dismissLabel = 'Cancel', tone = 'destructive', onConfirm, children, ...dialog } = props;
  const formId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events also reach a form that renders this dialog, although the dialog is outside it on the page.
    event.stopPropagation();
    if (!dialog.isBusy) onConfirm();
  }

  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="outline" disabled={dialog.isBusy} onClick={() => dialog.onOpenChange(false)}>
            {dismissLabel}
          </Button>
          <Button type="submit" form={formId} variant={tone} isBusy={dialog.isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="contents" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
