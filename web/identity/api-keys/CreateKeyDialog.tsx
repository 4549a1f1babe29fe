import { useState } from 'react';
import { KeyForm, keyLives, type NewApiKey, PortalKeyForm } from '#contract/identity/api-keys.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { RejectedNotice } from '../sign-in/RefusedNotice.tsx';
import { requiredIn } from '../sign-in/required-connection-api.ts';
import { type KeyPlace, useCreateKey } from './api.ts';
import { KeyFields } from './KeyFields.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

type CreateKeyDialogProps = { place: KeyPlace; onClose: () => void };

/** Makes a key, and then shows it once (APIKEY-01). */
export function CreateKeyDialog({ place, onClose }: CreateKeyDialogProps) {
  const [made, setMade] = useState<NewApiKey | null>(null);
  return made ? (
    <NewKeyDialog place={place} made={made} onClose={onClose} />
  ) : (
    <KeyFormDialog place={place} onMade={setMade} onClose={onClose} />
  );
}

function KeyFormDialog({ place, onMade, onClose }: CreateKeyDialogProps & { onMade: (made: NewApiKey) => void }) {
  const creating = useCreateKey(place);
  const { register, watch, setValue, formState, onSubmit, isBusy } = useSchemaForm<PortalKeyForm, PortalKeyForm>({
    shape: place.kind === 'portal' ? PortalKeyForm : KeyForm,
    defaultValues: { name: '', scopes: [], expiresInDays: 90 },
    send: async (values) => onMade(await creating.mutateAsync(values)),
  });
  // The way to the company's provider leaves the page, and the form is of no use in this session.
  useUnsaved(formState.isDirty && !isBusy && requiredIn(creating.error) === null);
  const lives: PortalKeyForm['expiresInDays'][] = [...keyLives, ...(place.kind === 'portal' ? [null] : [])];
  const chosen = watch('expiresInDays');
  return (
    <SubmitDialog
      size="medium"
      isBusy={isBusy}
      title="Create API key"
      description="You are asked to confirm that it is you, unless you have just done so."
      submitLabel="Create key"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <RejectedNotice error={creating.error} />
      <KeyFields kind={place.kind} register={register} errors={formState.errors} />
      <RadioGroup legend="Expires after" columns={2}>
        {lives.map((days) => (
          <Radio
            key={days}
            name="expires"
            value={days ?? 'never'}
            label={days === null ? 'Never' : `${days} days`}
            checked={chosen === days}
            onChange={() => setValue('expiresInDays', days, { shouldDirty: true })}
          />
        ))}
      </RadioGroup>
    </SubmitDialog>
  );
}
