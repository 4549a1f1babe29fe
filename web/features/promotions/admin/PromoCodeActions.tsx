import { Suspense, useState } from 'react';
import type { PromoCode } from '#contract/promotions-admin.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useDeletePromoCode, useSwitchPromoCode } from './api.ts';
import { dialogNear, LazyPromoCodeDialog } from './lazy-promo-code-dialog.ts';

/** The buttons of a row. */
export function PromoCodeActions({ code }: { code: PromoCode }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const switching = useSwitchPromoCode(code);
  const toggle = useSingleRun(switching.mutateAsync);
  const ofThis = <VisuallyHidden> {code.code}</VisuallyHidden>;
  return (
    <>
      <Button variant="ghost" size="small" isBusy={switching.isPending} onClick={() => void toggle()}>
        {code.isActive ? 'Deactivate' : 'Activate'}
        {ofThis}
      </Button>
      <Button {...dialogNear} variant="ghost" size="small" onClick={() => setIsEditing(true)}>
        Edit{ofThis}
      </Button>
      <Button variant="destructive-ghost" size="small" onClick={() => setIsDeleting(true)}>
        Delete{ofThis}
      </Button>
      {isEditing ? (
        <Suspense fallback={null}>
          <LazyPromoCodeDialog code={code} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
      {isDeleting ? <DeleteDialog code={code} onClose={() => setIsDeleting(false)} /> : null}
    </>
  );
}

function DeleteDialog({ code, onClose }: { code: PromoCode; onClose: () => void }) {
  const deleting = useDeletePromoCode(code, focusHeading);
  const remove = useSingleRun(deleting.mutateAsync);
  return (
    <ConfirmDialog
      isOpen
      isBusy={deleting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Delete ${code.code}?`}
      description={
        code.usedCount > 0
          ? 'Nobody can redeem it any more. What was redeemed stays in the usage logs, and the subscriptions run on.'
          : 'Nobody can redeem it any more.'
      }
      confirmLabel="Delete"
      onConfirm={() => void remove().then(onClose)}
    />
  );
}

/** The row that had the focus is gone. */
function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
