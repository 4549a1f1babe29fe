import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { confirmationSentence } from '#contract/learning/learning-limits.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CertificateDialog } from '../learning/CertificateDialog.tsx';
import { resourceCertificateQuery, useConfirm } from '../learning/certificate-api.ts';

export type FinishDialogProps = { assignment: OwnAssignment; onClose: () => void };

/**
 * Dialog that asks for the confirmation of a resource that was just finished, then shows its certificate (LEARN-07).
 */
export function FinishDialog({ assignment, onClose }: FinishDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  return isConfirmed ? (
    <NewCertificate resourceId={assignment.resourceId} onClose={onClose} />
  ) : (
    <Confirmation assignment={assignment} onClose={onClose} onConfirmed={() => setIsConfirmed(true)} />
  );
}

function Confirmation({ assignment, onClose, onConfirmed }: FinishDialogProps & { onConfirmed: () => void }) {
  const { id, title, organisation } = assignment;
  const [isChecked, check] = useState(false);
  const confirming = useConfirm();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Confirm to complete it"
      description={`${organisation} assigned “${title}” to you and asks for your confirmation.`}
      isBusy={confirming.isPending}
      footer={
        <>
          <Button variant="outline" disabled={confirming.isPending} onClick={onClose}>
            Later
          </Button>
          <Button
            disabled={!isChecked}
            isBusy={confirming.isPending}
            onClick={() => void confirming.mutateAsync(id).then(onConfirmed, () => undefined)}
          >
            Confirm
          </Button>
        </>
      }
    >
      <Checkbox label={confirmationSentence} checked={isChecked} onChange={({ target }) => check(target.checked)} />
    </Dialog>
  );
}

/** Certificate that follows the confirmation; renders nothing until it is loaded. */
function NewCertificate({ resourceId, onClose }: { resourceId: number; onClose: () => void }) {
  const { data } = useQuery(resourceCertificateQuery(resourceId));
  const certificate = data?.items[0];
  return certificate ? <CertificateDialog certificate={certificate} onClose={onClose} /> : null;
}
