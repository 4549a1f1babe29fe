import { Suspense, useState } from 'react';
import type { PromoCode } from '#contract/promotions-admin.ts';
import { DeleteDialog, focusHeading } from '../../../admin/DeleteDialog.tsx';
import { lazyDialog } from '../../../admin/lazy-dialog.tsx';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useDeletePromoCode, useSwitchPromoCode } from './api.ts';

/** The form of a code. */
export const promoCodeDialog = lazyDialog(async () => (await import('./PromoCodeDialog.tsx')).PromoCodeDialog);

/** The buttons of a row. */
export function PromoCodeActions({ code }: { code: PromoCode }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const deleting = useDeletePromoCode(code, focusHeading);
  const switching = useSwitchPromoCode(code);
  const toggle = useSingleRun(switching.mutateAsync);
  const ofThis = <VisuallyHidden> {code.code}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" isBusy={switching.isPending} onClick={() => void toggle()}>
        {code.isActive ? 'Deactivate' : 'Activate'}
        {ofThis}
      </Button>
      <Button {...promoCodeDialog.near} variant="ghost" size="small" onClick={() => setIsEditing(true)}>
        Edit{ofThis}
      </Button>
      <Button variant="destructive-ghost" size="small" onClick={() => setIsDeleting(true)}>
        Delete{ofThis}
      </Button>
      {isEditing ? (
        <Suspense fallback={null}>
          <promoCodeDialog.Dialog code={code} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
      {isDeleting ? (
        <DeleteDialog
          name={code.code}
          description={
            code.usedCount > 0
              ? 'Members can no longer redeem it. Past redemptions stay in the usage logs, and their subscriptions run on.'
              : 'Members can no longer redeem it.'
          }
          deleting={deleting}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </>
  );
}
