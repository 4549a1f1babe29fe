import { Suspense, useState } from 'react';
import type { User } from '#contract/accounts-admin.ts';
import { DeleteDialog, focusHeading } from '../../../admin/DeleteDialog.tsx';
import { lazyDialog } from '../../../admin/lazy-dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useMember } from '../api.ts';
import { useDeleteUser } from './api.ts';
import { nameOf } from './display.ts';

/** The form of an account. */
export const userDialog = lazyDialog(async () => (await import('./UserDialog.tsx')).UserDialog);
const accessManager = lazyDialog(async () => (await import('../../access/admin/AccessManager.tsx')).AccessManager);

/** The buttons of a row (LABEL-16). */
export function UserActions({ user }: { user: User }) {
  const [open, setOpen] = useState<'access' | 'edit' | 'delete' | null>(null);
  const deleting = useDeleteUser(user.id, focusHeading);
  const isSelf = useMember().id === user.id;
  const close = () => setOpen(null);
  const ofThis = <VisuallyHidden> {nameOf(user)}</VisuallyHidden>;
  return (
    <>
      <Button {...accessManager.near} variant="ghost" size="small" onClick={() => setOpen('access')}>
        Manage Access{ofThis}
      </Button>
      <Button {...userDialog.near} variant="ghost" size="small" onClick={() => setOpen('edit')}>
        Edit{ofThis}
      </Button>
      {isSelf ? null : (
        <Button variant="destructive-ghost" size="small" onClick={() => setOpen('delete')}>
          Delete{ofThis}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'access' ? <accessManager.Dialog userId={user.id} name={nameOf(user)} onClose={close} /> : null}
        {open === 'edit' ? <userDialog.Dialog user={user} onClose={close} /> : null}
      </Suspense>
      {open === 'delete' ? (
        <DeleteDialog
          name={nameOf(user)}
          description="The account signs out everywhere and cannot sign in again, a running subscription is cancelled, and personal data is blanked. Payments stay in the books. This cannot be undone."
          deleting={{ mutateAsync: () => deleting.mutateAsync(undefined), isPending: deleting.isPending }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
