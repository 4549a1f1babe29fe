import { useConfirmDialog } from '../platform/confirm-dialog.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type DeleteDialogProps = {
  name: string;
  description: string;
  deleting: { mutateAsync: () => Promise<unknown> };
  onClose: () => void;
};

/** Dialog that asks before a row is deleted, and closes when it is deleted. */
export function DeleteDialog({ name, description, deleting, onClose }: DeleteDialogProps) {
  const remove = useConfirmDialog(() => deleting.mutateAsync(), onClose);
  return <ConfirmDialog isOpen {...remove} title={`Delete ${name}?`} description={description} confirmLabel="Delete" />;
}

/** Moves the focus to the page's heading, for use after the row with the focus was deleted. */
export function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
