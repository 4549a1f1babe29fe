import { useState } from 'react';
import { confirmationSentence } from '#contract/learning-limits.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useConfirm } from './api.ts';

/** Confirms that an assigned resource was read and understood (LEARN-02). */
export function ConfirmReading({ assignmentId, title }: { assignmentId: number; title: string }) {
  const [isChecked, check] = useState(false);
  const confirming = useConfirm();
  const confirm = useSingleRun(() => confirming.mutateAsync(assignmentId).catch(() => undefined));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Checkbox label={confirmationSentence} checked={isChecked} onChange={({ target }) => check(target.checked)} />
      <Button size="small" disabled={!isChecked} isBusy={confirming.isPending} onClick={() => void confirm()}>
        Confirm<VisuallyHidden> for {title}</VisuallyHidden>
      </Button>
    </div>
  );
}
