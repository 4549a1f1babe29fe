import { useQuery } from '@tanstack/react-query';
import { OrganisationForm } from '#contract/organisations/organisations.ts';
import type { OrganisationOffer } from '#contract/organisations/organisations-domains.ts';
import { useShapeForm } from '../../platform/form.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useCreateOrganisation } from './api.ts';
import { offerQuery, useJoin } from './domain-api.ts';

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

/** The organisation that the member's address leads to; nothing without one (ORG-04). */
function JoinOffer() {
  const { data: offer } = useQuery(offerQuery);
  return offer ? <Offer offer={offer} /> : null;
}

function Offer({ offer: { organisationId, name, domain, hasAsked, joining: way } }: { offer: OrganisationOffer }) {
  const joining = useJoin(name);
  const join = useSingleRun(() => joining.mutateAsync(organisationId));
  return (
    <Card className="mb-6 max-w-152">
      <h2 className="wrap-anywhere">{name}</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        {hasAsked
          ? 'You have asked to join. An owner or manager decides, and you get an email when you are accepted.'
          : `People with an address at ${domain} can join. Its owners and managers then see your name, your address and what the organisation gives you.`}
      </p>
      {hasAsked ? null : (
        <Button className="mt-4" isBusy={joining.isPending} onClick={() => void join()}>
          {way === 'ask' ? 'Ask to Join' : 'Join'}
        </Button>
      )}
    </Card>
  );
}
