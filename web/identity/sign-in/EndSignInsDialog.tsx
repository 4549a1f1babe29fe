import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEndSignIns } from './security-api.ts';

/** Asks before every device is signed out. */
export function EndSignInsDialog({ onClose }: { onClose: () => void }) {
  const ending = useEndSignIns();
  const endAll = useConfirmDialog(() => ending.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      {...endAll}
      title="Sign out everywhere?"
      description="Every device is signed out, this one too, and every assistant is disconnected. You then sign in again."
      confirmLabel="Sign out everywhere"
    />
  );
}
