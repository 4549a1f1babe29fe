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
