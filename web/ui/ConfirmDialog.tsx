import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will happen and what cannot be undone. */
  description: ReactNode;
  /** Names the result, such as "Delete". */
  confirmLabel: string;
  dismissLabel?: string;
  /** `destructive` (default) colours the confirming button. */
  tone?: 'destructive' | 'primary';
  isBusy?: boolean;
  onConfirm: () => void;
  /** A field or more details between description and buttons. */
  children?: ReactNode;
};

/** Asks before something that cannot be undone. The caller closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, dismissLabel = 'Cancel', tone = 'destructive', onConfirm, children, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="outline" disabled={dialog.isBusy} onClick={() => dialog.onOpenChange(false)}>
            {dismissLabel}
          </Button>
          <Button variant={tone} isBusy={dialog.isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
