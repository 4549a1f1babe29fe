import { type ReactNode, useState } from 'react';
import { DomainForm, type Mailbox, type OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import { VerifyAddress } from '#web/identity/accounts/VerifyAddress.tsx';
import { CopyField } from '#web/identity/connections/CopyField.tsx';
import { sentenceOf } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useAddDomain, useCheckDomain, useEmailCode, useRemoveDomain, useSetJoining } from './domain-api.ts';
import { joiningChoices, joiningSentences } from './people-display.ts';

type DomainDialogProps = {
  organisationId: number;
  /** The domain to verify or change; null to add one first. */
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
  const adding = useAddDomain(organisationId);
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: DomainForm,
    defaultValues: { domain: '' },
    send: async (values) => onAdded(await adding.mutateAsync(values)),
    failureAt: () => 'domain',
  });
  useUnsaved(formState.isDirty && !isBusy);
  return (
    <SubmitDialog
      isBusy={isBusy}
      title="Add a domain"
      description="The part of your people’s email addresses behind the @."
      submitLabel="Add domain"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <VerifyAddress need="Adding a domain needs a verified email address." />
      <Field label="Domain" hint="Such as example.org." error={formState.errors.domain?.message}>
        <TextInput autoCapitalize="none" autoComplete="off" spellCheck={false} {...register('domain')} />
      </Field>
    </SubmitDialog>
  );
}

type OfDomainProps = { organisationId: number; domain: OrganisationDomain; onClose: () => void };

function JoiningChoice({ organisationId, domain, onClose }: OfDomainProps) {
  const [joining, setJoining] = useState(domain.joining);
  const setting = useSetJoining(organisationId);
  useUnsaved(joining !== domain.joining && !setting.isPending);
  const save = () => setting.mutateAsync({ domainId: domain.id, joining }).then(onClose, () => undefined);
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

/** Asks for a second press only, because a removed domain is quickly verified again. */
function Remove({ organisationId, domain: { id, domain }, onClose }: OfDomainProps) {
  const [isAsked, ask] = useState(false);
  const removing = useRemoveDomain(organisationId);
  const remove = () => removing.mutateAsync(id).then(onClose, () => undefined);
  return (
    <Button
      variant="destructive-ghost"
      className="sm:mr-auto"
      isBusy={removing.isPending}
      onClick={() => (isAsked ? void remove() : ask(true))}
    >
      {isAsked ? `Remove ${domain}?` : 'Remove domain'}
    </Button>
  );
}

type DomainProofProps = {
  organisationId: number;
  domain: OrganisationDomain;
  onProven: (domain: OrganisationDomain) => void;
  onClose: () => void;
  remove: ReactNode;
};

/** The two ways to prove that a domain is the organisation's: a DNS record, or a code by email (ORG-04). */
function DomainProof({ organisationId, domain, onProven, onClose, remove }: DomainProofProps) {
  const checking = useCheckDomain(organisationId, domain.id);
  const check = () => checking.mutateAsync({}).then(onProven, () => undefined);
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={checking.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Verify ${domain.domain}`}
      description="One of the two ways below is enough."
      footer={
        <>
          {remove}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <section aria-labelledby="by-record" className="flex flex-col gap-4">
        <h3 id="by-record" className="text-base">
          By a DNS record
        </h3>
        <p className="text-sm text-muted-foreground">
          Add this record of type TXT where your domain is managed. Keep it there: without it, company sign-in and the
          directory end after 7 days.
        </p>
        <CopyField label="Record name" value={domain.record.name} />
        <CopyField
          label="Record value"
          value={domain.record.value}
          error={checking.error ? sentenceOf(checking.error) : undefined}
        />
        <div>
          <Button isBusy={checking.isPending} onClick={() => void check()}>
            Check record
          </Button>
        </div>
      </section>
      <ByEmail organisationId={organisationId} domain={domain} onProven={onProven} />
    </Dialog>
  );
}

type ByEmailProps = Pick<DomainProofProps, 'organisationId' | 'domain' | 'onProven'>;

const mailboxes: readonly Mailbox[] = ['admin', 'postmaster'];

function ByEmail({ organisationId, domain, onProven }: ByEmailProps) {
  const [code, setCode] = useState('');
  const sending = useEmailCode(organisationId, domain.id);
  const checking = useCheckDomain(organisationId, domain.id);
  const check = () => checking.mutateAsync({ code }).then(onProven, () => undefined);
  return (
    <section aria-labelledby="by-email" className="flex flex-col gap-4 border-t border-border pt-5">
      <h3 id="by-email" className="text-base">
        By an email
      </h3>
      <div className="flex flex-wrap gap-3">
        {mailboxes.map((mailbox) => (
          <SendCode key={mailbox} mailbox={mailbox} domain={domain.domain} sending={sending} />
        ))}
      </div>
      <p role="status" className={sending.error ? 'text-sm text-destructive' : 'text-sm text-muted-foreground'}>
        {sending.error ? sentenceOf(sending.error) : sending.data?.message}
      </p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <Field label="Code" className="min-w-52 flex-1" error={checking.error ? sentenceOf(checking.error) : undefined}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
        <Button type="submit" variant="outline" isBusy={checking.isPending} disabled={code.trim() === ''}>
          Verify
        </Button>
      </form>
    </section>
  );
}

type SendCodeProps = { mailbox: Mailbox; domain: string; sending: ReturnType<typeof useEmailCode> };

function SendCode({ mailbox, domain, sending }: SendCodeProps) {
  return (
    <Button
      variant="outline"
      size="small"
      className="max-w-full py-1.5 text-left whitespace-normal! wrap-anywhere"
      isBusy={sending.isPending && sending.variables === mailbox}
      disabled={sending.isPending && sending.variables !== mailbox}
      onClick={() => sending.mutate(mailbox)}
    >
      Send a code to {mailbox}@{domain}
    </Button>
  );
}
