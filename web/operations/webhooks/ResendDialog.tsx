import { useState } from 'react';
import { instantOf, zoneName } from '#web/local-time.ts';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Owner, useResendSince } from './api.ts';

type ResendDialogProps = { owner: Owner; webhookId: number; onClose: () => void };

/** Dialog that asks for the time from which all events are sent again (HOOK-05). */
export function ResendDialog({ owner, webhookId, onClose }: ResendDialogProps) {
  const [since, setSince] = useState('');
  const [isTried, tryIt] = useState(false);
  const resending = useResendSince(owner, webhookId, onClose);
  return (
    <SubmitDialog
      isBusy={resending.isPending}
      title="Resend all since…"
      description="All events since then are sent once more, delivered ones too, with the same ids."
      submitLabel="Resend"
      onSubmit={() => {
        tryIt(true);
        const at = instantOf(since);
        if (at !== null) resending.mutate(at);
      }}
      onClose={onClose}
    >
      <Field
        label="Since"
        hint={`In the time zone ${zoneName()}.`}
        error={isTried && since === '' ? 'Choose a day and a time' : undefined}
      >
        <TextInput type="datetime-local" value={since} onChange={(event) => setSince(event.target.value)} />
      </Field>
    </SubmitDialog>
  );
}
