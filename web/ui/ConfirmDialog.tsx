import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => unknown;
  title: string;
  /** Text that says what will happen and what cannot be undone. */
  description: ReactNode;
  /** Label of the confirming button, which names the action, such as "Delete". */
  confirmLabel: string;
  dismissLabel?: string;
  /** Colour of the confirming button; `destructive` by default. */
  tone?: 'destructive' | 'primary';
  isBusy?: boolean;
  /** Sentence of a failed action, which leaves the dialog open; null without a failure. */
  failure?: string | null;
  onConfirm: () => void;
  /** Field or more details between description and buttons. */
  children?: ReactNode;
};

/**
 * Dialog that asks before an action, usually one that cannot be undone. The caller must close it when the work is done.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, dismissLabel = 'Cancel', tone = 'destructive', ...rest } = props;
  const { onConfirm, onOpenChange, failure = null, children, ...dialog } = rest;
  return (
    <SubmitDialog
      {...dialog}
      submitLabel={confirmLabel}
      cancelLabel={dismissLabel}
      tone={tone}
      onSubmit={onConfirm}
      onClose={() => onOpenChange(false)}
    >
      {children}
      {failure === null ? null : (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </SubmitDialog>
  );
}
