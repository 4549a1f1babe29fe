import { AdminOrganisationForm } from '#contract/organisations/organisations-admin.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { ApiError } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useAddOrganisation } from './api.ts';

/** Makes an organisation for a member (ORG-07). */
export function AddOrganisationDialog({ onClose }: { onClose: () => void }) {
  const adding = useAddOrganisation(onClose);
  const form = useSchemaForm({
    shape: AdminOrganisationForm,
    defaultValues: { name: '', ownerEmail: '' },
    send: adding.mutateAsync,
    failureAt: (error) =>
      error instanceof ApiError && error.code?.startsWith('organisations.owner') ? 'ownerEmail' : null,
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title="Create organisation"
      description="Its owner invites the others and assigns the seats."
      saveLabel="Create organisation"
      onClose={onClose}
    >
      <Field label="Name" isRequired error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Field
        label="Owner’s email"
        isRequired
        hint="The verified address of a member who is in no organisation."
        error={errors.ownerEmail?.message}
      >
        <TextInput type="email" autoComplete="off" {...form.register('ownerEmail')} />
      </Field>
    </FormDialog>
  );
}
