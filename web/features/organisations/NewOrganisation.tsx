import { OrganisationForm } from '#contract/organisations.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useCreateOrganisation } from './api.ts';
import { JoinOffer } from './JoinOffer.tsx';

/** The form of a member without an organisation (ORG-01). */
export function NewOrganisation() {
  const creating = useCreateOrganisation();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: OrganisationForm,
    defaultValues: { name: '' },
    send: (values) => creating.mutateAsync(values),
    failureAt: () => 'name',
  });
  return (
    <>
      <PageHeading
        title="Organisation"
        subtitle="Bring the people of your company, council or charity together. You become its owner."
      />
      <JoinOffer />
      <Card className="max-w-152">
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <Field label="Name" hint="As your people know it." error={formState.errors.name?.message}>
            <TextInput autoComplete="organization" {...register('name')} />
          </Field>
          <div>
            <Button type="submit" isBusy={isBusy}>
              Create Organisation
            </Button>
          </div>
        </form>
        <p className="mt-5 text-sm text-muted-foreground">Were you invited? Open the link in the email instead.</p>
      </Card>
    </>
  );
}
