import { type Organisation, OrganisationForm } from '#contract/organisations/organisations.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useRename } from './api.ts';

/** The form in which an owner gives the organisation another name (ORG-14). */
export function NameCard({ organisation: { id, name, isKnown } }: { organisation: Organisation }) {
  const renaming = useRename(id);
  const { register, formState, onSubmit, isBusy, reset } = useSchemaForm({
    shape: OrganisationForm,
    defaultValues: { name },
    send: async (values) => {
      await renaming.mutateAsync(values);
      reset({ name: values.name });
    },
    failureAt: () => 'name',
  });
  useUnsaved(formState.isDirty && !isBusy);
  return (
    <Card>
      <h2>Name</h2>
      <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col items-start gap-4">
        <Field
          label="Name of the organisation"
          className="w-full max-w-152"
          hint={
            isKnown
              ? 'If an administrator of the portal confirmed the organisation, a new name needs a new confirmation. A verified domain stays valid.'
              : 'Your people see it here and in emails. Certificates that were issued keep the old name.'
          }
          error={formState.errors.name?.message}
        >
          <TextInput autoComplete="organization" {...register('name')} />
        </Field>
        <Button type="submit" variant="outline" isBusy={isBusy}>
          Save name
        </Button>
      </form>
    </Card>
  );
}
