import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { ownAssignmentQuery } from '../learning/api.ts';
import { useMarkFinished } from './progress-api.ts';

const finishDialog = lazyDialog(async () => (await import('./FinishDialog.tsx')).FinishDialog);

/**
 * "Mark as finished" and its reversal. The caller must render `dialog`, which asks for the confirmation when an
 * organisation has assigned the resource with one.
 */
export function useFinish(resourceId: number) {
  const client = useQueryClient();
  const { mark, isBusy } = useMarkFinished(resourceId);
  const [assignment, setAssignment] = useState<OwnAssignment | null>(null);

  async function askToConfirm() {
    const [own] = await client.fetchQuery(ownAssignmentQuery(resourceId, 'just finished'));
    if (own?.canConfirm) setAssignment(own);
  }

  return {
    isBusy,
    finish: () =>
      mark(true, {
        // The page of the resource asks as well, so a failure changes nothing.
        onSuccess: () => void askToConfirm().catch(() => undefined),
      }),
    undo: () => mark(false),
    dialog: assignment ? <finishDialog.Dialog assignment={assignment} onClose={() => setAssignment(null)} /> : null,
  };
}
