import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getDirectory } from '#contract/organisations/directory.endpoints.ts';
import { DirectoryTokenForm, type NewDirectoryToken } from '#contract/organisations/directory.ts';
import { CopyField } from '#web/identity/connections/CopyField.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { refresh } from '#web/platform/queries.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { createToken } from './api.ts';

type TokenDialogProps = { organisationId: number; onClose: () => void };

/** Makes a token of the directory, and shows its secret once. */
export function TokenDialog({ organisationId, onClose }: TokenDialogProps) {
  const [made, setMade] = useState<NewDirectoryToken | null>(null);
  return made ? (
    <Made made={made} onClose={onClose} />
  ) : (
    <Naming organisationId={organisationId} onMade={setMade} onClose={onClose} />
  );
}

type NamingProps = TokenDialogProps & { onMade: (made: NewDirectoryToken) => void };

function Naming({ organisationId, onMade, onClose }: NamingProps) {
  const client = useQueryClient();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: DirectoryTokenForm,
    defaultValues: { name: '' },
    send: async ({ name }) => {
      const made = await createToken(organisationId, name);
      await refresh(client, getDirectory);
      onMade(made);
    },
    failureAt: () => 'name',
  });
  useUnsaved(formState.isDirty && !isBusy);
  return (
    <SubmitDialog
      isBusy={isBusy}
      title="Create a token"
      description="Your directory sends it with each request. All owners get an email."
      submitLabel="Create token"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Name" hint="Such as Entra 2026." error={formState.errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
    </SubmitDialog>
  );
}

function Made({ made, onClose }: { made: NewDirectoryToken; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isShownOnce
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`${made.name} is ready`}
      description="In Entra it is called Secret Token, in Okta Bearer token."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <CopyField label="Token" value={made.token} />
      <div className="mt-4">
        <Banner tone="warning">Copy it now: it is shown this once.</Banner>
      </div>
    </Dialog>
  );
}
