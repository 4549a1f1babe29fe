import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Dialog that asks before a page with unsaved work is left (GEN-23). */
export function LeaveDialog({ onClose }: { onClose: (isLeft: boolean) => void }) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={() => onClose(false)}
      title="Leave without saving?"
      description="What you have entered here will be lost."
      confirmLabel="Discard Changes"
      dismissLabel="Keep Editing"
      onConfirm={() => onClose(true)}
    />
  );
}
