import { useSingleRun } from '../platform/single-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type DeleteDialogProps = {
  /** What is deleted, by its name. */
  name: string;
  description: string;
  /** A mutation without a value. */
  deleting: { mutateAsync: () => Promise<unknown>; isPending: boolean };
  onClose: () => void;
};

/** Asks before a row is deleted, and closes when the call has ended. */
export function DeleteDialog({ name, description, deleting, onClose }: DeleteDialogProps) {
  const remove = useSingleRun(() => deleting.mutateAsync());
  return (
    <ConfirmDialog
      isOpen
      isBusy={deleting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Delete ${name}?`}
      description={description}
      confirmLabel="Delete"
      onConfirm={() => void remove().then(onClose)}
    />
  );
}

/** Moves the focus to the page's heading after the row that had it is gone. */
export function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
