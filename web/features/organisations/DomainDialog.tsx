import { useId, useState } from 'react';
import { DomainForm, type OrganisationDomain } from '#contract/organisations-domains.ts';
import { useShapeForm } from '../../platform/form.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { DomainProof } from './DomainProof.tsx';
import { useAddDomain, useRemoveDomain, useSetJoining } from './domain-api.ts';
import { joiningChoices, joiningSentences } from './people-display.ts';

type DomainDialogProps = {
  organisationId: number;
  /** Null: a new one is added first. */
  given: OrganisationDomain | null;
  onClose: () => void;
};

/** Adds a domain, verifies it, and sets how people join by it (ORG-04). */
export function DomainDialog({ organisationId, given, onClose }: DomainDialogProps) {
  const [domain, setDomain] = useState(given);
  if (domain === null) return <NewDomain organisationId={organisationId} onAdded={setDomain} onClose={onClose} />;
  const shared = { organisationId, domain, onClose };
  return domain.provenAt === null ? (
    <DomainProof {...shared} onProven={setDomain} remove={<Remove {...shared} />} />
  ) : (
    <JoiningChoice {...shared} />
  );
}

type NewDomainProps = { organisationId: number; onAdded: (domain: OrganisationDomain) => void; onClose: () => void };

function NewDomain({ organisationId, onAdded, onClose }: NewDomainProps) {
  const formId = useId();
  const adding = useAddDomain(organisationId);
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: DomainForm,
    defaultValues: { domain: '' },
    send: async (values) => onAdded(await adding.mutateAsync(values)),
    failureAt: () => 'domain',
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add a domain"
      description="The part of your people’s email addresses behind the @."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            Add Domain
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        <Field label="Domain" hint="Such as example.org." error={formState.errors.domain?.message}>
          <TextInput autoCapitalize="none" autoComplete="off" spellCheck={false} {...register('domain')} />
        </Field>
      </form>
    </Dialog>
  );
}

type OfDomainProps = { organisationId: number; domain: OrganisationDomain; onClose: () => void };

function JoiningChoice({ organisationId, domain, onClose }: OfDomainProps) {
  const [joining, setJoining] = useState(domain.joining);
  const setting = useSetJoining(organisationId);
  const save = useSingleRun(async () => {
    await setting.mutateAsync({ domainId: domain.id, joining });
    onClose();
  });
  return (
    <Dialog
      isOpen
      isBusy={setting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={domain.domain}
      description="For people with a verified address there who are in no organisation:"
      footer={
        <>
          <Remove organisationId={organisationId} domain={domain} onClose={onClose} />
          <Button isBusy={setting.isPending} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <RadioGroup legend="How people join">
        {joiningChoices.map(([value, label]) => (
          <Radio
            key={value}
            name="joining"
            value={value}
            className="py-1.5"
            label={label}
            description={joiningSentences[value]}
            checked={joining === value}
            onChange={() => setJoining(value)}
          />
        ))}
      </RadioGroup>
    </Dialog>
  );
}

/** Asks by a second press, because a proof is quickly made again. */
function Remove({ organisationId, domain: { id, domain }, onClose }: OfDomainProps) {
  const [isAsked, ask] = useState(false);
  const removing = useRemoveDomain(organisationId);
  const remove = useSingleRun(async () => {
    await removing.mutateAsync(id);
    onClose();
  });
  return (
    <Button
      variant="destructive-ghost"
      className="sm:mr-auto"
      isBusy={removing.isPending}
      onClick={() => (isAsked ? void remove() : ask(true))}
    >
      {isAsked ? `Remove ${domain}?` : 'Remove Domain'}
    </Button>
  );
}
