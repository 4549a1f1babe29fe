import { Suspense, useState } from 'react';
import type { User } from '#contract/accounts-admin.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useMember } from '../api.ts';
import { useDeleteUser } from './api.ts';
import { nameOf } from './display.ts';
import { formNear, LazyAccessManager, LazyUserDialog, managerNear } from './lazy-dialogs.ts';

/** The buttons of a row (LABEL-16). */
export function UserActions({ user }: { user: User }) {
  const [open, setOpen] = useState<'access' | 'edit' | 'delete' | null>(null);
  const isSelf = useMember().id === user.id;
  const close = () => setOpen(null);
  const ofThis = <VisuallyHidden> {nameOf(user)}</VisuallyHidden>;
  return (
    <>
      <Button {...managerNear} variant="ghost" size="small" onClick={() => setOpen('access')}>
        Manage Access{ofThis}
      </Button>
      <Button {...formNear} variant="ghost" size="small" onClick={() => setOpen('edit')}>
        Edit{ofThis}
      </Button>
      {isSelf ? null : (
        <Button variant="destructive-ghost" size="small" onClick={() => setOpen('delete')}>
          Delete{ofThis}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'access' ? <LazyAccessManager userId={user.id} name={nameOf(user)} onClose={close} /> : null}
        {open === 'edit' ? <LazyUserDialog user={user} onClose={close} /> : null}
      </Suspense>
      {open === 'delete' ? <DeleteDialog user={user} onClose={close} /> : null}
    </>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const deleting = useDeleteUser(user.id, focusHeading);
  const remove = useSingleRun(() => deleting.mutateAsync(undefined));
  return (
    <ConfirmDialog
      isOpen
      isBusy={deleting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Delete ${nameOf(user)}?`}
      description="The account signs out everywhere and cannot sign in again, a running subscription is cancelled, and personal data is blanked. Payments stay in the books. This cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => void remove().then(onClose)}
    />
  );
}

/** The row that had the focus is gone. */
function focusHeading() {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
