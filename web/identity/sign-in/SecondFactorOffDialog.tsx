import { useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProofFields } from './ProofFields.tsx';
import type { Provable } from './proof.ts';
import { useDisableSecondFactor } from './security-api.ts';

type SecondFactorOffDialogProps = { account: Provable; onClose: () => void };

/** Switches the second factor off by a code, and the password where there is one (SET-11). */
export function SecondFactorOffDialog({ account, onClose }: SecondFactorOffDialogProps) {
  const formId = useId();
  const disable = useDisableSecondFactor();
  const isBusy = disable.isPending;
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={onClose}
      title="Turn two-factor authentication off?"
      description="You then sign in with your password alone, and your recovery codes are deleted."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Keep it on
          </Button>
          <Button variant="destructive" type="submit" form={formId} isBusy={isBusy}>
            Turn off
          </Button>
        </>
      }
    >
      <ProofFields
        formId={formId}
        account={account}
        send={async (proof) => {
          await disable.mutateAsync(proof);
          onClose();
        }}
      />
    </Dialog>
  );
}
