import { useId, useState } from 'react';
import { instantOf, zoneName } from '#web/local-time.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Owner, useResendSince } from './api.ts';

type ResendDialogProps = { owner: Owner; webhookId: number; onClose: () => void };

/** Asks since when events are sent again (HOOK-05). */
export function ResendDialog({ owner, webhookId, onClose }: ResendDialogProps) {
  const formId = useId();
  const [since, setSince] = useState('');
  const [isTried, tryIt] = useState(false);
  const resending = useResendSince(owner, webhookId, onClose);
  const send = useSingleRun(async () => {
    tryIt(true);
    const at = instantOf(since);
    if (at !== null) await resending.mutateAsync(at);
  });
  return (
    <Dialog
      isOpen
      isBusy={resending.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Resend all since…"
      description="All events since then are sent once more, delivered ones too, with the same ids."
      footer={
        <>
          <Button variant="outline" disabled={resending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={resending.isPending}>
            Resend
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          label="Since"
          hint={`In the time zone ${zoneName()}.`}
          error={isTried && since === '' ? 'Choose a day and a time' : undefined}
        >
          <TextInput type="datetime-local" value={since} onChange={(event) => setSince(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
