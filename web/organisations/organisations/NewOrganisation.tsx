import { useQuery } from '@tanstack/react-query';
import { Armchair, FileCheck, Gauge, ListChecks, type LucideIcon, Users } from 'lucide-react';
import { OrganisationForm } from '#contract/organisations/organisations.ts';
import type { OrganisationOffer } from '#contract/organisations/organisations-domains.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { VerifyAddress } from '#web/identity/accounts/VerifyAddress.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useCreateOrganisation } from './api.ts';
import { offerQuery, useJoin } from './domain-api.ts';
import { seenOfNewcomers } from './seen-display.ts';

/** The form of a member without an organisation (ORG-01). */
export function NewOrganisation() {
  const { organization } = useMember();
  const creating = useCreateOrganisation();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: OrganisationForm,
    defaultValues: { name: organization ?? '' },
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-10">
        <Card className="flex flex-col gap-5">
          <VerifyAddress need="Inviting people and ordering by invoice need a verified email address." />
          <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
            <Field
              label="Name"
              hint={organization ? 'From your profile. Change it to what your people know.' : 'As your people know it.'}
              error={formState.errors.name?.message}
            >
              <TextInput autoComplete="organization" {...register('name')} />
            </Field>
            <div>
              <Button type="submit" isBusy={isBusy}>
                Create organisation
              </Button>
            </div>
          </form>
          <p className="text-sm text-muted-foreground">
            It costs nothing until you order seats. Were you invited? Open the link in the email instead.
          </p>
        </Card>
        <Gives />
      </div>
    </>
  );
}

const gives: { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: Users, title: 'People', text: 'Invite them by email, or let those with an address at your domain join.' },
  { Icon: Armchair, title: 'Seats', text: 'Order them by card or invoice, and give each to the person who needs it.' },
  {
    Icon: ListChecks,
    title: 'Learning',
    text: 'Assign resources with a due date, and see what each person completed.',
  },
  { Icon: FileCheck, title: 'Evidence', text: 'Certificates, and a file of what was completed for audits.' },
  { Icon: Gauge, title: 'Readiness', text: 'Let your people answer the assessment, and read the results as counts.' },
];

/** Explains the benefits of an organisation, beside the form. */
function Gives() {
  return (
    <section aria-labelledby="organisation-gives">
      <h2 id="organisation-gives">What it gives you</h2>
      <ul className="mt-4 flex flex-col gap-4">
        {gives.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3 text-sm">
            <span className="grid size-9 flex-none place-items-center rounded-md bg-accent text-accent-foreground">
              <Icon size={18} />
            </span>
            <span>
              <b className="block font-semibold">{title}</b>
              <span className="text-muted-foreground">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Offers the organisation that the member can join by the domain of their address; renders nothing without one
 * (ORG-04).
 */
function JoinOffer() {
  const { data: offer } = useQuery(offerQuery);
  return offer ? <Offer offer={offer} /> : null;
}

function Offer({ offer: { organisationId, name, domain, hasAsked, joining: way } }: { offer: OrganisationOffer }) {
  const joining = useJoin(name);
  return (
    <Card className="mb-6 max-w-152">
      <h2 className="wrap-anywhere">{name}</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        {hasAsked
          ? 'You have asked to join. An owner or manager decides, and you get an email when you are accepted.'
          : `People with an address at ${domain} can join. ${seenOfNewcomers}`}
      </p>
      {hasAsked ? null : (
        <Button className="mt-4" isBusy={joining.isPending} onClick={() => joining.mutate(organisationId)}>
          {way === 'ask' ? 'Ask to join' : 'Join'}
        </Button>
      )}
    </Card>
  );
}
