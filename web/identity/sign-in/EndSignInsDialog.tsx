import { useSingleRun } from '#web/platform/single-run.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEndSignIns } from './security-api.ts';

/** Asks before every device is signed out. */
export function EndSignInsDialog({ onClose }: { onClose: () => void }) {
  const endAll = useEndSignIns();
  const run = useSingleRun(() => endAll.mutateAsync());
  return (
    <ConfirmDialog
      isOpen
      isBusy={endAll.isPending}
      onOpenChange={onClose}
      title="Sign out everywhere?"
      description="Every device is signed out, this one too, and every assistant is disconnected. You then sign in again."
      confirmLabel="Sign out everywhere"
      onConfirm={() => void run()}
    />
  );
}
