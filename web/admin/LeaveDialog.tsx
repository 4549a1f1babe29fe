import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { useLeaveGuard } from './use-leave-guard.ts';

type LeaveDialogProps = { guard: Pick<ReturnType<typeof useLeaveGuard>, 'isAsking' | 'stay' | 'leave'> };

/** Asks before unsaved work is left. */
export function LeaveDialog({ guard }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      isOpen={guard.isAsking}
      onOpenChange={(isOpen) => isOpen || guard.stay()}
      title="Leave without saving?"
      description="What you have entered here will be lost."
      confirmLabel="Discard Changes"
      dismissLabel="Keep Editing"
      onConfirm={guard.leave}
    />
  );
}
