import { useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProofFields } from '../sign-in/ProofFields.tsx';
import type { Provable } from '../sign-in/proof.ts';
import { useDeleteAccount } from './delete-api.ts';

type DeleteAccountDialogProps = { account: Provable; onClose: () => void };

/** Deletes the account after the member has given the proofs that it has (SET-15, SET-19). */
export function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const formId = useId();
  const deleting = useDeleteAccount();
  const isBusy = deleting.isPending;
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={onClose}
      title="Delete your account?"
      description="You are signed out everywhere, you lose your purchases and your progress, and a running subscription is cancelled. This cannot be undone."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Keep account
          </Button>
          <Button variant="destructive" type="submit" form={formId} isBusy={isBusy}>
            Delete Account
          </Button>
        </>
      }
    >
      <ProofFields formId={formId} account={account} send={(proof) => deleting.mutateAsync(proof)} />
    </Dialog>
  );
}
