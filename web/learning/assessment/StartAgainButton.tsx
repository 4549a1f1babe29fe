import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';

const confirmDialog = lazyDialog(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog);

type StartAgainButtonProps = { variant: 'ghost' | 'outline'; onStartAgain: () => void };

/** Button that deletes a visitor's answers once that is confirmed, because this browser alone has them (TRY-01). */
export function StartAgainButton({ variant, onStartAgain }: StartAgainButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setIsAsking(true)} {...confirmDialog.near}>
        <RotateCw size={16} />
        Start again
      </Button>
      <confirmDialog.Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Start again without your answers?"
        description="Your answers are in this browser only, and are deleted."
        confirmLabel="Start again"
        onConfirm={onStartAgain}
      />
    </>
  );
}
