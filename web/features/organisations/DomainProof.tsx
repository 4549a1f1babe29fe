import { type ReactNode, useState } from 'react';
import type { Mailbox, OrganisationDomain } from '#contract/organisations-domains.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useCheckDomain, useEmailCode } from './domain-api.ts';

type DomainProofProps = {
  organisationId: number;
  domain: OrganisationDomain;
  onProven: (domain: OrganisationDomain) => void;
  onClose: () => void;
  /** The button that removes the domain. */
  remove: ReactNode;
};

/** The two ways to prove that a domain is the organisation's: a DNS record, or a code by email (ORG-04). */
export function DomainProof({ organisationId, domain, onProven, onClose, remove }: DomainProofProps) {
  const checking = useCheckDomain(organisationId, domain.id);
  const check = useSingleRun(async () => onProven(await checking.mutateAsync({})));
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
          Add this record of type TXT where your domain is managed. It can stay there or be removed afterwards.
        </p>
        <Field label="Record name">
          <TextInput readOnly value={domain.record.name} onFocus={({ target }) => target.select()} />
        </Field>
        <Field label="Record value" error={checking.error ? sentenceOf(checking.error) : undefined}>
          <TextInput readOnly value={domain.record.value} onFocus={({ target }) => target.select()} />
        </Field>
        <div>
          <Button isBusy={checking.isPending} onClick={() => void check()}>
            Check Record
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
  const check = useSingleRun(async () => onProven(await checking.mutateAsync({ code })));
  return (
    <section aria-labelledby="by-email" className="flex flex-col gap-4 border-t border-border pt-5">
      <h3 id="by-email" className="text-base">
        By an email
      </h3>
      <div className="flex flex-wrap gap-3">
        {mailboxes.map((mailbox) => (
          <SendCode key={mailbox} mailbox={mailbox} sending={sending} />
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

type SendCodeProps = { mailbox: Mailbox; sending: ReturnType<typeof useEmailCode> };

function SendCode({ mailbox, sending }: SendCodeProps) {
  const send = useSingleRun(() => sending.mutateAsync(mailbox));
  return (
    <Button
      variant="outline"
      size="small"
      isBusy={sending.isPending && sending.variables === mailbox}
      onClick={() => void send()}
    >
      Send a Code to {mailbox}@
    </Button>
  );
}
