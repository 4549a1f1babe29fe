import { useSingleRun } from '../platform/single-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type DeleteDialogProps = {
  name: string;
  description: string;
  deleting: { mutateAsync: () => Promise<unknown>; isPending: boolean };
  onClose: () => void;
};

/** Dialog that asks before a row is deleted, and closes when the call has ended. */
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

/** Moves the focus to the page's heading, for use after the row with the focus was deleted. */
export function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
